//! Padded XLA shapes: created, turned, and with dimensions put in and taken out.

use proptest::{collection::vec, prelude::*};
use tensor_format::{
    DecodeError, ErrorKind,
    error::Limit,
    layout::Index,
    xla::{AnyShape, ArrayShape, PaddedLayout, PaddedShape, PaddingValue, PrimitiveType, Shape},
};

fn padded() -> impl Strategy<Value = PaddedShape> {
    let sizes = vec(prop_oneof![5 => 1usize..4, 1 => Just(0)], 0..=6);
    let order = sizes.prop_flat_map(|sizes| {
        let order = Just((0..sizes.len()).collect::<Vec<_>>()).prop_shuffle();
        let more = proptest::option::of(vec(0usize..3, sizes.len()));
        (Just(sizes), order, more, 0i64..6)
    });
    order.prop_map(|(sizes, order, more, value)| {
        let bounds: Option<Vec<usize>> =
            more.map(|more| sizes.iter().zip(more).map(|(len, more)| len + more).collect());
        let value = PaddingValue::from_number(value).unwrap();
        let layout = PaddedLayout::new(&order, &bounds.unwrap_or_default(), value);
        PaddedShape::new(PrimitiveType::S16, &sizes, layout).unwrap()
    })
}

fn indices(shape: &PaddedShape) -> Vec<Index> {
    shape.order().indices().collect()
}

proptest! {
    #[test]
    fn turned_arrays_keep_every_element(shape in padded(), turn in any::<prop::sample::Index>()) {
        let rank = shape.rank();
        let mut permutation: Vec<usize> = (0..rank).collect();
        permutation.rotate_left(turn.index(rank.max(1)));
        if rank > 2 {
            permutation.swap(0, 1);
        }
        let turned = shape.permute(&permutation).unwrap();
        prop_assert_eq!(turned.order().positions(), shape.order().positions());
        prop_assert_eq!((turned.layout().padding_value, turned.true_rank()), (shape.layout().padding_value, shape.true_rank()));
        for index in indices(&shape) {
            let moved: Vec<usize> = permutation.iter().map(|from| index[*from]).collect();
            prop_assert_eq!(turned.position(&moved).unwrap(), shape.position(&index).unwrap());
        }
        let mut inverse = vec![0; rank];
        permutation.iter().enumerate().for_each(|(to, from)| inverse[*from] = to);
        prop_assert_eq!(&turned.permute(&inverse).unwrap(), &shape);
    }

    #[test]
    fn dimensions_are_put_in_and_taken_out(shape in padded(), at in any::<prop::sample::Index>(), size in 0usize..4) {
        let at = at.index(shape.rank() + 1);
        let more = shape.insert_dimension(at, size).unwrap();
        prop_assert_eq!((more.rank(), more.dimension(at as i64).unwrap()), (shape.rank() + 1, size));
        prop_assert_eq!(more.layout().minor_to_major.last(), Some(&at));
        // The new dimension varies slowest: it counts whole arrays with their padding.
        for i in 0..size {
            for index in indices(&shape) {
                let mut longer = index.clone();
                longer.insert(at, i);
                let expected = shape.position(&index).unwrap() + i * shape.order().positions();
                prop_assert_eq!(more.position(&longer).unwrap(), expected);
            }
        }
        for number in [at as i64, at as i64 - more.rank() as i64] {
            prop_assert_eq!(&more.delete_dimension(number).unwrap(), &shape);
        }
        // Any dimension taken out: the others keep order and bounds.
        let gone = at % more.rank();
        let less = more.delete_dimension(gone as i64).unwrap();
        let kept = |list: &[usize]| list.iter().enumerate().filter(|(i, _)| *i != gone).map(|(_, n)| *n).collect::<Vec<_>>();
        prop_assert_eq!(&**less.sizes(), kept(more.sizes()));
        prop_assert_eq!(&**less.order().bounds(), kept(more.order().bounds()));
        let order = more.layout().minor_to_major.iter().filter(|d| **d != gone).map(|d| d - usize::from(*d > gone));
        prop_assert_eq!(less.layout().minor_to_major.as_slice(), order.collect::<Vec<_>>());
    }

    #[test]
    fn positions_and_indices_are_inverse(shape in padded()) {
        prop_assert_eq!(shape.element_count().unwrap(), indices(&shape).len());
        for index in indices(&shape) {
            prop_assert_eq!(shape.index_of(shape.position(&index).unwrap()).unwrap(), Some(index));
        }
        let end = shape.order().positions();
        let past = matches!(shape.index_of(end), Err(ErrorKind::Index { .. }));
        prop_assert!(past);
    }
}

#[test]
fn the_default_is_row_major_without_padding() {
    let made = PaddedShape::row_major(PrimitiveType::F32, &[1, 2, 3, 4]).unwrap();
    assert_eq!(made.layout(), &PaddedLayout::new(&[3, 2, 1, 0], &[], PaddingValue::Invalid));
    assert!(made.layout().is_row_major() && !made.layout().is_column_major());
    assert_eq!((made.rank(), made.true_rank(), made.element_count().unwrap(), made.byte_size()), (4, 3, 24, 96));
    assert_eq!([-4, -1, 0, 3].map(|number| made.dimension(number).unwrap()), [1, 4, 1, 4]);
    // The same places as in the shape of today.
    let today = ArrayShape::new(PrimitiveType::F32, &[1, 2, 3, 4]).unwrap();
    assert!(made.order().indices().all(|index| made.position(&index).unwrap() == today.position(&index).unwrap()));
    let columns = PaddedLayout::new(&[0, 1], &[], PaddingValue::Zero);
    assert!(columns.is_column_major() && !columns.is_row_major());
    for rank in [0, 1] {
        let only = PaddedLayout::row_major(rank);
        assert!(only.is_row_major() && only.is_column_major());
    }
    assert!(matches!(PaddedShape::row_major(PrimitiveType::C128, &[usize::MAX / 16]), Err(ErrorKind::ShapeOverflow)));
    assert!(matches!(
        PaddedShape::row_major(PrimitiveType::U8, &[1; 256]),
        Err(ErrorKind::LimitExceeded { limit: Limit::Rank, max: 255, found: 256 })
    ));
}

#[test]
fn equality_and_compatibility() {
    let of = |sizes: &[usize], order: &[usize], bounds: &[usize], value| {
        PaddedShape::new(PrimitiveType::F32, sizes, PaddedLayout::new(order, bounds, value)).unwrap()
    };
    let base = of(&[2, 3], &[0, 1], &[3, 5], PaddingValue::Zero);
    let mut unknown = base.clone();
    // A field that is not known here.
    let bytes = [base.to_vec(), vec![0x38, 0x01]].concat();
    unknown.clone_from(&PaddedShape::from_slice(&bytes).unwrap());
    assert!(unknown != base && unknown.equal(&base) && unknown.compatible(&base));
    assert_eq!(unknown.permute(&[0, 1]).unwrap().to_vec(), bytes, "kept");
    for other in [
        of(&[2, 3], &[1, 0], &[3, 5], PaddingValue::Zero),
        of(&[2, 3], &[0, 1], &[3, 4], PaddingValue::Zero),
        of(&[2, 3], &[0, 1], &[], PaddingValue::Zero),
        of(&[2, 3], &[0, 1], &[3, 5], PaddingValue::One),
    ] {
        assert!(!base.equal(&other) && base.compatible(&other), "{other:?}");
    }
    let other = of(&[2, 4], &[0, 1], &[3, 5], PaddingValue::Zero);
    assert!(!base.equal(&other) && !base.compatible(&other));
    let other = base.clone().with_element_type(PrimitiveType::S32).unwrap();
    assert!(!base.equal(&other) && !base.compatible(&other) && other.order() == base.order());
    let dense = of(&[2, 3], &[0, 1], &[], PaddingValue::Zero);
    assert!(dense.equal(&of(&[2, 3], &[0, 1], &[2, 3], PaddingValue::Zero)));
    let turned = dense.clone().with_layout(PaddedLayout::new(&[1, 0], &[], PaddingValue::Zero)).unwrap();
    assert!(turned.compatible(&dense) && turned.layout().is_row_major());
}

#[test]
fn edits_that_do_not_fit_are_refused() {
    let base = PaddedShape::row_major(PrimitiveType::F32, &[2, 3]).unwrap();
    for permutation in [[0, 0], [0, 2]] {
        assert!(matches!(base.permute(&permutation), Err(ErrorKind::Field { field: "minor_to_major", .. })));
    }
    assert!(matches!(base.permute(&[0]), Err(ErrorKind::Rank { expected: 2, found: 1, .. })));
    assert!(matches!(base.insert_dimension(3, 1), Err(ErrorKind::Index { index: 3, len: 3 })));
    assert!(matches!(base.insert_dimension(0, usize::MAX), Err(ErrorKind::ShapeOverflow)));
    for number in [2, -3, i64::MIN, i64::MAX] {
        assert!(matches!(base.delete_dimension(number), Err(ErrorKind::Field { field: "axis", .. })));
        assert!(base.dimension(number).is_err());
    }
    assert!(base.clone().with_layout(PaddedLayout::new(&[0, 1], &[1, 3], PaddingValue::Zero)).is_err());
    assert!(base.with_layout(PaddedLayout::row_major(3)).is_err());
    let wide = PaddedShape::row_major(PrimitiveType::U8, &[usize::MAX / 16]).unwrap();
    assert!(matches!(wide.with_element_type(PrimitiveType::C128), Err(ErrorKind::ShapeOverflow)));
    let shape: Shape = "f32[2]".parse().unwrap();
    assert_eq!(PaddedShape::from_slice(&shape.to_vec()).unwrap().layout().unknown.as_bytes(), [0x80, 0x01, 0x01]);
}

fn bytes(text: &str) -> Vec<u8> {
    hex::decode(text.replace(' ', "")).unwrap()
}

/// The message of the document's own example is read as what it is, and refused by the reader of the later generation.
#[test]
fn one_reader_reads_both_generations() {
    let message = bytes("100b 1a020203 2a0a 0a020001 12020305 1801");
    let layout = PaddedLayout::new(&[0, 1], &[3, 5], PaddingValue::Zero);
    let made = PaddedShape::new(PrimitiveType::F32, &[2, 3], layout).unwrap();
    assert_eq!(made.to_vec(), message);
    let shape = AnyShape::from_slice(&message).unwrap();
    assert_eq!(shape, AnyShape::from(made.clone()));
    assert_eq!((shape.to_vec(), shape.is_array(), shape.buffer_size().unwrap()), (message.clone(), true, 60));
    assert_eq!(shape.to_string(), "f32[2,3]{0,1}, padded to [3,5] with ZERO_PAD");
    let numbers: [f32; 15] = [1., 4., 0., 2., 5., 0., 3., 6., 0., 0., 0., 0., 0., 0., 0.];
    let buffer: Vec<u8> = numbers.into_iter().flat_map(f32::to_le_bytes).collect();
    let expected = [1f32, 2., 3., 4., 5., 6.];
    assert_eq!(shape.view(&buffer).unwrap().to_vec::<f32>().unwrap(), expected);
    assert_eq!(shape.to_tensor(&buffer).unwrap().as_ref().to_vec::<f32>().unwrap(), expected);
    // A buffer of another length is not that of the shape.
    let why = |result: Result<(), ErrorKind>| match result {
        Err(ErrorKind::Layout { why }) => why,
        other => panic!("{other:?}"),
    };
    let (short, long) = (&buffer[..56], [&buffer[..], &[0]].concat());
    for (buffer, expected) in
        [(short, "the buffer is shorter than the shape"), (&long, "the buffer is longer than the shape")]
    {
        assert_eq!(why(shape.view(buffer).map(drop)), expected);
        assert_eq!(why(shape.to_tensor(buffer).map(drop)), expected);
    }
    let error = Shape::from_slice(&message).unwrap_err();
    let expected = "a layout without padding (`AnyShape` reads such a message if it is one array)";
    assert_eq!(error.to_string(), format!("padded_dimensions: expected {expected}, found 1 (byte 14)"));
    let number = Shape::from_slice(&bytes("100b 1a0103 2a05 0a0100 1008")).unwrap_err();
    assert_eq!(number.to_string(), format!("padded_dimensions: expected {expected}, found 8 (byte 11)"));
    // Padding within a tuple is not misread either.
    let tuple = [&bytes("100d 2212")[..], &message].concat();
    assert_eq!(AnyShape::from_slice(&tuple).unwrap_err().offset(), Some(18));
    // Only a value of padding: a padded layout without padding.
    let value = AnyShape::from_slice(&bytes("100b 1a0102 2a05 0a0100 1804")).unwrap();
    let AnyShape::Padded(value) = value else { panic!("{value}") };
    assert_eq!((value.layout().padding_value, value.byte_size()), (PaddingValue::Highest, 8));

    // Today's messages, and those that both generations write alike.
    for text in ["f32[2,3]{0,1}", "f32[3,5]{1,0:T(2,2)}", "(f32[2]{0}, token[])", "u8[2]{0:M(1)}"] {
        let today: Shape = text.parse().unwrap();
        let read = AnyShape::from_slice(&today.to_vec()).unwrap();
        assert_eq!((read.to_string(), read.to_vec()), (text.to_owned(), today.to_vec()));
        assert_eq!(read, AnyShape::from(today.clone()));
        assert_eq!(read.is_array(), today.as_array().is_some());
        assert_eq!(read.header().is_ok(), read.is_array());
    }
    assert_eq!(AnyShape::from_slice(&bytes("100b 1a0102 2a03 0a0100")).unwrap().to_string(), "f32[2]{0}");
    let none = AnyShape::from(Shape::TOKEN);
    assert_eq!(why(none.buffer_size().map(drop)), "an XLA shape that is no array has no elements of its own");
    assert_eq!(why(none.view(&[]).map(drop)), "an XLA shape that is no array has no elements of its own");
}

/// What only later layouts say of the places of elements does not stand beside padding, and nothing sparse is dense.
#[test]
fn padded_layouts_say_nothing_of_later_ones() {
    let field = |error: DecodeError| match error.kind() {
        ErrorKind::Field { field, expected, found } => (*field, *expected, *found, error.offset().unwrap()),
        other => panic!("{other}"),
    };
    let later = |layout: &str| {
        let layout = bytes(&format!("0a0100 120103 {layout}"));
        let message = [&bytes("100b 1a0102 2a")[..], &[layout.len() as u8], &layout].concat();
        field(AnyShape::from_slice(&message).unwrap_err())
    };
    let none = "none in a padded layout";
    assert_eq!(later("32030a0102"), ("tiles", none, 1, 15));
    assert_eq!(later("3820"), ("element_size_in_bits", none, 32, 14));
    assert_eq!(later("4a0101"), ("dim_level_types", none, 1, 15));
    assert_eq!(later("52021011"), ("physical_shape", none, 1, 15));
    assert_eq!(later("7808"), ("dynamic_shape_metadata_prefix_bytes", none, 8, 14));
    assert_eq!(later("800108"), ("tail_padding_alignment_in_elements", none, 8, 15));
    assert_eq!(later("8a0103120101"), ("split_configs", none, 1, 16));
    assert_eq!(later("2002"), ("format", "a dense array", 2, 14));
    let sparse = Shape::from_slice(&bytes("100b 1a0102 2a05 0a0100 2002")).unwrap_err();
    assert_eq!(field(sparse), ("format", "a dense array", 2, 11));
    assert!(Shape::from_slice(&bytes("100b 1a0102 2a05 0a0100 2001")).is_ok(), "dense");
    let dynamic = bytes("100b 1a0102 2a06 0a0100 120103 320101");
    let expected = ("is_dynamic_dimension", "none that is dynamic in a padded layout", 1, 15);
    assert_eq!(field(AnyShape::from_slice(&dynamic).unwrap_err()), expected);
    // What says nothing may stand there.
    let quiet = bytes("100b 1a0102 2a0b 0a0100 120103 3800 800101 320100");
    assert_eq!(AnyShape::from_slice(&quiet).unwrap().to_string(), "f32[2]{0}, padded to [3] with INVALID_PAD");
}
