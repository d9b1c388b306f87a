//! stdlib records that repeat elements or name types of users, and their limits.

use std::borrow::Cow;

use allocation_counter::measure;
use ndarray::{ArrayView2, CowArray, Ix2};
use tensor_format::{
    Batch, ByteOrder, ElementType, ErrorKind, Tensor, TensorRef, View,
    error::Limit,
    layout::Layout,
    stdlib::{self, DType, MetaData, Options, Order},
};

const ONE: &[u8] = &[0, 0, 0x80, 0x3f];

/// The record of 1.0 repeated along axes of these lengths, in the order of the bytes of [`ONE`].
fn repeated(shape: &[usize]) -> MetaData {
    let one = TensorRef::from_bytes(ElementType::F32, (), ONE, ByteOrder::Little).unwrap();
    let strides = shape.iter().map(|_| 0).collect();
    MetaData { shape: shape.into(), strides, order: Order::RowMajor, ..MetaData::of(&one).unwrap() }
}

/// The text of the error of reading a value, and the most memory that took.
fn refused<'de, T: tensor_format::Decode<'de>>(options: Options, meta: &[u8], data: &'de [u8]) -> (String, u64) {
    let mut text = String::new();
    let used = measure(|| match options.from_message::<T>(meta, data) {
        Ok(_) => panic!("accepted"),
        Err(error) => text = error.to_string(),
    });
    (text, used.bytes_max)
}

#[test]
#[cfg(target_pointer_width = "64")]
fn records_that_repeat_elements_are_read_within_the_limit() {
    let hex = "010b00010000000000000000e1f5050000000000000000000000000000000000000000650101000000000000000100000000";
    let of_the_issue: Vec<u8> =
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
    let text = |found: u64, input: usize| {
        let max = (64 << 20) + 32 * input as u64;
        format!("limit exceeded: at most {max} bytes after expansion allowed, found {found}")
    };
    for (meta, found) in [
        (of_the_issue, 4 * 100_000_000),
        (repeated(&[1 << 48]).to_vec().unwrap(), 1 << 50),
        (repeated(&[1 << 20, 1 << 20]).to_vec().unwrap(), 1 << 42),
    ] {
        let expected = text(found, meta.len() + ONE.len());
        let square = meta.len() > 50;
        let found = |(text, used): (String, u64)| {
            assert!(used < 8192, "{used}");
            text
        };
        let options = Options::new();
        assert_eq!(found(refused::<Tensor>(options, &meta, ONE)), expected);
        if square {
            assert_eq!(found(refused::<ndarray::Array2<f32>>(options, &meta, ONE)), expected);
            assert_eq!(found(refused::<CowArray<'_, f32, Ix2>>(options, &meta, ONE)), expected);
            // Nothing is copied to find that it cannot be lent.
            let error = found(refused::<ArrayView2<'_, f32>>(options, &meta, ONE));
            assert!(
                error.starts_with("the data cannot be borrowed: the elements do not lie in row-major order"),
                "{error}"
            );
        } else {
            assert_eq!(found(refused::<Vec<f32>>(options, &meta, ONE)), expected);
            assert_eq!(found(refused::<Cow<'_, [f32]>>(options, &meta, ONE)), expected);
            assert_eq!(found(refused::<Batch<f32>>(options, &meta, ONE)), expected);
            assert!(found(refused::<View<'_, f32>>(options, &meta, ONE)).contains("cannot be borrowed"));
            assert!(found(refused::<&[f32]>(options, &meta, ONE)).contains("cannot be borrowed"));
        }
        // What is lent as it lies has no limit.
        let tensor: TensorRef<'_> = stdlib::from_message(&meta, ONE).unwrap();
        assert_eq!(tensor.buffer(), ONE);
    }
    // As much as is allowed.
    let meta = repeated(&[1000, 100]).to_vec().unwrap();
    let options = Options::new().max_expanded(400_000);
    assert_eq!(options.from_message::<Vec<[f32; 100]>>(&meta, ONE).unwrap(), [[1.0; 100]; 1000]);
    let error = Options::new().max_expanded(399_999).from_message::<Vec<[f32; 100]>>(&meta, ONE).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Expanded, max: 399_999, found: 400_000 }),
        "{error}"
    );
    // Elements that lie in a row expand to nothing.
    let plain = stdlib::to_message(&vec![1.0f32; 100]).unwrap();
    assert!(Options::new().max_expanded(0).from_message::<Vec<f32>>(&plain.meta, &plain.data).is_ok());
}

#[test]
#[cfg(target_pointer_width = "64")]
fn records_have_limits_of_rank_and_elements() {
    let meta = repeated(&[2, 3, 4]).to_vec().unwrap();
    assert!(Options::new().max_rank(3).max_elements(24).from_slice(&meta).is_ok());
    let limited = |options: Options| options.from_slice(&meta).unwrap_err();
    let error = limited(Options::new().max_rank(2));
    assert_eq!(error.to_string(), "limit exceeded: at most 2 axes allowed, found 3 (byte 11)");
    let error = limited(Options::new().max_elements(23));
    assert_eq!(error.to_string(), "limit exceeded: at most 23 elements allowed, found 24 (byte 11)");
    // What has no size is limited too.
    let lenient = Options::new().lenient(true).max_elements(1 << 40);
    let huge = repeated(&[1 << 40, 1 << 40]).to_vec().unwrap();
    assert!(matches!(lenient.from_slice(&huge).unwrap_err().kind(), ErrorKind::LimitExceeded { .. }));
}

#[test]
#[cfg(target_pointer_width = "64")]
fn what_is_only_repeated_is_compared_once() {
    let lent = |shape: &[usize], data| {
        let meta = repeated(shape).to_vec().unwrap();
        stdlib::from_message::<TensorRef<'_>>(&meta, data).unwrap()
    };
    let other = [0, 0, 0x80, 0x40];
    let huge = [1 << 30, 1 << 30];
    assert_eq!(lent(&huge, ONE), lent(&huge, ONE));
    assert_ne!(lent(&huge, ONE), lent(&huge, &other));
    assert_ne!(lent(&huge, ONE), lent(&[1 << 60], ONE));
    assert_eq!(lent(&[1 << 30, 0, 3], ONE), lent(&[1 << 30, 0, 3], &other));
    // In the other byte order, and beside rows that differ.
    let reversed = [0x3f, 0x80, 0, 0];
    let layout = Layout::new(&[0, 0], 0);
    let big = TensorRef::with_layout(ElementType::F32, huge, &reversed, layout, ByteOrder::Big).unwrap();
    assert_eq!(lent(&huge, ONE), big);
    let pair = [ONE, &other].concat();
    let of_rows = |strides: &[isize], data| {
        TensorRef::with_layout(ElementType::F32, [1 << 30, 2], data, Layout::new(strides, 0), ByteOrder::Little)
            .unwrap()
    };
    assert_eq!(of_rows(&[0, 4], &pair), of_rows(&[0, 4], &pair));
    assert_ne!(of_rows(&[0, 4], &pair), of_rows(&[0, 0], &pair));
    let twice = TensorRef::from_bytes(ElementType::F32, [2, 2], &[0; 16], ByteOrder::Little).unwrap();
    let one = TensorRef::with_layout(ElementType::F32, [2, 2], &[0; 4], Layout::new(&[0, 0], 0), ByteOrder::Little);
    assert_eq!(twice, one.unwrap());
}

#[test]
fn types_of_users_are_named_and_described() {
    // An array of structs of 16 bytes, two rows of three, the rows the other way round.
    let structs = MetaData {
        dtype: DType::UserDefined,
        strides: [-48, 16].into_iter().collect(),
        offset: 48,
        ..repeated(&[2, 3])
    };
    let record = structs.to_vec().unwrap();
    let error = Options::new().from_slice(&record).unwrap_err();
    assert_eq!(
        error.to_string(),
        "dtype: expected an element type of stdlib, not a user-defined or structured one, of which the record has no \
         size, found 256 (byte 1)"
    );
    let marker = MetaData { dtype: DType::NoType, ..structs.clone() }.to_vec().unwrap();
    let error = Options::new().from_slice(&marker).unwrap_err();
    assert_eq!(error.to_string(), "dtype: expected an element type, not a reserved marker, found 18 (byte 1)");
    let meta = Options::new().lenient(true).from_slice(&record).unwrap();
    assert_eq!(meta, structs);
    assert!(meta.dtype.is_user_defined() && !meta.dtype.is_reserved() && DType::NoType.is_reserved());
    assert_eq!(meta.layout().unwrap(), Layout::new(&[-48, 16], 48));
    assert_eq!((meta.byte_offset(&[1, 2]).unwrap(), meta.linear_byte_offset(5).unwrap()), (32, 32));
    let why = |error: ErrorKind| match error {
        ErrorKind::Layout { why } => why,
        other => panic!("{other}"),
    };
    assert_eq!(why(meta.check_buffer(1000).unwrap_err()), "the size of an element is not known");
    assert_eq!(why(meta.view(&[0; 96]).unwrap_err()), "the model has no such element type");
    // Where the writer knew no size, strides are lost.
    let lost = MetaData { strides: [0, 0].into_iter().collect(), ..structs };
    assert_eq!(why(lost.layout().unwrap_err()), "the record of an element type without a size holds no strides");
}

#[test]
fn a_buffer_holds_every_element_of_its_record() {
    let numbers = MetaData { strides: [4, 12].into_iter().collect(), offset: 8, ..repeated(&[3, 2]) };
    for len in [0, 31, 32, 33, 1000] {
        assert_eq!(numbers.check_buffer(len).is_ok(), len >= 32, "{len}");
        assert_eq!(numbers.view(&vec![0; len]).is_ok(), len >= 32, "{len}");
    }
}

/// The byte order of the machine, found without the crate's own constant.
#[test]
fn records_have_the_byte_order_of_the_machine_unless_told_otherwise() {
    let little = 1u16.to_ne_bytes()[0] == 1;
    assert_eq!(ByteOrder::NATIVE == ByteOrder::Little, little);
    for options in [Options::new(), Options::default()] {
        let message = options.to_message(&[0x0102_u16, 0x0304]).unwrap();
        assert_eq!(message.meta[0], u8::from(little));
        assert_eq!(message.meta[1..3], DType::Uint16.number(stdlib::Table::Current).unwrap().to_ne_bytes());
        assert_eq!(message.data, [0x0102_u16.to_ne_bytes(), 0x0304_u16.to_ne_bytes()].concat());
        // Where an element of the machine's order lies aligned, it is lent.
        let numbers = [0x0102_u16, 0x0304];
        let data = tensor_format::Element::as_bytes(&numbers);
        assert_eq!(stdlib::from_message::<&[u16]>(&message.meta, data).unwrap(), numbers);
    }
}
