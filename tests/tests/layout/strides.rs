//! Strides in the words of XLA, tiles and padding, and tiles in the words of strides, wherever they say the same.

use ndarray::Array2;
use proptest::{collection::vec, prelude::*};
use tensor_format::{
    ByteOrder, ElementType, ErrorKind, Header, Tensor, TensorRef,
    layout::Layout,
    stdlib::MetaData,
    xla::{ArrayShape, Layout as XlaLayout, PaddedLayout, PaddedShape, PaddingValue, PrimitiveType, Shape, Tile},
};

use super::all;
use tensor_format_tests::xla::{array, shape};

fn sum(index: &[usize], strides: &[isize]) -> isize {
    index.iter().zip(strides).map(|(i, stride)| *i as isize * stride).sum()
}

/// All orders of the first so many axes.
pub(crate) fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for axis in 0..count {
        let put = |order: &Vec<usize>, at| [&order[..at], &[axis], &order[at..]].concat();
        all = all.iter().flat_map(|order| (0..=axis).map(|at| put(order, at)).collect::<Vec<_>>()).collect();
    }
    all
}

/// An order of the axes and bounds up to 12 with every element in its place, by trying them all.
fn some_padding(dims: &[usize], places: &[isize]) -> Option<(Vec<usize>, Vec<usize>)> {
    let indices = all(dims);
    for order in permutations(dims.len()) {
        let most = vec![13; dims.len().saturating_sub(1)];
        for bounds in all(&most) {
            let wide_enough = order.iter().zip(&bounds).all(|(axis, bound)| *bound >= dims[*axis].max(1));
            if !wide_enough {
                continue;
            }
            let mut strides = vec![0; dims.len()];
            let mut step = 1;
            for (at, axis) in order.iter().enumerate() {
                strides[*axis] = step as isize;
                step *= bounds.get(at).unwrap_or(&1);
            }
            if indices.iter().map(|index| sum(index, &strides)).eq(places.iter().copied()) {
                return Some((order, bounds));
            }
        }
    }
    None
}

proptest! {
    /// Whatever the strides: each target says the same of every element, or there is nothing in it that would.
    #[test]
    fn no_target_moves_an_element(
        dims in vec(0usize..4, 0..4),
        strides in vec(prop_oneof![6 => 0isize..=6, 3 => Just(8), 3 => Just(12), 1 => -6isize..0], 4),
        offset in prop_oneof![3 => Just(0usize), 1 => 0usize..40],
    ) {
        let header = Header::new(ElementType::U8, dims.as_slice());
        let strides = &strides[..dims.len()];
        let layout = Layout::new(strides, offset);
        let meta = MetaData::of_layout(&header, &layout, ByteOrder::Little).unwrap();
        prop_assert_eq!(meta.layout().unwrap(), layout.clone());
        let indices = all(&dims);
        let places: Vec<isize> = indices.iter().map(|index| sum(index, strides) + offset as isize).collect();
        let found = [
            ArrayShape::of_layout(&header, &layout, ByteOrder::Little).map(|shape| {
                let order = shape.order().unwrap();
                (shape.to_layout().unwrap(), indices.iter().map(|index| order.position(index).unwrap()).collect::<Vec<_>>())
            }),
            PaddedShape::of_layout(&header, &layout, ByteOrder::Little).map(|shape| {
                let order = shape.order();
                (shape.to_layout().unwrap(), indices.iter().map(|index| order.position(index).unwrap()).collect())
            }),
        ];
        for (target, found) in found.into_iter().enumerate() {
            match found {
                Ok((strides, positions)) => {
                    prop_assert!(positions.iter().map(|at| *at as isize).eq(places.iter().copied()));
                    for (index, at) in indices.iter().zip(&places) {
                        prop_assert_eq!(strides.byte_offset(&dims, index), Some(*at as usize));
                    }
                }
                Err(ErrorKind::Layout { why }) => {
                    prop_assert!(!why.is_empty());
                    // A tile of one element makes room for one more axis of one element.
                    let more = if target == 0 { &[1].as_slice() } else { &[].as_slice() };
                    let found = some_padding(&[dims.as_slice(), more].concat(), &places);
                    prop_assert_eq!(found, None, "{}", why);
                }
                Err(other) => prop_assert!(false, "{other}"),
            }
        }
    }
}

/// Every order that one or two tiles can make of few elements: strides say it if all steps are equal, and tiles say it
/// again.
#[test]
fn what_tiles_say_by_strides_goes_both_ways() {
    let little = ByteOrder::Little;
    let lens = [1, 2, 3];
    let tiles_of = |rank: usize| -> Vec<Vec<usize>> {
        let lists = (0..=rank).flat_map(|len| all(&vec![lens.len(); len]));
        lists.map(|tile| tile.iter().map(|at| lens[*at]).collect()).collect()
    };
    let (mut even, mut uneven) = (0, 0);
    for dims in [vec![3], vec![1], vec![2, 3], vec![3, 1], vec![2, 2], vec![0, 2]] {
        let header = Header::new(ElementType::U16, dims.as_slice());
        let indices = all(&dims);
        for order in permutations(dims.len()) {
            for (first, second) in
                tiles_of(dims.len()).iter().flat_map(|a| tiles_of(2 * a.len()).into_iter().map(move |b| (a, b)))
            {
                let layout = [first, &second].into_iter().filter(|tile| !tile.is_empty());
                let layout = layout.fold(XlaLayout::new(&order), |l, tile| l.tiled(Tile::new(tile).unwrap()));
                let array = ArrayShape::new(PrimitiveType::U16, &dims).unwrap().with_layout(layout).unwrap();
                let tiled = array.order().unwrap();
                let places: Vec<isize> = indices.iter().map(|at| tiled.position(at).unwrap() as isize * 2).collect();
                let step = |axis: usize| {
                    let unit: Vec<usize> = (0..dims.len()).map(|other| usize::from(other == axis)).collect();
                    indices.iter().position(|index| *index == unit).map_or(2, |at| places[at])
                };
                let strides: Vec<isize> = (0..dims.len()).map(step).collect();
                let layout = Layout::new(&strides, 0);
                let equal = indices.iter().zip(&places).all(|(index, at)| sum(index, &strides) == *at);
                match array.to_layout() {
                    Ok(found) => {
                        assert!(equal, "{array}: {found:?}");
                        let at =
                            |layout: &Layout| indices.iter().map(|i| layout.byte_offset(&dims, i)).collect::<Vec<_>>();
                        assert_eq!(at(&found), at(&layout), "{array}");
                        let again = ArrayShape::of_layout(&header, &found, little).unwrap();
                        assert_eq!(at(&again.to_layout().unwrap()), at(&layout), "{array}, {again}");
                        even += 1;
                    }
                    Err(ErrorKind::Layout { why: "the tiles put neighbours at distances that differ" }) => {
                        assert!(!equal, "{array}: {strides:?}");
                        uneven += 1;
                    }
                    Err(other) => panic!("{array}: {other}"),
                }
            }
        }
    }
    assert!(even > 1000 && uneven > 1000, "{even} and {uneven}");
}

#[test]
fn padding_is_a_tile() {
    let header = |shape: &[usize]| Header::new(ElementType::F32, shape);
    for (shape, strides, text) in [
        (vec![2, 3], vec![4, 12], "f32[2,3]{0,1:T(3)}"),
        (vec![2, 3], vec![16, 4], "f32[2,3]{1,0:T(4)}"),
        (vec![2, 3, 4], vec![160, 20, 4], "f32[2,3,4]{2,1,0:T(8,5)}"),
        (vec![2, 3, 4], vec![80, 16, 4], "f32[2,3,4]{2,1,0:T(5,4)}"),
        (vec![3, 2, 4], vec![16, 80, 4], "f32[3,2,4]{2,0,1:T(5,4)}"),
        // Room between all elements: a tile of one element, or a dimension of size 1, carries it.
        (vec![2, 3], vec![24, 8], "f32[2,3]{1,0:T(1)(2)}"),
        (vec![3], vec![8], "f32[3]{0:T(1)(2)}"),
        (vec![2, 3], vec![40, 8], "f32[2,3]{1,0:T(1)(5,2)}"),
        (vec![3, 1], vec![8, 8], "f32[3,1]{1,0:T(2)}"),
        (vec![1, 3], vec![0, 8], "f32[1,3]{0,1:T(2)}"),
        // No elements lie anywhere.
        (vec![0, 3], vec![-5, 0], "f32[0,3]{1,0}"),
        (vec![1, 1], vec![-8, 0], "f32[1,1]{1,0}"),
    ] {
        let offset = if shape.contains(&0) { 28 } else { 0 };
        let layout = Layout::new(&strides, offset);
        let found = ArrayShape::of_layout(&header(&shape), &layout, ByteOrder::Little).unwrap();
        assert_eq!(found.to_string(), text);
        for index in all(&shape) {
            assert_eq!(found.position(&index).unwrap() as isize * 4, sum(&index, &strides), "{text}");
        }
    }
    // The source document's array, padded to [3, 5], as the tiles of today.
    let padded = PaddedLayout::new(&[0, 1], &[3, 5], PaddingValue::Zero);
    let padded = PaddedShape::new(PrimitiveType::F32, &[2, 3], padded).unwrap();
    let tiled = array("f32[2,3]{0,1:T(5,3)}");
    assert!(tiled.order().unwrap().memory_order().eq(padded.order().memory_order()));
    assert_eq!(tiled.to_layout().unwrap(), padded.to_layout().unwrap());
    assert_eq!(tiled.strides().unwrap().as_slice(), [1, 3]);

    for (shape, strides, minor_to_major, bounds) in [
        (vec![3, 1], vec![8, 0], [1, 0], vec![3, 2]),
        (vec![3, 1], vec![8, 8], [1, 0], vec![3, 2]),
        (vec![1, 3], vec![4, 8], [0, 1], vec![2, 3]),
    ] {
        let layout = Layout::new(&strides, 0);
        let found = PaddedShape::of_layout(&header(&shape), &layout, ByteOrder::Little).unwrap();
        assert_eq!(
            (found.layout().minor_to_major.as_slice(), found.order().bounds()),
            (&minor_to_major[..], &bounds.into())
        );
        assert!(
            all(&shape)
                .iter()
                .all(|i| found.to_layout().unwrap().byte_offset(&shape, i) == layout.byte_offset(&shape, i))
        );
    }
}

#[test]
fn tiles_that_only_pad_are_viewed() {
    for (text, strides) in [
        ("f32[4]{0:T(2)}", vec![4]),
        ("f32[256]{0:T(128)}", vec![4]),
        ("f32[8,128]{1,0:T(8,128)}", vec![512, 4]),
        ("f32[16,128]{1,0:T(8,128)}", vec![512, 4]),
        ("f32[2,3]{0,1:T(5,3)}", vec![4, 12]),
        ("f32[2,3]{0,1:T(2,5)(1)}", vec![4, 20]),
        ("f32[4,2]{1,0:T(*,4)}", vec![8, 4]),
    ] {
        let array = array(text);
        assert_eq!(array.to_layout().unwrap(), Layout::new(&strides, 0), "{text}");
        let count = array.element_count().unwrap();
        let numbers: Vec<f32> = (0..count).map(|i| i as f32).collect();
        let tensor = TensorRef::from_slice(array.sizes().unwrap(), &numbers).unwrap();
        let mut buffer = vec![0; array.byte_size().unwrap()];
        array.write(&tensor, &mut buffer).unwrap();
        let view = array.view(&buffer).unwrap();
        assert_eq!((view.buffer().as_ptr(), &view), (buffer.as_ptr(), &tensor), "{text}");
        // Padding behind the last element is needed to write, not to read.
        let end = view.layout().unwrap().bytes(view.shape(), 4).unwrap().end;
        assert_eq!(array.view(&buffer[..end]).unwrap(), tensor);
        assert_eq!(array.to_tensor(&buffer[..end]).unwrap(), tensor);
        for short in [array.view(&buffer[..end - 1]).err(), array.to_tensor(&buffer[..end - 1]).err()] {
            assert!(matches!(short, Some(ErrorKind::Layout { why: "the buffer is shorter than the shape" })));
        }
        let short = buffer.len() - 1;
        assert!(array.write(&tensor, &mut buffer[..short]).is_err());
    }
    for text in ["f32[3,5]{1,0:T(2,2)}", "f32[16,256]{1,0:T(8,128)}", "f32[2,3]{1,0:T(*,5)(3)}"] {
        let why = "the tiles put neighbours at distances that differ";
        for refused in [array(text).to_layout().map(drop), array(text).strides().map(drop)] {
            assert!(matches!(refused, Err(ErrorKind::Layout { why: found }) if found == why), "{text}");
        }
    }
}

/// What stands in the way is named, from either side.
#[test]
fn what_a_target_cannot_express_is_named() {
    let header = Header::new(ElementType::F32, [2, 3]);
    let little = ByteOrder::Little;
    let named = [
        (vec![12, -4], 8, "a stride is negative"),
        (vec![0, 4], 0, "a stride is zero: several elements share one place"),
        (vec![14, 4], 0, "a stride is no multiple of the next smaller"),
        (vec![12, 6], 0, "a stride is no multiple of the element size"),
        (vec![4, 4], 0, "axes overlap"),
        (vec![12, 4], 4, "the offset is not 0: an XLA buffer begins with its first element"),
        (vec![4], 0, "the number of strides is not the rank of the shape"),
    ];
    for (strides, offset, expected) in named {
        let layout = Layout::new(&strides, offset);
        for refused in [
            ArrayShape::of_layout(&header, &layout, little).err(),
            PaddedShape::of_layout(&header, &layout, little).err(),
        ] {
            assert!(matches!(refused, Some(ErrorKind::Layout { why }) if why == expected), "{expected}: {refused:?}");
        }
    }
    // Only tiles put room between all elements, if no dimension of size 1 carries it.
    let apart = PaddedShape::of_layout(&header, &Layout::new(&[24, 8], 0), little).unwrap_err();
    assert!(matches!(apart, ErrorKind::Layout { why: "neighbours of the innermost axis do not touch" }));
    let rows = Layout::row_major(&[2, 3], 4);
    for big in [
        ArrayShape::of_layout(&header, &rows, ByteOrder::Big).err(),
        PaddedShape::of_layout(&header, &rows, ByteOrder::Big).err(),
    ] {
        assert!(matches!(big, Some(ErrorKind::Layout { why: "the numbers are big-endian" })));
    }
    let far = ArrayShape::of_layout(&header, &Layout::new(&[isize::MAX - 3, 4], 0), little);
    assert!(matches!(far, Err(ErrorKind::ShapeOverflow)), "{far:?}");
    let text = Tensor::from_strings([1], ["a"]).unwrap();
    let refused = Shape::of(&text.as_ref());
    assert!(matches!(refused, Err(ErrorKind::UnsupportedElementType { format: "XLA", .. })));

    let why = |text: &str| match array(text).to_layout() {
        Err(ErrorKind::Layout { why }) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(why("f32[4,4]{1,0:T(2,2)}"), "the tiles put neighbours at distances that differ");
    assert_eq!(why("s4[4]{0:E(4)}"), "elements take other numbers of bits than their type's bytes");
    assert_eq!(why("f32[<=4]"), "a dimension is dynamic: the size of the value is not known");
    assert_eq!(why("f32[4]{0:D(C)}"), "the elements of a sparse array have no order of their own");
    let bf16 = array("bf16[4]");
    let refused = MetaData::of_layout(&bf16.header().unwrap(), &bf16.to_layout().unwrap(), little);
    assert!(matches!(refused, Err(ErrorKind::UnsupportedElementType { format: "stdlib", .. })));
    // A view with an offset fits once its buffer is cut to its elements.
    let array = Array2::<f32>::zeros((4, 3));
    let rows = array.slice(ndarray::s![1..3, ..]);
    let tensor = TensorRef::from_array_in(&rows, array.as_slice().unwrap()).unwrap();
    assert!(Shape::of(&tensor).is_err());
    // XLA's elements are little-endian.
    let trimmed = Shape::of(&tensor.trimmed());
    assert_eq!(trimmed.ok(), cfg!(target_endian = "little").then(|| shape("f32[2,3]")));
    assert_eq!(tensor.trimmed(), tensor);
}
