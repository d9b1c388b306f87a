//! Index arithmetic against arrays that are padded, reshaped and transposed one number at a time.

use proptest::{collection::vec, option, prelude::*};
use tensor_format::{
    ErrorKind,
    layout::{
        DimOrder, Index, Layout, TileDim, TiledOrder, next_index, reshape_is_bitcast, transpose_is_bitcast,
        transpose_keeps_order, true_rank,
    },
};

use super::all;

/// Numbers in row-major order, -1 for padding.
#[derive(Clone, Debug)]
struct Array {
    dims: Vec<usize>,
    numbers: Vec<i64>,
}

impl Array {
    fn counted(dims: &[usize]) -> Self {
        Self { dims: dims.to_vec(), numbers: (0..dims.iter().product::<usize>() as i64).collect() }
    }

    fn get(&self, index: &[usize]) -> i64 {
        if index.iter().zip(&self.dims).any(|(i, len)| i >= len) {
            return -1;
        }
        self.numbers[index.iter().zip(&self.dims).fold(0, |sum, (i, len)| sum * len + i)]
    }

    fn pad(&self, dims: &[usize]) -> Self {
        Self { dims: dims.to_vec(), numbers: all(dims).iter().map(|index| self.get(index)).collect() }
    }

    fn transpose(&self, axes: &[usize]) -> Self {
        let dims: Vec<usize> = axes.iter().map(|axis| self.dims[*axis]).collect();
        let from = |index: &Vec<usize>| {
            let mut source = vec![0; index.len()];
            axes.iter().zip(index).for_each(|(axis, i)| source[*axis] = *i);
            self.get(&source)
        };
        Self { numbers: all(&dims).iter().map(from).collect(), dims }
    }

    /// Cuts the last axes into tiles; `None` merges an axis into the next.
    fn tile(mut self, tile: &[Option<usize>]) -> Self {
        let start = self.dims.len() - tile.len();
        let (mut dims, mut lens, mut merged) = (self.dims[..start].to_vec(), vec![], 1);
        for (dim, len) in self.dims[start..].iter().zip(tile) {
            merged *= dim;
            if let Some(len) = len {
                dims.push(merged);
                lens.push(*len);
                merged = 1;
            }
        }
        self.dims = dims;
        let mut padded = self.dims.clone();
        padded[start..].iter_mut().zip(&lens).for_each(|(dim, len)| *dim = dim.next_multiple_of(*len));
        self = self.pad(&padded);
        let mut cut = self.dims[..start].to_vec();
        self.dims[start..].iter().zip(&lens).for_each(|(dim, len)| cut.extend([dim / len, *len]));
        self.dims = cut;
        let tiles = (0..lens.len()).map(|i| start + 2 * i);
        let axes: Vec<usize> = (0..start).chain(tiles.clone()).chain(tiles.map(|axis| axis + 1)).collect();
        self.transpose(&axes)
    }
}

/// An order, and what lies in memory after it.
#[derive(Clone, Debug)]
struct Case {
    dims: Vec<usize>,
    minor_to_major: Vec<usize>,
    bounds: Vec<usize>,
    tiles: Vec<Vec<Option<usize>>>,
}

impl Case {
    fn order(&self) -> TiledOrder {
        let order = DimOrder::padded(&self.dims, &self.minor_to_major, &self.bounds).expect("an order");
        let dim = |len: &Option<usize>| len.map_or(TileDim::Combine, |len| TileDim::size(len).expect("not 0"));
        TiledOrder::new(order, self.tiles.iter().map(|tile| tile.iter().map(dim).collect::<Vec<_>>())).expect("tiles")
    }

    fn memory(&self) -> Vec<i64> {
        let major: Vec<usize> = self.minor_to_major.iter().rev().copied().collect();
        let array = Array::counted(&self.dims).pad(&self.bounds).transpose(&major);
        self.tiles.iter().fold(array, |array, tile| array.tile(tile)).numbers
    }
}

/// Shapes of rank 0 to 7 with few elements.
fn dims() -> impl Strategy<Value = Vec<usize>> {
    let few = |max: usize| move |dims: &Vec<usize>| dims.iter().map(|len| len.max(&1)).product::<usize>() <= max;
    prop_oneof![
        vec(0usize..6, 0..=3),
        vec(1usize..6, 0..=3),
        vec(prop_oneof![5 => 1usize..4, 1 => Just(0)], 4..=7).prop_filter("few elements", few(400)),
    ]
}

fn ordered(pad: bool) -> impl Strategy<Value = Case> {
    let extra = if pad { 0usize..3 } else { 0..1 };
    dims().prop_flat_map(move |dims| {
        let order = Just((0..dims.len()).collect::<Vec<_>>()).prop_shuffle();
        let bounds = vec(if dims.len() > 4 { 0..1 } else { extra.clone() }, dims.len());
        (Just(dims), order, bounds).prop_map(|(dims, minor_to_major, extra)| {
            let bounds = dims.iter().zip(extra).map(|(len, extra)| len + extra).collect();
            Case { dims, minor_to_major, bounds, tiles: vec![] }
        })
    })
}

/// Up to two tiles, the second over what the first leaves; now and then over padded sizes.
fn tiled() -> impl Strategy<Value = Case> {
    let entry = || prop_oneof![4 => (1usize..5).prop_map(Some), 1 => Just(None)];
    (ordered(true), vec(entry(), 0..=3), option::of(vec(entry(), 0..=4))).prop_map(|(case, first, second)| {
        let mut covered = case.dims.len();
        let mut tiles = vec![];
        for mut tile in std::iter::once(first).chain(second) {
            tile.truncate(covered);
            if let Some(last) = tile.last_mut() {
                last.get_or_insert(2);
            }
            covered = covered - tile.len() + 2 * tile.iter().flatten().count();
            tiles.push(tile);
        }
        Case { tiles, ..case }
    })
}

/// The same with tiles that are longer than what they cover, so that they only pad.
fn mostly_padding(mut case: Case) -> Case {
    case.tiles.iter_mut().flatten().flatten().for_each(|len| *len += 5);
    case
}

fn check(case: &Case) -> Result<(), TestCaseError> {
    let (order, memory) = (case.order(), case.memory());
    let indices = all(&case.dims);
    prop_assert_eq!(order.positions(), memory.len());
    let ordinal = |index: Option<Index>| {
        index.map_or(-1, |index| index.iter().zip(&case.dims).fold(0, |sum, (i, len)| sum * len + i) as i64)
    };
    prop_assert_eq!(order.memory_order().map(ordinal).collect::<Vec<_>>(), memory.as_slice());
    prop_assert_eq!(order.indices().map(|index| index.to_vec()).collect::<Vec<_>>(), indices.as_slice());
    for (ordinal, index) in indices.iter().enumerate() {
        let position = order.position(index).expect("an element");
        prop_assert_eq!(memory[position], ordinal as i64);
    }
    for position in [memory.len(), memory.len() + 1, usize::MAX] {
        let refused = matches!(order.index_of(position), Err(ErrorKind::Index { .. }));
        prop_assert!(refused);
    }
    for axis in 0..case.dims.len() {
        let mut outside = vec![0; case.dims.len()];
        outside[axis] = case.dims[axis];
        let refused = matches!(order.position(&outside), Err(ErrorKind::Index { .. }));
        prop_assert!(refused);
    }
    Ok(())
}

/// Whether every element keeps its place, by looking at each.
fn keeps(input: &TiledOrder, output: &TiledOrder, from: impl Fn(usize, &[usize]) -> Vec<usize>) -> bool {
    all(output.shape())
        .iter()
        .enumerate()
        .all(|(i, index)| input.position(&from(i, index)).unwrap() == output.position(index).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn dense_and_padded_orders_are_those_of_the_reference(case in ordered(true)) {
        check(&case)?;
        let order = case.order();
        let strides: Vec<usize> = order.order().strides().to_vec();
        for index in all(&case.dims) {
            let sum: usize = index.iter().zip(&strides).map(|(i, stride)| i * stride).sum();
            prop_assert_eq!(order.position(&index).unwrap(), sum);
        }
    }

    #[test]
    fn tiled_orders_are_those_of_the_reference(case in tiled()) {
        check(&case)?;
    }

    #[test]
    fn byte_strides_find_the_same_elements(case in ordered(true), size in 1usize..=16) {
        let order = case.order();
        let layout = order.order().to_layout(size).unwrap();
        let found = DimOrder::of_layout(&layout, &case.dims, size).unwrap();
        for index in all(&case.dims) {
            let position = order.position(&index).unwrap();
            prop_assert_eq!(layout.byte_offset(&case.dims, &index), Some(position * size));
            // Axes of one element have no stride of their own, so padding of theirs may be lost.
            prop_assert_eq!(found.to_layout(size).unwrap().byte_offset(&case.dims, &index), Some(position * size));
        }
    }

    /// Strides are there exactly where one look at every element finds them, merging tiles among them.
    #[test]
    fn tiled_orders_have_strides_where_all_steps_are_equal(
        case in prop_oneof![tiled(), tiled(), tiled().prop_map(mostly_padding)],
        descending in vec(any::<bool>(), 7),
        size in 1usize..=16,
    ) {
        let tiled = case.order();
        let rank = case.dims.len();
        let step = |axis: usize| {
            let index: Vec<usize> = (0..rank).map(|other| usize::from(other == axis)).collect();
            tiled.position(&index).unwrap_or(0)
        };
        let steps: Vec<usize> = (0..rank).map(step).collect();
        let even = all(&case.dims).iter().all(|index| {
            tiled.position(index).unwrap() == index.iter().zip(&steps).map(|(i, step)| i * step).sum::<usize>()
        });
        let found = tiled.strides();
        prop_assert_eq!(found.is_some(), even, "{:?}", found);
        let Some(found) = found else {
            let refused = matches!(tiled.to_layout(size), Err(ErrorKind::Layout { .. }));
            prop_assert!(refused);
            return Ok(());
        };
        for axis in (0..rank).filter(|axis| case.dims[*axis] > 1 && !case.dims.contains(&0)) {
            prop_assert_eq!(found[axis], steps[axis]);
        }
        // The same with some axes backwards, from the lowest element on.
        let order = tiled.order().clone().directed(&descending[..rank]).unwrap();
        let tiles: Vec<Vec<TileDim>> = tiled.tiles().map(Iterator::collect).collect();
        let directed = TiledOrder::new(order, &tiles).unwrap();
        let layout = directed.to_layout(size).unwrap();
        for index in all(&case.dims) {
            let at = directed.position(&index).unwrap() * size;
            prop_assert_eq!(layout.byte_offset(&case.dims, &index), Some(at));
        }
        // And tiles that say the same of strides.
        let again = TiledOrder::of_layout(&layout, &case.dims, size);
        let merges = tiles.iter().flatten().any(|dim| *dim == TileDim::Combine);
        prop_assert!(again.is_ok() || merges, "{again:?}");
        let low = layout.bytes(&case.dims, size).unwrap().start;
        for (index, again) in all(&case.dims).iter().zip(std::iter::repeat(again.ok())) {
            let Some(again) = again else { break };
            prop_assert_eq!(Some(again.position(index).unwrap() * size + low), layout.byte_offset(&case.dims, index));
        }
    }

    #[test]
    fn usual_orders_come_back_from_their_strides(dims in vec(1usize..4, 0..=7), column in any::<bool>()) {
        let order = if column { DimOrder::column_major(&dims) } else { DimOrder::row_major(&dims) }.unwrap();
        let found = DimOrder::of_layout(&order.to_layout(4).unwrap(), &dims, 4).unwrap();
        prop_assert!(found == order || (true_rank(&dims) <= 1 && found.is_row_major()), "{found:?} of {order:?}");
    }

    #[test]
    fn transposes_are_bitcasts_where_every_element_stays(
        case in tiled(),
        axes in any::<prop::sample::Index>(),
        same in any::<bool>(),
        tile in any::<bool>(),
    ) {
        let rank = case.dims.len();
        let mut permutation: Vec<usize> = (0..rank).collect();
        permutation.rotate_left(axes.index(rank.max(1)));
        let pick = |list: &[usize]| permutation.iter().map(|from| list[*from]).collect::<Vec<_>>();
        let moved = |axis: &usize| permutation.iter().position(|from| from == axis).unwrap();
        let minor_to_major = if same { case.minor_to_major.iter().map(moved).collect() } else { case.minor_to_major.clone() };
        let tiles = if tile { case.tiles.clone() } else { vec![] };
        let output = Case { dims: pick(&case.dims), bounds: pick(&case.bounds), minor_to_major, tiles };
        let (input, output) = (case.order(), output.order());
        let expected = keeps(&input, &output, |_, index| {
            let mut source = vec![0; rank];
            permutation.iter().zip(index).for_each(|(axis, i)| source[*axis] = *i);
            source
        });
        prop_assert_eq!(transpose_is_bitcast(&input, &output, &permutation).unwrap(), expected);
        if transpose_keeps_order(input.order(), output.order(), &permutation).unwrap() && tile {
            prop_assert!(expected, "the quick rule holds only where the exact one does");
        }
    }

    #[test]
    fn reshapes_are_bitcasts_where_every_element_stays(
        (a, b) in (0usize..40).prop_flat_map(|seed| (factored(seed), factored(seed)))
    ) {
        let (input, output) = (a.order(), b.order());
        let indices = all(&a.dims);
        let expected = keeps(&input, &output, |i, _| indices[i].clone());
        prop_assert_eq!(reshape_is_bitcast(&input, &output).unwrap(), expected);
    }

    #[test]
    fn tiled_reshapes_are_bitcasts_where_every_element_stays(
        a in tiled(),
        merged in vec(any::<bool>(), 7),
        ones in 0usize..2,
        tiles in option::of(vec(vec(1usize..5, 0..=3), 0..=2)),
    ) {
        let mut dims = vec![1; ones];
        for (len, merged) in a.dims.iter().zip(merged) {
            match dims.last_mut() {
                Some(last) if merged => *last *= len,
                _ => dims.push(*len),
            }
        }
        let tiles = tiles.map(|tiles| tiles.into_iter().map(|tile| tile.into_iter().map(Some).collect()).collect());
        let minor_to_major = (0..dims.len()).rev().collect();
        let b = Case { bounds: dims.clone(), dims, minor_to_major, tiles: tiles.unwrap_or(a.tiles.clone()) };
        let (input, output, indices) = (a.order(), b.order(), all(&a.dims));
        let expected = keeps(&input, &output, |i, _| indices[i].clone());
        prop_assert_eq!(reshape_is_bitcast(&input, &output).unwrap(), expected, "{:?} {:?}", a, b);
    }
}

/// Dense orders of a number of elements that many shapes have.
fn factored(seed: usize) -> impl Strategy<Value = Case> {
    let primes: &[usize] = [[2, 2, 3, 2].as_slice(), &[2, 3], &[3, 2, 2], &[2, 2, 2, 2], &[5, 2, 3], &[1]][seed % 6];
    (Just(primes.to_vec()), vec(any::<bool>(), 7)).prop_flat_map(|(primes, breaks)| {
        let mut dims = vec![1];
        for (prime, cut) in primes.iter().zip(&breaks) {
            if *cut {
                dims.push(1);
            }
            *dims.last_mut().unwrap() *= prime;
        }
        let order = Just((0..dims.len()).collect::<Vec<_>>());
        let order =
            prop_oneof![order.clone(), order.clone().prop_map(|o| o.into_iter().rev().collect()), order.prop_shuffle()];
        order.prop_map(move |minor_to_major| Case {
            bounds: dims.clone(),
            dims: dims.clone(),
            minor_to_major,
            tiles: vec![],
        })
    })
}

#[test]
fn shapes_at_the_extremes_are_refused() {
    const HALF: u32 = usize::BITS / 2;
    for dims in [[usize::MAX, 2], [1 << HALF, 1 << (HALF - 1)], [usize::MAX, 1], [1 << (usize::BITS - 1), 0]] {
        assert!(matches!(DimOrder::row_major(&dims), Err(ErrorKind::ShapeOverflow)), "{dims:?}");
    }
    let big = TileDim::size(usize::MAX).unwrap();
    let tiled = TiledOrder::new(DimOrder::row_major(&[3, 3]).unwrap(), [[big, big]]);
    assert!(matches!(tiled, Err(ErrorKind::ShapeOverflow)));
    for order in [[0, 0].as_slice(), &[0, 2], &[0, usize::MAX]] {
        assert!(matches!(DimOrder::new(&[2, 2], order), Err(ErrorKind::Field { field: "minor_to_major", .. })));
    }
    assert!(matches!(DimOrder::new(&[2, 2], &[0]), Err(ErrorKind::Rank { expected: 2, found: 1, .. })));
    assert!(matches!(DimOrder::padded(&[2], &[0], &[1]), Err(ErrorKind::Field { field: "padded_dimensions", .. })));
}

#[test]
fn strides_that_no_order_has_are_named() {
    let why = |shape: &[usize], strides: &[isize]| match DimOrder::of_layout(&Layout::new(strides, 0), shape, 4) {
        Err(ErrorKind::Layout { why }) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(why(&[2, 3], &[0, 4]), "a stride is zero: several elements share one place");
    assert_eq!(why(&[2, 3], &[24, 8]), "neighbours of the innermost axis do not touch");
    assert_eq!(why(&[2, 3], &[14, 4]), "a stride is no multiple of the next smaller");
    assert_eq!(why(&[2, 3], &[8, 4]), "axes overlap");
    let wrong_rank = TiledOrder::of_layout(&Layout::new(&[4], 0), &[2, 3], 4);
    assert!(matches!(wrong_rank, Err(ErrorKind::Layout { why: "the number of strides is not the rank of the shape" })));
    assert_eq!(why(&[2, 3], &[12, 6]), "a stride is no multiple of the element size");
    assert_eq!(why(&[2, 3], &[4]), "the number of strides is not the rank of the shape");
}

/// Positions that can be counted may still be more bytes than can be addressed.
#[test]
fn bytes_that_cannot_be_addressed_have_no_strides() {
    let most = isize::MAX as usize / 4;
    for len in [most, most + 1] {
        let dim_order = DimOrder::row_major(&[len]).unwrap();
        let tiled = TiledOrder::from(dim_order.clone());
        for layout in [dim_order.to_layout(4), tiled.to_layout(4)] {
            match layout {
                Ok(layout) => assert_eq!((layout, len), (Layout::new(&[4], 0), most)),
                Err(error) => assert!(matches!(error, ErrorKind::ShapeOverflow) && len > most, "{error}"),
            }
        }
    }
}

/// Whatever its stride, an axis of one element has no direction.
#[test]
fn an_axis_of_one_element_has_no_direction() {
    let layout = Layout::new(&[-12, -4], 8);
    let order = DimOrder::of_layout(&layout, &[1, 3], 4).unwrap();
    assert_eq!(order.descending(), [false, true]);
    assert_eq!(TiledOrder::of_layout(&layout, &[1, 3], 4).unwrap().order().descending(), [false, true]);
    assert_eq!(order.to_layout(4).unwrap(), Layout::new(&[12, -4], 8));
}

#[test]
fn an_order_is_row_major_or_column_major_if_its_axes_follow_one_another_forwards() {
    let of = |order: &[usize]| DimOrder::new(&[2, 3, 4], order).unwrap();
    let both = |order: &DimOrder| (order.is_row_major(), order.is_column_major());
    let (rows, columns, mixed) = (of(&[2, 1, 0]), of(&[0, 1, 2]), of(&[1, 0, 2]));
    assert_eq!([&rows, &columns, &mixed].map(both), [(true, false), (false, true), (false, false)]);
    for order in [rows, columns] {
        assert_eq!(both(&order.directed(&[false, true, false]).unwrap()), (false, false));
    }
    assert_eq!(both(&DimOrder::row_major(&[5]).unwrap()), (true, true));
}

/// Large arrays are not looked at element by element.
#[test]
fn strides_of_large_arrays_are_exact() {
    let strides = |shape: &[usize], tiles: &[&[Option<usize>]]| {
        let dim = |len: &Option<usize>| len.map_or(TileDim::Combine, |len| TileDim::size(len).unwrap());
        let tiles = tiles.iter().map(|tile| tile.iter().map(dim).collect::<Vec<_>>());
        let order = TiledOrder::new(DimOrder::row_major(shape).unwrap(), tiles).unwrap();
        order.strides().map(|strides| strides.to_vec())
    };
    let (many, t, all) = (usize::MAX / (1 << 24), Some, None);
    assert_eq!(strides(&[many], &[&[t(128)]]), Some(vec![1]));
    assert_eq!(strides(&[many, 128], &[&[t(8), t(128)]]), Some(vec![128, 1]));
    assert_eq!(strides(&[many, 129], &[&[t(8), t(128)]]), None);
    assert_eq!(strides(&[many, 128], &[&[t(8), t(128)], &[t(2), t(1)]]), None);
    assert_eq!(strides(&[many, 100], &[&[t(100)], &[t(128)]]), Some(vec![128, 1]));
    assert_eq!(strides(&[many, 5], &[&[t(1)], &[t(3)]]), Some(vec![15, 3]));
    // A merged number has a stride of its own, or it is not clear.
    assert_eq!(strides(&[many, 100], &[&[all, t(128)]]), Some(vec![100, 1]));
    assert_eq!(strides(&[1 << 6, 128], &[&[all, t(128)], &[t(200)]]), None);
    assert_eq!(strides(&[1 << 4, 128], &[&[all, t(128)], &[t(200)]]), Some(vec![200, 1]));
}

#[test]
fn the_last_index_is_followed_by_the_first() {
    let mut index = [1, 2];
    assert!(!next_index(&[2, 3], &mut index));
    assert_eq!(index, [0, 0]);
    assert!(!next_index(&[], &mut []));
}

/// Axes that are stored backwards change the sign of strides, and not whether there are any.
#[test]
fn tiled_orders_have_strides_in_every_direction() {
    let lens = [None, Some(1), Some(2), Some(3)];
    let dims = lens.map(|len| len.map_or(TileDim::Combine, |len| TileDim::size(len).unwrap()));
    let (mut with, mut without) = (0, 0);
    for code in 0..4 * 4 * 4 * 4 {
        let [a, b, c, d] = [1, 4, 16, 64].map(|place| dims[code / place % 4]);
        let of = |descending: [bool; 3]| {
            let order = DimOrder::row_major(&[2, 3, 2]).unwrap().directed(&descending).unwrap();
            TiledOrder::new(order, [&[a, b, c][..], &[d]])
        };
        let Ok(forwards) = of([false; 3]) else { continue };
        let has_strides = forwards.strides().is_some();
        for descending in [[true, false, false], [false, true, false], [false, false, true], [true; 3]] {
            let tiled = of(descending).unwrap();
            assert_eq!(
                (tiled.strides().is_some(), tiled.to_layout(4).is_ok()),
                (has_strides, has_strides),
                "{tiled:?}"
            );
        }
        *if has_strides { &mut with } else { &mut without } += 1;
    }
    assert!(with > 20 && without > 20, "{with} {without}");
}
