//! Booleans where they lie: every way to borrow them refuses the same bytes, at the same place.

use std::borrow::Cow;

use ndarray::{ArrayView1, ArrayView2};
use tensor_format::{Decode, DecodeError, ErrorKind, Tensor, TensorRef, View, decthings::Options, from_slice};

/// `[n]` booleans, of which those at `wrong` are this byte.
fn message(n: u16, wrong: impl IntoIterator<Item = (usize, u8)>) -> Vec<u8> {
    let flags: Vec<bool> = (0..n).map(|at| at % 3 == 1).collect();
    let mut bytes = tensor_format::to_vec(&flags).expect("encoded");
    let header = bytes.len() - usize::from(n);
    wrong.into_iter().for_each(|(at, byte)| bytes[header + at] = byte);
    bytes
}

#[track_caller]
fn refused<'de, T: Decode<'de>>(bytes: &'de [u8], byte: u8, offset: u64) {
    let error = from_slice::<T>(bytes).err().expect("refused");
    assert!(matches!(error.kind(), ErrorKind::InvalidBoolean(found) if *found == byte), "{error}");
    assert_eq!(error.offset(), Some(offset));
}

#[test]
fn every_way_to_borrow_refuses_the_first_byte_that_is_no_boolean() {
    for (n, at) in [(4, 0), (252, 251), (2048, 1023), (2048, 1024), (6000, 4096), (6000, 5999)] {
        let last = usize::from(n) - 1;
        let bytes = message(n, [(last, 0xff), (at, 2)]);
        let offset = (bytes.len() - usize::from(n) + at) as u64;
        let byte = 2;
        refused::<&[bool]>(&bytes, byte, offset);
        refused::<View<'_, bool>>(&bytes, byte, offset);
        refused::<Cow<'_, [bool]>>(&bytes, byte, offset);
        refused::<Vec<bool>>(&bytes, byte, offset);
        refused::<ArrayView1<'_, bool>>(&bytes, byte, offset);
        refused::<TensorRef<'_>>(&bytes, byte, offset);
    }
    let rows = [13, 2, 2, 2, 0, 1, 0, 3];
    refused::<&[[bool; 2]]>(&rows, 3, 7);
    refused::<Cow<'_, [[bool; 2]]>>(&rows, 3, 7);
    refused::<ArrayView2<'_, bool>>(&rows, 3, 7);
    refused::<ArrayView1<'_, [bool; 2]>>(&rows, 3, 7);
}

#[test]
fn borrowed_where_they_lie() {
    let bytes = message(6000, []);
    let elements = &bytes[bytes.len() - 6000..];
    let lent: &[bool] = from_slice(&bytes).expect("booleans");
    assert_eq!(lent.as_ptr().cast(), elements.as_ptr());
    assert!(lent.iter().map(|flag| u8::from(*flag)).eq(elements.iter().copied()));
    assert_eq!(from_slice::<Vec<bool>>(&bytes).expect("booleans"), lent);
    let view: View<'_, bool> = from_slice(&bytes).expect("booleans");
    assert_eq!(view.as_slice().map(<[bool]>::as_ptr), Some(lent.as_ptr()));
    assert!(matches!(from_slice(&bytes), Ok(Cow::Borrowed::<[bool]>(flags)) if flags == lent));
    let rows = [13, 2, 2, 2, 0, 1, 1, 1];
    let expected = [[false, true], [true, true]];
    assert_eq!(from_slice::<&[[bool; 2]]>(&rows).expect("booleans"), expected);
    assert_eq!(from_slice::<ArrayView1<'_, [bool; 2]>>(&rows).expect("booleans").as_slice(), Some(&expected[..]));
    assert_eq!(from_slice::<&[[[bool; 1]; 2]]>(&[13, 3, 1, 2, 1, 0, 1]).expect("booleans"), [[[false], [true]]]);
}

#[test]
fn a_lenient_reader_lends_only_what_are_booleans() {
    let lenient = Options::new().allow_any_true_byte(true);
    let not_lent = |error: DecodeError| {
        let text = "the data cannot be borrowed: a boolean is neither 0 nor 1; use an owned type or `Cow` (`CowArray` for an `ArrayView`) (byte 3)";
        assert_eq!(error.to_string(), text);
    };
    let bytes = message(3, [(1, 7)]);
    not_lent(lenient.from_slice::<&[bool]>(&bytes).expect_err("refused"));
    not_lent(lenient.from_slice::<ArrayView1<'_, bool>>(&bytes).expect_err("refused"));
    let view = lenient.from_slice::<View<'_, bool>>(&bytes).expect("booleans");
    assert_eq!((view.to_vec(), view.as_slice()), (vec![false, true, false], None));
    assert!(matches!(lenient.from_slice(&bytes), Ok(Cow::Owned::<[bool]>(flags)) if flags == [false, true, false]));
    assert_eq!(lenient.from_slice::<Vec<bool>>(&bytes).expect("booleans"), [false, true, false]);

    let bytes = message(3, []);
    assert_eq!(lenient.from_slice::<&[bool]>(&bytes).expect("booleans"), [false, true, false]);
    assert!(matches!(lenient.from_slice(&bytes), Ok(Cow::Borrowed::<[bool]>(flags)) if flags == [false, true, false]));
}

/// What is true is 1 wherever it is kept or written, however it was read.
#[test]
fn a_lenient_reader_makes_booleans_of_what_it_keeps() {
    let lenient = Options::new().allow_any_true_byte(true);
    let bytes = message(3, [(0, 9), (1, 7)]);
    let read = message(3, [(0, 1), (1, 1)]);
    let mut there = Tensor::from(vec![1.0f64; 4]);
    lenient.decode_into(&bytes, &mut there).expect("booleans");
    let owned = [
        lenient.from_slice::<Tensor>(&bytes).expect("booleans"),
        lenient.from_reader::<Tensor, _>(&*bytes).expect("booleans"),
        there,
    ];
    for tensor in owned {
        assert_eq!(tensor.as_ref().buffer(), [1, 1, 0]);
        assert_eq!(tensor.as_ref().as_slice::<bool>().expect("booleans"), [true, true, false]);
        assert_eq!(tensor_format::to_vec(&tensor).expect("encoded"), read);
    }
    // Borrowed, the bytes are as they were until they are written.
    let lent: TensorRef<'_> = lenient.from_slice(&bytes).expect("booleans");
    assert_eq!(lent.buffer(), [9, 7, 0]);
    let mut out = Vec::new();
    tensor_format::append(&lent, &mut out).expect("encoded");
    assert_eq!(out, read);
    assert_eq!(tensor_format::to_vec(&lent).expect("encoded"), read);
    assert_eq!(tensor_format::to_slices(&lent).expect("encoded").to_vec(), read);
    let view: View<'_, bool> = lenient.from_slice(&bytes).expect("booleans");
    assert_eq!(tensor_format::to_vec(&view).expect("encoded"), read);
    let all = message(20_000, [(0, 9), (9000, 7), (19_999, 255)]);
    let lent: TensorRef<'_> = lenient.from_slice(&all).expect("booleans");
    assert_eq!(tensor_format::to_vec(&lent).expect("encoded"), message(20_000, [(0, 1), (9000, 1), (19_999, 1)]));
}

#[test]
fn what_is_between_booleans_may_be_anything() {
    use tensor_format::{ByteOrder, ElementType, layout::Layout};
    let of = |bytes: &'static [u8], shape: [usize; 2], strides: [isize; 2]| {
        let layout = Layout::new(&strides, 0);
        let tensor = TensorRef::with_layout(ElementType::Bool, shape, bytes, layout, ByteOrder::NATIVE);
        tensor.map(|tensor| tensor.to_vec::<bool>().expect("booleans"))
    };
    assert_eq!(of(&[1, 0, 7, 7, 0, 1], [2, 2], [4, 1]).expect("booleans"), [true, false, false, true]);
    assert_eq!(of(&[1, 7, 0, 7, 0, 7, 1], [2, 2], [2, 4]).expect("booleans"), [true, false, false, true]);
    for (bytes, strides) in [(&[1, 0, 0, 0, 7, 1], [4, 1]), (&[1, 7, 7, 7, 0, 1], [4, 1])] {
        assert!(matches!(of(bytes, [2, 2], strides), Err(ErrorKind::InvalidBoolean(7))));
    }
}
