//! One layout in three words: stdlib record, XLA shape, strides with an offset.

use ndarray::ArrayViewD;
use proptest::{collection::vec, prelude::*};
use tensor_format::{
    ByteOrder, ElementType, ErrorKind, HasRules, Header, Many, Tensor, TensorRef,
    error::Limit,
    layout::{DimOrder, Layout},
    stdlib::{MetaData, Options, Table},
    xla::{
        ArrayShape, ConstShape, Dimension, Literal, PaddedLayout, PaddedShape, PaddingValue, PrimitiveType, Shape,
        shape_of,
    },
    zio::Message,
};
use tensor_format_tests::xla::{array, shape};

/// The layout of a record.
fn of_record(record: &[u8]) -> (Header, Layout, ByteOrder) {
    let meta = Options::new().from_slice(record).unwrap();
    (meta.header().unwrap(), meta.layout().unwrap(), meta.byte_order)
}

proptest! {
    /// record → strides → XLA → strides → record, and every element stays where it is.
    #[test]
    fn padded_layouts_go_round(dims in vec(1usize..4, 0..=6), order in any::<prop::sample::Index>(), pad in vec(0usize..2, 6)) {
        let mut minor_to_major: Vec<usize> = (0..dims.len()).collect();
        minor_to_major.rotate_left(order.index(dims.len().max(1)));
        let bounds: Vec<usize> = dims.iter().zip(pad).map(|(len, more)| len + more).collect();
        for bounds in [&dims, &bounds] {
            let header = Header::new(ElementType::F32, dims.as_slice());
            let strides = DimOrder::padded(&dims, &minor_to_major, bounds).unwrap().to_layout(4).unwrap();
            let record = MetaData::of_layout(&header, &strides, ByteOrder::Little).unwrap().to_vec().unwrap();
            let (read, layout, byte_order) = of_record(&record);
            prop_assert_eq!(&read, &header);
            prop_assert_eq!(&layout, &strides);
            let padded = PaddedShape::of_layout(&header, &layout, byte_order).unwrap();
            let padded = PaddedShape::from_slice(&padded.to_vec()).unwrap();
            let back = [
                (padded.header().unwrap(), padded.to_layout().unwrap()),
                {
                    let tiled = ArrayShape::of_layout(&header, &layout, byte_order).unwrap();
                    let tiled = tiled.to_string().parse::<Shape>().unwrap().into_array().unwrap();
                    prop_assert!(tiled.layout().tiles.is_empty() || bounds != &dims);
                    (tiled.header().unwrap(), tiled.to_layout().unwrap())
                },
            ];
            for (found, found_layout) in back {
                prop_assert_eq!(&found, &header);
                let again = MetaData::of_layout(&found, &found_layout, ByteOrder::Little).unwrap();
                for ordinal in 0..header.shape.element_count().unwrap() {
                    let index = DimOrder::row_major(&dims).unwrap().index_of(ordinal).unwrap().unwrap();
                    let indices: Vec<i64> = index.iter().map(|i| *i as i64).collect();
                    let at = strides.byte_offset(&dims, &index);
                    prop_assert_eq!(found_layout.byte_offset(&dims, &index), at);
                    prop_assert_eq!(again.byte_offset(&indices).ok(), at);
                }
            }
        }
    }

    /// ZIO's `order` and `ascend` → strides with an offset → stdlib record and XLA shape → ZIO, over one buffer.
    #[test]
    fn orders_and_directions_of_zio_go_round(
        (dims, order) in (0usize..5).prop_flat_map(|rank| {
            (vec(prop_oneof![4 => 1usize..4, 1 => Just(0)], rank), Just((0..rank).collect::<Vec<_>>()).prop_shuffle())
        }),
        ascend in vec(prop_oneof![3 => Just(true), 1 => Just(false)], 5),
    ) {
        let ascend = &ascend[..dims.len()];
        let label = format!(
            r#"{{"TENS":{{"tensors":[{{"shape":{dims:?},"word":2,"dtype":"i","order":{order:?},"ascend":{ascend:?}}}]}}}}"#
        );
        let count: usize = dims.iter().product();
        let part: Vec<u8> = (0..count as i16).flat_map(|i| (i * 3 - 5).to_le_bytes()).collect();
        let message = Message { label: label.as_str().into(), parts: vec![part.as_slice().into()], ..Message::default() };
        let tensor = message.tensors().unwrap().tensor(0).unwrap();
        // Where each element lies, by ZIO's own words: the first axis of `order` fastest, others backwards.
        let place = |index: &[usize]| {
            let step = |axis: usize| if ascend[axis] { index[axis] } else { dims[axis] - 1 - index[axis] };
            order.iter().rev().fold(0, |at, axis| at * dims[*axis] + step(*axis))
        };
        let rows = DimOrder::row_major(&dims).unwrap();
        let layout = tensor.layout().unwrap();
        for index in rows.indices() {
            prop_assert_eq!(layout.byte_offset(&dims, &index), Some(place(&index) * 2));
            prop_assert_eq!(tensor.get::<i16>(&index), Some(place(&index) as i16 * 3 - 5));
        }

        // The part's bytes in either direction: a message of the view borrows them and says the same of them.
        let back = |view: &TensorRef<'_>| {
            let mut message = Message::default();
            message.append(view, None).unwrap();
            let again = message.tensors().unwrap().tensor(0).unwrap();
            assert_eq!((&again, again.buffer().as_ptr()), (view, view.buffer().as_ptr()));
            let (at, expected) = (again.layout().unwrap(), view.layout().unwrap());
            assert!(rows.indices().all(|i| at.byte_offset(&dims, &i) == expected.byte_offset(&dims, &i)));
        };
        back(&tensor);
        let record = MetaData::of(&tensor).unwrap().to_vec().unwrap();
        let meta = Options::new().from_slice(&record).unwrap();
        prop_assert_eq!(meta.layout().unwrap(), layout.clone());
        let view = meta.view(&part).unwrap();
        prop_assert_eq!(&view, &tensor);
        back(&view);

        let descends = !dims.contains(&0) && dims.iter().zip(ascend).any(|(len, ascend)| *len > 1 && !ascend);
        match ArrayShape::of(&tensor) {
            Ok(found) => {
                prop_assert!(!descends && found.layout().tiles.is_empty());
                if dims.iter().all(|len| *len > 1) {
                    prop_assert_eq!(found.layout().minor_to_major.as_slice(), order.as_slice());
                }
                let view = found.view(&part).unwrap();
                prop_assert_eq!(&view, &tensor);
                back(&view);
            }
            Err(ErrorKind::Layout { why: "a stride is negative" }) => prop_assert!(descends),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn padded_literals_hold_their_padding(
        dims in vec(0usize..4, 0..4),
        more in vec(0usize..3, 4),
        kind in 0usize..5,
        turn in any::<prop::sample::Index>(),
        big in any::<bool>(),
    ) {
        let values = [PaddingValue::Zero, PaddingValue::One, PaddingValue::Lowest, PaddingValue::Highest, PaddingValue::Unknown];
        let mut order: Vec<usize> = (0..dims.len()).collect();
        order.rotate_left(turn.index(dims.len().max(1)));
        let bounds: Vec<usize> = dims.iter().zip(more).map(|(len, more)| len + more).collect();
        let shape = PaddedShape::new(PrimitiveType::S16, &dims, PaddedLayout::new(&order, &bounds, values[kind])).unwrap();
        let expected = [0, 1, i16::MIN, i16::MAX, 0][kind];
        let count: usize = dims.iter().product();
        let byte_order = if big { ByteOrder::Big } else { ByteOrder::Little };
        let bytes: Vec<u8> = (0..count as i16).flat_map(|i| if big { (i + 100).to_be_bytes() } else { (i + 100).to_le_bytes() }).collect();
        let tensor = TensorRef::from_bytes(ElementType::I16, dims.as_slice(), &bytes, byte_order).unwrap();
        let mut buffer = vec![0x77; shape.byte_size()];
        shape.write(&tensor, &mut buffer).unwrap();
        let numbers: Vec<i16> = buffer.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect();
        for (position, index) in shape.order().memory_order().enumerate() {
            let element = index.map(|index| tensor.get::<i16>(&index).unwrap());
            prop_assert_eq!(numbers[position], element.unwrap_or(expected));
        }
        let copied = shape.to_tensor(&buffer).unwrap();
        prop_assert_eq!(copied.as_ref(), tensor.clone());
        prop_assert_eq!(shape.view(&buffer).unwrap(), tensor.clone());
        if !buffer.is_empty() {
            let short = buffer.len() - 1;
            prop_assert!(shape.write(&tensor, &mut buffer[..short]).is_err());
        }
    }
}

#[test]
fn every_padding_value_of_every_type() {
    fn filled(element_type: PrimitiveType, value: PaddingValue) -> Result<Vec<u8>, ErrorKind> {
        let shape = PaddedShape::new(element_type, &[0], PaddedLayout::new(&[0], &[1], value))?;
        let tensor = TensorRef::from_bytes(shape.header()?.element_type, [0], &[], ByteOrder::Little)?;
        let mut buffer = vec![0x55; shape.byte_size()];
        shape.write(&tensor, &mut buffer)?;
        Ok(buffer)
    }
    use PaddingValue::{Highest, Invalid, Lowest, One, Zero};
    macro_rules! numbers {
        ($($primitive:ident: $one:expr, $least:expr, $greatest:expr;)*) => { $(
            let three = [(One, $one), (Lowest, $least), (Highest, $greatest)];
            for (value, number) in three {
                assert_eq!(filled(PrimitiveType::$primitive, value).unwrap(), number.to_le_bytes(), "{value:?}");
            }
            for value in [Zero, Invalid, PaddingValue::Unknown] {
                assert!(filled(PrimitiveType::$primitive, value).unwrap().iter().all(|byte| *byte == 0));
            }
        )* };
    }
    numbers! {
        Pred: 1u8, 0u8, 1u8;
        U8: 1u8, 0u8, u8::MAX;
        U16: 1u16, 0u16, u16::MAX;
        U32: 1u32, 0u32, u32::MAX;
        U64: 1u64, 0u64, u64::MAX;
        S8: 1i8, i8::MIN, i8::MAX;
        S16: 1i16, i16::MIN, i16::MAX;
        S32: 1i32, i32::MIN, i32::MAX;
        S64: 1i64, i64::MIN, i64::MAX;
        F16: half::f16::ONE, half::f16::NEG_INFINITY, half::f16::INFINITY;
        Bf16: half::bf16::ONE, half::bf16::NEG_INFINITY, half::bf16::INFINITY;
        F32: 1f32, f32::NEG_INFINITY, f32::INFINITY;
        F64: 1f64, f64::NEG_INFINITY, f64::INFINITY;
    }
    assert_eq!(filled(PrimitiveType::C64, One).unwrap(), [1f32.to_le_bytes(), [0; 4]].concat());
    assert_eq!(filled(PrimitiveType::C128, One).unwrap(), [1f64.to_le_bytes(), [0; 8]].concat());
    for value in [Lowest, Highest] {
        let why = "padding by the least or greatest needs numbers in an order";
        assert!(matches!(filled(PrimitiveType::C128, value), Err(ErrorKind::Layout { why: found }) if found == why));
    }
    assert!(matches!(
        PaddedShape::new(PrimitiveType::S4, &[1], PaddedLayout::new(&[0], &[], Zero)).unwrap().header(),
        Err(ErrorKind::Layout { why: "the model has no such element type" })
    ));
}

#[derive(Tensor, Debug, PartialEq)]
struct Detections {
    #[tensor(shape = [n, 4])]
    boxes: Vec<[f32; 4]>,
    #[tensor(shape = [n: ..=100])]
    scores: Vec<f64>,
    size: [u16; 2],
}

#[derive(Tensor)]
struct Loose {
    a: Option<f32>,
    b: Many<f32>,
}

#[test]
fn records_are_tuples() {
    const SHAPE: ConstShape = shape_of::<Detections>();
    const BOUND: Option<Dimension> = SHAPE.dimension(1, 0);
    assert_eq!((SHAPE.len(), SHAPE.is_tuple(), SHAPE.is_empty()), (3, true, false));
    assert_eq!((SHAPE.element_type(1), SHAPE.rank(2)), (Some(PrimitiveType::F64), Some(1)));
    assert_eq!((BOUND, SHAPE.dimension(2, 1), SHAPE.dimension(3, 0)), (Some(Dimension::Bounded(100)), None, None));
    assert_eq!(SHAPE.to_shape().unwrap().to_string(), "(f32[?,4]{1,0}, f64[<=100]{0}, u16[2]{0})");

    let value = Detections { boxes: vec![[1.0, 2.0, 3.0, 4.0]; 2], scores: vec![0.5, 0.25], size: [640, 480] };
    let literal = Literal::of(&value).unwrap();
    assert_eq!(literal.shape(), &shape("(f32[2,4], f64[2], u16[2])"));
    assert_eq!(literal.buffers().iter().map(|buffer| buffer.len()).collect::<Vec<_>>(), [32, 16, 4]);
    assert_eq!(literal.decode::<Detections>().unwrap(), value);
    assert_eq!(
        literal.decode::<tensor_format::Record>().unwrap().get("1").unwrap().as_ref().to_vec::<f64>().unwrap(),
        [0.5, 0.25]
    );

    // In other layouts, tiled ones among them, and nested.
    for text in ["(f32[2,4]{0,1:T(3,3)(2,2)}, f64[2], u16[2]{0:T(8)})", "((f32[2,4]{0,1}, b(f64[2])), token[], u16[2])"]
    {
        let literal = Literal::in_shape(&value, shape(text)).unwrap();
        assert_eq!(literal.decode::<Detections>().unwrap(), value, "{text}");
        assert_eq!(literal.decode_borrowed::<Detections>().is_ok(), !text.contains('T'), "{text}");
        let (shape, buffers) = literal.clone().into_parts();
        let lent = Literal::new(shape, buffers.iter().map(|buffer| &**buffer)).unwrap();
        assert_eq!(lent, literal);
        assert_eq!(lent.to_tensors().unwrap().len(), 3);
    }
}

#[test]
fn literals_that_do_not_fit_are_refused() {
    let kind = |text: &str| Literal::in_shape(&[[1i32, 2], [3, 4]], shape(text)).unwrap_err().into_kind();
    assert!(matches!(kind("(s32[2], s32[2])"), ErrorKind::Field { field: "tuple_shapes", found: 1, .. }));
    assert!(matches!(kind("s32[4]"), ErrorKind::Rank { expected: 1, or_more: false, found: 2 }));
    assert_eq!(kind("s32[2,3]").to_string(), "axis 1: expected 3, found 2");
    assert!(matches!(kind("u32[2,2]"), ErrorKind::ElementType { .. }));
    assert!(matches!(kind("s32[2,<=2]"), ErrorKind::Layout { .. }));
    let tiles = kind("s32[2,2]{1,0:T(20000,20000)}");
    assert!(matches!(tiles, ErrorKind::LimitExceeded { limit: Limit::Expanded, found: 1_600_000_000, .. }));
    let rules = Literal::of(&Loose { a: None, b: Many(vec![1.0]) }).unwrap_err().into_kind();
    assert!(matches!(rules, ErrorKind::Rules { .. }), "{rules}");
    assert!(Shape::of_rules(&Loose::RULES).is_err());
    let strings = Literal::of(&["a"]).unwrap_err();
    assert!(matches!(strings.kind(), ErrorKind::UnsupportedElementType { format: "XLA", .. }), "{strings}");
    assert_eq!(strings.parameter(), None);
    // Of a record the error names the member that does not fit.
    let two: tensor_format::Record =
        ["a", "b"].map(|name| (name.to_owned(), tensor_format::Tensor::from(vec![1i32]))).into_iter().collect();
    let error = Literal::in_shape(&two, shape("(s32[1], s32[2])")).unwrap_err();
    assert_eq!(error.to_string(), "parameter `b`: axis 0: expected 2, found 1");
    assert_eq!((error.axis(), error.is_invalid()), (Some(0), true));

    let short = Literal::new(shape("(u8[4], u8[4])"), [[1u8; 4].as_slice(), &[1; 3]]);
    assert!(matches!(short, Err(ErrorKind::Layout { why: "the buffer is shorter than the shape" })));
    assert!(Literal::new(shape("(u8[4], u8[4])"), [[1u8; 4].as_slice()]).is_err());
    let literal = Literal::new(shape("(u8[2], u8[2])"), [[1u8; 2].as_slice(), &[2; 2]]).unwrap();
    assert!(matches!(
        literal.decode::<Detections>().unwrap_err().kind(),
        ErrorKind::Field { field: "tuple_shapes", found: 2, .. }
    ));
    assert!(matches!(literal.decode::<Vec<u8>>().unwrap_err().kind(), ErrorKind::RecordFound { tensors: 2 }));
    assert!(literal.decode::<Loose>().is_err());
    let one = Literal::of(&[1u8, 2]).unwrap();
    assert!(matches!(one.decode::<Vec<i8>>().unwrap_err().kind(), ErrorKind::ElementType { .. }));
    assert!(matches!(one.decode::<Detections>().unwrap_err().kind(), ErrorKind::TensorFound));
    assert_eq!(one.decode_borrowed::<ArrayViewD<'_, u8>>().unwrap().as_ptr(), one.buffers()[0].as_ptr());
    // A short buffer of a shape that claims much.
    let claim =
        PaddedShape::new(PrimitiveType::U8, &[1 << 30], PaddedLayout::new(&[0], &[], PaddingValue::Zero)).unwrap();
    assert!(claim.to_tensor(&[0; 8]).is_err());
    assert!(array("u8[1073741824]").to_tensor(&[0; 8]).is_err());
}

/// What ZIO says of numbers and places that others cannot, and the other way round.
#[test]
fn what_zio_cannot_share_is_named_or_copied() {
    let message = |dtype: &str| {
        let label = format!(r#"{{"TENS":{{"tensors":[{{"shape":[2,3],"word":2,"dtype":"{dtype}","order":[0,1]}}]}}}}"#);
        Message { label: label.into_bytes().into(), parts: vec![vec![1; 12].into()], ..Message::default() }
    };
    let big = message(">i");
    let big = big.tensors().unwrap().tensor(0).unwrap();
    assert!(matches!(ArrayShape::of(&big), Err(ErrorKind::Layout { why: "the numbers are big-endian" })));
    let meta = MetaData::of(&big).unwrap();
    assert_eq!((meta.byte_order, meta.strides.as_slice()), (ByteOrder::Big, [2, 4].as_slice()));
    assert_eq!(Options::new().from_slice(&meta.to_vec().unwrap()).unwrap().view(big.buffer()).unwrap(), big);
    let little = message("i");
    let little = little.tensors().unwrap().tensor(0).unwrap();
    assert_eq!(Shape::of(&little).unwrap(), shape("s16[2,3]{0,1}"));

    // Padding, tiles and an offset leave gaps, which a part must not have: the elements are copied into rows.
    let buffer: Vec<u8> = (0..60).collect();
    let padded = PaddedLayout::new(&[0, 1], &[3, 5], PaddingValue::Zero);
    let padded = PaddedShape::new(PrimitiveType::F32, &[2, 3], padded).unwrap().view(&buffer).unwrap();
    let tiled = array("f32[2,3]{0,1:T(5,3)}").view(&buffer).unwrap();
    let row = Header::new(ElementType::F32, [3]);
    let apart = MetaData::of_layout(&row, &Layout::new(&[-16], 36), ByteOrder::Little).unwrap();
    let apart = apart.view(&buffer).unwrap();
    for view in [padded, tiled, apart] {
        let mut message = Message::default();
        message.append(&view, None).unwrap();
        assert!(!message.parts[0].is_borrowed());
        let tensor = message.tensors().unwrap().tensor(0).unwrap();
        assert_eq!(tensor, view);
        assert!(tensor.is_row_major());
    }
}

#[test]
fn a_javascript_array_becomes_an_xla_literal() {
    // As old releases of the package write a column-major array of [[1, 2, 3], [4, 5, 6]].
    let columns: Vec<u8> = [1.0f64, 4.0, 2.0, 5.0, 3.0, 6.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let layout = Layout::column_major(&[2, 3], 8);
    let meta = MetaData::of_layout(&Header::new(ElementType::F64, [2, 3]), &layout, ByteOrder::Little).unwrap();
    let record = MetaData { table: Table::Orders0_2_1, ..meta }.to_vec().unwrap();

    let meta = Options::new().table(Table::Orders0_2_1).from_slice(&record).unwrap();
    let shape = Shape::of(&meta.view(&columns).unwrap()).unwrap();
    assert_eq!(shape.to_string(), "f64[2,3]{0,1}");
    let literal = Literal::new(shape, [columns.as_slice()]).unwrap();
    assert_eq!(literal.decode::<Vec<[f64; 3]>>().unwrap(), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(literal.views().unwrap()[0].buffer().as_ptr(), columns.as_ptr());
    let back = MetaData::of(&literal.views().unwrap()[0]).unwrap();
    assert_eq!(MetaData { table: Table::Orders0_2_1, flags: 0, ..back }.to_vec().unwrap(), record);
}
