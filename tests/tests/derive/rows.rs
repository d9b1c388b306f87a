//! Structs of scalars that lie in one tensor.
#![deny(warnings, clippy::pedantic)]

use tensor_format::{HasRules, Tensor, codec::Block, from_slice, to_vec};

#[derive(Tensor, Debug, PartialEq, Clone, Copy)]
struct Probability(f32);

#[derive(Tensor, Debug, PartialEq, Clone, Copy)]
#[tensor(stack)]
struct Detection {
    left: f32,
    top: f32,
    score: Probability,
    #[tensor(skip)]
    seen: bool,
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(stack)]
struct Words<'a> {
    first: &'a str,
    r#type: String,
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(stack, check(Pair<u8>))]
struct Pair<T> {
    a: T,
    b: T,
}

#[derive(Tensor, Debug, PartialEq)]
struct Detections {
    #[tensor(shape = [n, 3])]
    boxes: Vec<Detection>,
    #[tensor(shape = [n])]
    ids: Vec<u64>,
}

const ONE: Detection = Detection { left: 1.0, top: 2.0, score: Probability(0.5), seen: false };

#[test]
fn its_rules_are_one_axis() {
    assert_eq!(Detection::RULES.to_string(), "f32 [3]");
    assert_eq!(Detection::SIZE, Some(12));
    assert_eq!(<Vec<Detection>>::RULES.to_string(), "f32 [_, 3]");
    assert_eq!(Words::RULES.to_string(), "string [2]");
    assert_eq!(Pair::<i16>::RULES.to_string(), "i16 [2]");
}

#[test]
fn its_fields_lie_in_order() {
    let bytes = to_vec(&ONE).unwrap();
    assert_eq!(bytes, to_vec(&[1.0f32, 2.0, 0.5]).unwrap());
    assert_eq!(from_slice::<Detection>(&bytes).unwrap(), ONE);
    let rows = vec![ONE, Detection { left: 9.0, ..ONE }];
    let bytes = to_vec(&rows).unwrap();
    assert_eq!(bytes, to_vec(&vec![[1.0f32, 2.0, 0.5], [9.0, 2.0, 0.5]]).unwrap());
    assert_eq!(from_slice::<Vec<Detection>>(&bytes).unwrap(), rows);
    let pair = Pair { a: 3u8, b: 4 };
    assert_eq!(from_slice::<Pair<u8>>(&to_vec(&pair).unwrap()).unwrap(), pair);
}

#[test]
fn texts_are_borrowed() {
    let bytes = to_vec(&["one", "two"]).unwrap();
    let words: Words<'_> = from_slice(&bytes).unwrap();
    assert_eq!(words, Words { first: "one", r#type: "two".into() });
    assert!(bytes.as_ptr_range().contains(&words.first.as_ptr()));
}

#[test]
fn another_length_is_refused() {
    let error = from_slice::<Detection>(&to_vec(&[1.0f32; 4]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "axis 0: expected 3, found 4 (byte 2)");
}

#[test]
fn rows_stand_in_records() {
    let value = Detections { boxes: vec![ONE; 2], ids: vec![1, 2] };
    assert_eq!(from_slice::<Detections>(&to_vec(&value).unwrap()).unwrap(), value);
    assert!(to_vec(&Detections { ids: vec![1], ..value }).is_err());
}

#[test]
fn bytes_may_be_packed() {
    #[derive(Tensor, Debug, PartialEq, Clone, Copy)]
    #[tensor(stack)]
    #[repr(C, packed)]
    struct Rgb {
        r: u8,
        g: u8,
        b: u8,
    }
    let color = Rgb { r: 1, g: 2, b: 3 };
    let bytes = to_vec(&color).unwrap();
    assert_eq!(from_slice::<Rgb>(&bytes).unwrap(), color);
}
