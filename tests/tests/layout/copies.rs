//! Copies between layouts, and what layouts say of themselves, against one loop over all indices.

use std::collections::HashSet;

use ndarray::{Array, Array2, ArrayD, IxDyn, Slice, SliceInfo, SliceInfoElem};
use proptest::{collection::vec, prelude::*};
use tensor_format::{
    ByteOrder, DecodeError, ElementType, ErrorKind, Record, RecordRef, Tensor, TensorRef, from_slice,
    layout::{
        DimOrder, Layout, Placement, TileDim, TiledOrder, axis_number, copy_elements, reshape_is_bitcast,
        transpose_is_bitcast, transpose_keeps_order,
    },
    npy, npz, safetensors, stdlib, to_vec, zio,
};

use super::all;

/// Shapes of rank 0 to 7 with few elements.
fn dims() -> impl Strategy<Value = Vec<usize>> {
    let few = |dims: &Vec<usize>| dims.iter().map(|len| len.max(&1)).product::<usize>() <= 300;
    prop_oneof![vec(0usize..6, 0..=3), vec(1usize..6, 0..=3), vec(0usize..4, 4..=7).prop_filter("few", few)]
}

/// Where elements lie, as this test sees it.
#[derive(Clone, Debug)]
struct Place {
    dims: Vec<usize>,
    minor_to_major: Vec<usize>,
    bounds: Vec<usize>,
    descending: Vec<bool>,
    tiles: Vec<Vec<usize>>,
    /// More room around the elements, with strides that many times as wide.
    spread: usize,
    front: usize,
}

impl Place {
    fn order(&self) -> TiledOrder {
        let order = DimOrder::padded(&self.dims, &self.minor_to_major, &self.bounds).unwrap();
        let order = order.directed(&self.descending).unwrap();
        let tile = |tile: &Vec<usize>| tile.iter().map(|len| TileDim::size(*len).unwrap()).collect::<Vec<_>>();
        TiledOrder::new(order, self.tiles.iter().map(tile)).unwrap()
    }

    /// The position of an element, from the definition: cut the sizes and the index tile by tile.
    fn position(&self, index: &[usize]) -> usize {
        let major = self.minor_to_major.iter().rev();
        let turned = |axis: &usize| {
            if self.descending[*axis] { self.dims[*axis] - 1 - index[*axis] } else { index[*axis] }
        };
        let mut parts: Vec<(usize, usize)> = major.map(|axis| (self.bounds[*axis], turned(axis))).collect();
        for tile in &self.tiles {
            let covered = parts.split_off(parts.len() - tile.len());
            let cut = || covered.iter().zip(tile);
            parts.extend(cut().map(|((len, i), tile)| (len.div_ceil(*tile), i / tile)));
            parts.extend(cut().map(|((_, i), tile)| (*tile, i % tile)));
        }
        parts.iter().fold(0, |sum, (len, i)| sum * len + i)
    }

    fn len(&self, order: &TiledOrder, size: usize) -> usize {
        self.front + order.positions() * size * self.spread
    }

    /// The byte at which an element begins.
    fn byte(&self, index: &[usize], size: usize) -> usize {
        self.front + self.position(index) * size * self.spread
    }

    fn placement<'o>(&'o self, order: &'o TiledOrder, size: usize) -> Placement<'o> {
        if !self.tiles.is_empty() {
            return Placement::in_order(order, size).unwrap();
        }
        let layout = order.order().to_layout(size).unwrap();
        let strides: Vec<isize> = layout.strides().iter().map(|stride| stride * self.spread as isize).collect();
        Placement::strided(&self.dims, Layout::new(&strides, layout.offset() * self.spread + self.front))
    }
}

fn place(dims: Vec<usize>) -> impl Strategy<Value = Place> {
    let rank = dims.len();
    let order = Just((0..rank).collect::<Vec<_>>()).prop_shuffle();
    let tiles = vec(vec(1usize..4, 0..=2), 0..=2);
    let extra = vec(prop_oneof![3 => Just(0usize), 1 => 1usize..3], rank);
    (order, extra, vec(any::<bool>(), rank), tiles, 1usize..3, 0usize..9).prop_map(
        move |(minor_to_major, extra, descending, mut tiles, spread, front)| {
            let bounds = dims.iter().zip(extra).map(|(len, extra)| len + extra).collect();
            tiles.iter_mut().for_each(|tile| tile.truncate(rank));
            tiles.retain(|tile| !tile.is_empty());
            let (spread, front) = if tiles.is_empty() { (spread, front) } else { (1, 0) };
            Place { dims: dims.clone(), minor_to_major, bounds, descending, tiles, spread, front }
        },
    )
}

fn strided() -> impl Strategy<Value = (Vec<usize>, Vec<isize>, usize)> {
    (0usize..4).prop_flat_map(|rank| {
        let stride = prop_oneof![3 => -12isize..=12, 1 => Just(0), 1 => Just(2), 1 => Just(24)];
        (vec(0usize..4, rank), vec(stride, rank), 1usize..5)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn copies_move_every_element_and_nothing_else(
        (from, to) in dims().prop_flat_map(|dims| (place(dims.clone()), place(dims))),
        size in 1usize..=16,
    ) {
        let (from_order, to_order) = (from.order(), to.order());
        let source: Vec<u8> = (0..from.len(&from_order, size)).map(|i| (i * 31 + 7) as u8).collect();
        let mut target = vec![0xee; to.len(&to_order, size)];
        let mut expected = target.clone();
        for index in all(&from.dims) {
            let (at, put) = (from.byte(&index, size), to.byte(&index, size));
            expected[put..put + size].copy_from_slice(&source[at..at + size]);
        }
        let (a, b) = (from.placement(&from_order, size), to.placement(&to_order, size));
        copy_elements(size, (&a, &source), (&b, &mut target)).unwrap();
        prop_assert_eq!(&target, &expected);
        // One byte less than the elements touch is too little on either side.
        let (from_end, to_end) = (a.bytes(size).unwrap().end, b.bytes(size).unwrap().end);
        if !from.dims.contains(&0) {
            prop_assert!(copy_elements(size, (&a, &source[..from_end - 1]), (&b, &mut target)).is_err());
            prop_assert!(copy_elements(size, (&a, &source), (&b, &mut target[..to_end - 1])).is_err());
            prop_assert_eq!(&target, &expected);
        }
    }

    #[test]
    fn directed_orders_are_those_of_the_reference(at in dims().prop_flat_map(place)) {
        let order = at.order();
        for (ordinal, index) in all(&at.dims).iter().enumerate() {
            prop_assert_eq!(order.position(index).unwrap(), at.position(index), "element {}", ordinal);
            let found = order.index_of(at.position(index)).unwrap();
            prop_assert_eq!(found.as_deref(), Some(index.as_slice()));
        }
        prop_assert_eq!(order.memory_order().flatten().count(), all(&at.dims).len());
        if !order.is_tiled() {
            let found = DimOrder::of_layout(&order.order().to_layout(3).unwrap(), &at.dims, 3).unwrap();
            for index in all(&at.dims) {
                prop_assert_eq!(found.position(&index).unwrap(), at.position(&index));
            }
        }
    }

    #[test]
    fn bitcasts_know_directions(
        at in dims().prop_flat_map(place),
        turn in any::<prop::sample::Index>(),
        same in any::<bool>(),
        split in any::<bool>(),
    ) {
        let at = Place { tiles: vec![], ..at };
        let rank = at.dims.len();
        let mut axes: Vec<usize> = (0..rank).collect();
        axes.rotate_left(turn.index(rank.max(1)));
        let moved = |axis: &usize| axes.iter().position(|from| from == axis).unwrap();
        let output = Place {
            dims: axes.iter().map(|axis| at.dims[*axis]).collect(),
            bounds: axes.iter().map(|axis| at.bounds[*axis]).collect(),
            minor_to_major: at.minor_to_major.iter().map(moved).collect(),
            descending: axes.iter().map(|axis| at.descending[*axis] ^ !same).collect(),
            ..at.clone()
        };
        let expected = all(&output.dims).iter().all(|index| {
            let mut source = vec![0; rank];
            axes.iter().zip(index).for_each(|(axis, i)| source[*axis] = *i);
            at.position(&source) == output.position(index)
        });
        let (from, to) = (at.order(), output.order());
        prop_assert_eq!(transpose_is_bitcast(&from, &to, &axes).unwrap(), expected);
        let quick = transpose_keeps_order(from.order(), to.order(), &axes).unwrap();
        prop_assert_eq!(quick, same || rank == 0);

        // A dense array and the same numbers in another shape: all in one axis, or with an axis of one more.
        let flat = Place { bounds: at.dims.clone(), ..at };
        let count: usize = flat.dims.iter().product();
        let line = if split { vec![count] } else { [flat.dims.as_slice(), &[1]].concat() };
        let order = DimOrder::row_major(&line).unwrap().directed(&vec![same; line.len()]).unwrap();
        let position = |i: usize| if same { (count - 1).saturating_sub(i) } else { i };
        let expected = all(&flat.dims).iter().enumerate().all(|(i, index)| flat.position(index) == position(i));
        prop_assert_eq!(reshape_is_bitcast(&flat.order(), &order.clone().into()).unwrap(), expected);
        prop_assert_eq!(reshape_is_bitcast(&order.into(), &flat.order()).unwrap(), expected);
    }

    #[test]
    fn overlap_and_contiguity_are_what_the_bytes_say((shape, strides, size) in strided()) {
        let layout = Layout::new(&strides, 200);
        let mut bytes = HashSet::new();
        let indices = all(&shape);
        let starts: Vec<usize> = indices.iter().map(|index| layout.byte_offset(&shape, index).unwrap()).collect();
        let overlaps = starts.iter().any(|at| (*at..at + size).any(|byte| !bytes.insert(byte)));
        prop_assert_eq!(layout.overlaps(&shape, size), overlaps);
        let touched = layout.bytes(&shape, size).unwrap();
        prop_assert_eq!(layout.is_contiguous(&shape, size), !overlaps && touched.len() == bytes.len());
        let columns = Layout::column_major(&shape, size);
        let same = indices.iter().all(|index| {
            layout.byte_offset(&shape, index) == columns.byte_offset(&shape, index).map(|at| at + 200)
        });
        prop_assert_eq!(layout.is_column_major(&shape, size), same);
        // Every element once; in order of the bytes unless axes interleave.
        let order: Vec<Vec<usize>> = layout.memory_order(&shape).map(|index| index.to_vec()).collect();
        prop_assert_eq!(order.iter().collect::<HashSet<_>>(), indices.iter().collect::<HashSet<_>>());
        let at: Vec<_> = order.iter().map(|index| layout.byte_offset(&shape, index).unwrap()).collect();
        if layout.is_contiguous(&shape, size) {
            prop_assert!(at.is_sorted());
        }
    }

    /// A view cut out of an array shares its memory, whatever the steps, and comes back as the same view.
    #[test]
    fn views_with_gaps_share_their_buffer(
        dims in vec(1usize..5, 0..5),
        cuts in vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 1isize..4, any::<bool>()), 5),
        swap in any::<bool>(),
    ) {
        let array: ArrayD<u16> = Array::from_shape_fn(IxDyn(&dims), |_| 0);
        let count = array.len() as u16;
        let mut array = Array::from_shape_vec(IxDyn(&dims), (0..count).collect()).unwrap_or(array);
        if swap {
            array = array.reversed_axes();
        }
        let slices: Vec<SliceInfoElem> = array.shape().iter().zip(&cuts).map(|(len, (start, end, step, back))| {
            let (a, b) = (start.index(len + 1) as isize, end.index(len + 1) as isize);
            let step = if *back { -step } else { *step };
            SliceInfoElem::from(Slice::new(a.min(b), Some(a.max(b)), step))
        }).collect();
        let info = SliceInfo::<_, IxDyn, IxDyn>::try_from(slices).unwrap();
        let view = array.slice(info);
        let buffer = array.as_slice_memory_order().unwrap();
        let tensor = TensorRef::from_array_in(&view, buffer).unwrap();
        prop_assert_eq!(tensor.buffer().as_ptr(), buffer.as_ptr().cast::<u8>());
        prop_assert_eq!(tensor.to_vec::<u16>().unwrap(), view.iter().copied().collect::<Vec<_>>());
        let back = tensor.array_view::<u16, IxDyn>().unwrap();
        prop_assert_eq!(&back, &view);
        if !view.is_empty() {
            prop_assert_eq!(back.as_ptr(), view.as_ptr());
            prop_assert!(TensorRef::from_array_in(&view, &[0u16; 3]).is_err());
        }
        // The order that the view has, where it has one.
        let layout = tensor.layout().unwrap();
        if let Ok(order) = DimOrder::of_layout(&layout, view.shape(), 2) {
            let low = layout.bytes(view.shape(), 2).unwrap().start;
            for index in all(view.shape()) {
                let at = layout.byte_offset(view.shape(), &index).unwrap();
                prop_assert_eq!(order.position(&index).unwrap() * 2 + low, at);
            }
        }
    }
}

#[test]
fn what_an_array_view_cannot_express_is_named() {
    let bytes = [0u64; 8];
    let bytes = tensor_format::Element::as_bytes(&bytes);
    let of = |strides: &[isize], offset, order| {
        TensorRef::with_layout(ElementType::F32, [2, 3], bytes, Layout::new(strides, offset), order).unwrap()
    };
    let (native, foreign) = match ByteOrder::NATIVE {
        ByteOrder::Little => (ByteOrder::Little, ByteOrder::Big),
        ByteOrder::Big => (ByteOrder::Big, ByteOrder::Little),
    };
    let why = |tensor: TensorRef<'_>| match tensor.array_view::<f32, ndarray::Ix2>() {
        Err(ErrorKind::NotBorrowable { why }) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(why(of(&[14, 4], 0, native)), "a stride is no multiple of the element size");
    assert_eq!(why(of(&[12, 4], 0, foreign)), "the byte order is not this machine's");
    assert!(matches!(
        of(&[12, 4], 2, native).array_view::<f32, ndarray::Ix2>(),
        Err(ErrorKind::Misaligned { align: 4 })
    ));
    assert!(matches!(
        of(&[12, 4], 0, native).array_view::<f32, ndarray::Ix3>(),
        Err(ErrorKind::Rank { expected: 3, found: 2, .. })
    ));
    assert!(matches!(of(&[12, 4], 0, native).array_view::<f64, ndarray::Ix2>(), Err(ErrorKind::ElementType { .. })));
    for strides in [[-12, 4], [0, 4], [0, 0], [24, -8], [-4, -8]] {
        let tensor = of(&strides, 24, native);
        let view = tensor.array_view::<f32, ndarray::Ix2>().unwrap();
        assert_eq!(view.strides(), strides.map(|stride| stride / 4));
        assert!(tensor.to_array::<f32, ndarray::Ix2>().unwrap().is_view());
    }
    let texts = tensor_format::Tensor::from_strings([1], ["a"]).unwrap();
    assert!(texts.as_ref().array_view::<u8, ndarray::Ix1>().is_err());
}

#[test]
fn items_of_large_arrays_stay_whole_in_every_order_of_axes() {
    let rows = Array::from_shape_fn((100, 80), |(i, j)| [i as u16, j as u16, (i * j) as u16]);
    let ones = Array::from_shape_fn((200, 80), |(i, j)| [(i * 100 + j) as u16]);
    let items: Vec<[u16; 3]> = rows.t().iter().copied().collect();
    assert_eq!(to_vec(&rows.t()).unwrap(), to_vec(&Array::from_shape_vec((80, 100), items).unwrap()).unwrap());
    assert_eq!(from_slice::<Array2<[u16; 3]>>(&to_vec(&rows.t()).unwrap()).unwrap(), rows.t());
    assert_eq!(from_slice::<Array2<[u16; 1]>>(&to_vec(&ones.t()).unwrap()).unwrap(), ones.t());
    let upwards = rows.slice(ndarray::s![..;-1, ..]);
    assert_eq!(from_slice::<Array2<[u16; 3]>>(&to_vec(&upwards).unwrap()).unwrap(), upwards);
}

#[test]
fn copies_that_would_lose_elements_are_refused() {
    let shape = [2, 3];
    let rows = Placement::strided(&shape, Layout::row_major(&shape, 1));
    let why = |to: Layout, shape: &[usize]| {
        let mut target = [9; 8];
        match copy_elements(1, (&rows, b"abcdef"), (&Placement::strided(shape, to), &mut target)) {
            Err(ErrorKind::Layout { why }) if target == [9; 8] => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(why(Layout::new(&[0, 1], 0), &shape), "elements to write share bytes");
    assert_eq!(why(Layout::row_major(&[3, 2], 1), &[3, 2]), "the shapes differ");
    assert_eq!(why(Layout::new(&[3, 2], 2), &shape), "an element lies outside of the buffer");
    assert_eq!(why(Layout::new(&[3, -1], 0), &shape), "an element lies outside of what can be addressed");
    assert_eq!(why(Layout::new(&[1], 0), &shape), "the number of strides is not the rank of the shape");
    // Reading them is fine.
    let (broadcast, mut target) = (Placement::strided(&shape, Layout::new(&[0, 1], 0)), [0; 6]);
    copy_elements(1, (&broadcast, b"abc"), (&rows, &mut target)).unwrap();
    assert_eq!(&target, b"abcabc");
}

#[test]
fn intricate_layouts_are_judged_in_bounded_time() {
    // Nested axes take a few steps each, at any rank.
    const AXES: u32 = usize::BITS - 24;
    let shape = [2usize; AXES as usize];
    let strides: Vec<isize> = (0..AXES).map(|i| 1 << i).collect();
    assert!(!Layout::new(&strides, 0).overlaps(&shape, 1));
    assert!(Layout::new(&strides, 0).overlaps(&shape, 2));
    // A knapsack: the answer may only err towards an overlap.
    let strides: Vec<isize> = (0..AXES as isize).map(|i| (1 << AXES) + (i * 7919 + 13) * (1 << (AXES / 2))).collect();
    assert!(Layout::new(&strides, 0).overlaps(&shape, 1));
    // Ten thousand differences are tried, of which one is that of the inner axis.
    let of_rows = |len| Layout::new(&[(1 << 14) + 1, 1 << 14], 0).overlaps(&[len, 20_000], 1);
    assert_eq!([9_999, 10_000].map(of_rows), [false, true]);
    for (shape, strides) in [
        (vec![usize::MAX, usize::MAX], vec![isize::MAX, isize::MIN]),
        (vec![usize::MAX], vec![0]),
        (vec![2; 300], vec![1; 300]),
    ] {
        let layout = Layout::new(&strides, usize::MAX);
        assert!(layout.overlaps(&shape, usize::MAX) && layout.overlaps(&shape, 1));
        assert!(!layout.is_contiguous(&shape, 1));
        assert!(layout.memory_order(&shape[1..]).next().is_none());
    }
}

#[test]
fn axes_count_from_either_end() {
    assert_eq!([-3, -1, 0, 2].map(|axis| axis_number(axis, 3).unwrap()), [0, 2, 0, 2]);
    for (axis, rank) in [(3, 3), (-4, 3), (0, 0), (-1, 0), (i64::MIN, 3), (i64::MAX, 3)] {
        assert!(matches!(axis_number(axis, rank), Err(ErrorKind::Field { field: "axis", .. })), "{axis} of {rank}");
    }
    assert!(matches!(
        DimOrder::row_major(&[2]).unwrap().directed(&[true, true]),
        Err(ErrorKind::Rank { expected: 1, found: 2, .. })
    ));
}

/// A tensor of a program that repeats one byte more often than any machine has memory for.
#[cfg(target_pointer_width = "64")]
fn endless(shape: &[usize]) -> TensorRef<'static> {
    let strides = vec![0; shape.len()];
    TensorRef::with_layout(ElementType::U8, shape, &[7], Layout::new(&strides, 0), ByteOrder::Little).unwrap()
}

#[test]
#[cfg(target_pointer_width = "64")]
fn what_a_program_repeats_is_written_or_there_is_no_memory() {
    // The counter adds up what was asked for and refused, beyond its range.
    allocation_counter::opt_out(program_repeats);
}

#[cfg(target_pointer_width = "64")]
fn program_repeats() {
    let missing = |error: &ErrorKind| match error {
        ErrorKind::OutOfMemory { bytes } => *bytes,
        other => panic!("{other}"),
    };
    let count = 1usize << 60;
    for tensor in [endless(&[count]), endless(&[2, count / 4, 2])] {
        let bytes = tensor.len() as u64;
        assert_eq!(missing(&tensor.try_to_bytes(ByteOrder::Little).unwrap_err()), bytes);
        assert_eq!(missing(&tensor.try_to_tensor().unwrap_err()), bytes);
        assert_eq!(missing(&tensor.to_vec::<u8>().unwrap_err()), bytes);
        assert_eq!(missing(&tensor.to_cow::<u8>().unwrap_err()), bytes);
        missing(&tensor.cast::<u32>().unwrap_err());
        missing(&tensor.cast::<u8>().unwrap_err());
        missing(tensor_format::to_value(&tensor).unwrap_err().kind());
        missing(tensor_format::to_vec(&tensor).unwrap_err().kind());
        missing(tensor_format::append(&tensor, &mut vec![1]).unwrap_err().kind());
        missing(npy::to_vec(&tensor).unwrap_err().kind());
        missing(npy::Options::new().order(npy::Order::ColumnMajor).to_vec(&tensor).unwrap_err().kind());
        missing(stdlib::to_message(&tensor).unwrap_err().kind());
        missing(zio::to_message(&tensor).unwrap_err().kind());
        let record: RecordRef<'_> = [("a", tensor.clone())].into_iter().collect();
        missing(npz::to_vec(&record).unwrap_err().kind());
        missing(safetensors::to_vec(&record).unwrap_err().kind());
        missing(tensor_format::to_vec(&record).unwrap_err().kind());
        let read: Result<Vec<u8>, DecodeError> =
            tensor_format::from_value(&tensor_format::Value::Tensor(tensor.clone()));
        if tensor.rank() == 1 {
            missing(read.unwrap_err().kind());
        }
        let owned: Result<Record, DecodeError> = tensor_format::from_value(&tensor_format::Value::Record(record));
        missing(owned.unwrap_err().kind());
    }
    // As large as it may be, it is what it says.
    let tensor = endless(&[1000, 1000]);
    assert!(tensor_format::from_slice::<Tensor>(&tensor_format::to_vec(&tensor).unwrap()).unwrap() == tensor);
    // Of an input too, where its own limit is lifted.
    let one = TensorRef::from_bytes(ElementType::U8, (), &[7], ByteOrder::Little).unwrap();
    let strides = [0].into_iter().collect();
    let meta = stdlib::MetaData { shape: [count].into(), strides, ..stdlib::MetaData::of(&one).unwrap() };
    let options = stdlib::Options::new().max_expanded(u64::MAX);
    let error = options.from_message::<Vec<u8>>(&meta.to_vec().unwrap(), &[7]).unwrap_err();
    assert_eq!(missing(error.kind()), count as u64);
}
