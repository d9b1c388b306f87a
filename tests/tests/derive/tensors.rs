//! Structs that derive one tensor.
#![deny(warnings, clippy::pedantic)]

use std::{borrow::Cow, marker::PhantomData};

use ndarray::{Array2, Array3, ArrayD, Ix2, array};
use tensor_format::{
    Decode, Encode, HasRules, Rules, Tensor, TensorRef, View,
    codec::{Block, DecodeBlock},
    decthings::{Options, SliceSource},
    from_slice, to_vec,
};

fn round_trip<'de, T: Encode + Decode<'de> + PartialEq + std::fmt::Debug>(value: &T, buffer: &'de mut Vec<u8>) {
    *buffer = to_vec(value).unwrap();
    assert_eq!(from_slice::<T>(buffer).unwrap(), *value);
}

fn rules<T: HasRules>() -> String {
    T::RULES.to_string()
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Embedding([f32; 4]);

#[derive(Tensor, Debug, PartialEq)]
struct Boxes(Vec<[f32; 4]>);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [3, 2, 2])]
struct Pixels(Array3<f32>);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(transparent)]
struct Named {
    values: Vec<u16>,
}

#[test]
fn rules_come_from_the_type_and_the_attribute() {
    assert_eq!(rules::<Embedding>(), "f32 [4]");
    assert_eq!(rules::<Boxes>(), "f32 [_, 4]");
    assert_eq!(rules::<Pixels>(), "f32 [3, 2, 2]");
    assert_eq!(rules::<Named>(), "u16 [_]");
}

#[test]
fn a_wrapper_has_the_bytes_of_what_it_wraps() {
    let embedding = Embedding([1.0, 2.0, 3.0, 4.0]);
    assert_eq!(to_vec(&embedding).unwrap(), to_vec(&embedding.0).unwrap());
    round_trip(&embedding, &mut Vec::new());
    round_trip(&Boxes(vec![[1.0; 4], [2.0; 4]]), &mut Vec::new());
    round_trip(&Named { values: vec![1, 2] }, &mut Vec::new());
    round_trip(&Pixels(Array3::from_elem((3, 2, 2), 0.5)), &mut Vec::new());
}

#[test]
fn an_attribute_is_enforced_both_ways() {
    let wrong = Array3::<f32>::zeros((3, 2, 5));
    let error = to_vec(&Pixels(wrong.clone())).unwrap_err();
    assert_eq!(error.to_string(), "axis 2: expected 2, found 5");
    let error = from_slice::<Pixels>(&to_vec(&wrong).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "axis 2: expected 2, found 5 (byte 4)");
}

mod consts {
    pub(crate) const WIDTH: usize = 5;
}

#[derive(Tensor)]
#[tensor(shape = [batch: 1..=32, 2.., ..=4, _, c: 3, {consts::WIDTH}])]
struct Entries(ndarray::Array6<u8>);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(dtype = [f32, f64], shape = [.., 3])]
struct Points(tensor_format::Tensor);

#[derive(Tensor)]
#[tensor(shape = [n, .., last: {2 + 1}])]
struct Open(ArrayD<f32>);

#[derive(Tensor)]
#[tensor(shape = [])]
struct Scalar(ArrayD<f32>);

#[test]
fn every_entry_of_the_grammar_has_a_meaning() {
    assert_eq!(rules::<Entries>(), "u8 [batch: 1..=32, 2.., 0..=4, _, c: 3, 5]");
    assert_eq!(rules::<Points>(), "f32 | f64 [.., 3]");
    assert_eq!(rules::<Open>(), "f32 [n, .., last: 3]");
    assert_eq!(rules::<Scalar>(), "f32 []");
}

#[test]
fn a_dynamic_tensor_is_narrowed() {
    let good = to_vec(&[[1.0f64; 3]; 2]).unwrap();
    let points: Points = from_slice(&good).unwrap();
    assert_eq!(to_vec(&points).unwrap(), good);
    let error = from_slice::<Points>(&to_vec(&[1u8, 2, 3]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "element type: expected f32 | f64, found u8 (byte 0)");
    let error = from_slice::<Points>(&to_vec(&[[1.0f32; 4]; 2]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "axis 1: expected 3, found 4 (byte 3)");
    let error = from_slice::<Points>(&to_vec(&1.0f32).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "rank: expected 1 or more, found 0 (byte 1)");
}

#[derive(Tensor)]
#[tensor(shape = [n, 3, _])]
struct Kept(Vec<[[u8; 2]; 3]>);

#[test]
fn any_length_does_not_widen_what_the_type_fixes() {
    assert_eq!(rules::<Kept>(), "u8 [n, 3, 2]");
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [n, n])]
struct Square(Array2<u8>);

#[test]
fn a_name_that_stands_twice_binds_within_one_tensor() {
    round_trip(&Square(array![[1, 2], [3, 4]]), &mut Vec::new());
    let oblong = array![[1u8, 2, 3], [4, 5, 6]];
    let expected = "axis 1: `n` is 2 in an earlier axis, found 3";
    assert_eq!(to_vec(&Square(oblong.clone())).unwrap_err().to_string(), expected);
    let error = from_slice::<Square>(&to_vec(&oblong).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), format!("{expected} (byte 3)"));
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [features])]
struct Row([f32; 4]);

fn is_block<T: Block + for<'de> DecodeBlock<'de>>() {}

#[test]
fn a_wrapper_of_fixed_shape_is_a_block() {
    is_block::<Embedding>();
    is_block::<Row>();
    assert_eq!(rules::<Vec<Embedding>>(), "f32 [_, 4]");
    assert_eq!(rules::<Vec<[Row; 2]>>(), "f32 [_, 2, features: 4]");
    let rows = vec![Row([1.0; 4]), Row([2.0; 4])];
    assert_eq!(to_vec(&rows).unwrap(), to_vec(&[[1.0f32; 4], [2.0; 4]]).unwrap());
    round_trip(&rows, &mut Vec::new());
    round_trip(&[Embedding([0.0; 4]), Embedding([9.0; 4])], &mut Vec::new());
}

#[derive(Tensor, Debug, PartialEq)]
struct Text<'a>(Cow<'a, str>);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [1..=3])]
struct Samples<'a>(Cow<'a, [u8]>);

#[derive(Tensor)]
struct Bytes<'a>(View<'a, f64>);

#[derive(Tensor)]
#[tensor(dtype = u8)]
struct AnyRef<'a>(TensorRef<'a>);

#[test]
fn what_is_borrowed_lives_as_long_as_the_input() {
    let bytes = to_vec(&["a", "bc"]).unwrap();
    let texts: Vec<Text<'_>> = from_slice(&bytes).unwrap();
    assert!(matches!(&texts[1].0, Cow::Borrowed("bc")));
    let bytes = to_vec(&[1u8, 2]).unwrap();
    let Samples(samples) = from_slice(&bytes).unwrap();
    assert!(matches!(samples, Cow::Borrowed([1, 2])));
    assert_eq!(**from_slice::<AnyRef<'_>>(&bytes).unwrap().0.shape(), [2]);
    let error = from_slice::<Samples<'_>>(&[7, 1, 0]).unwrap_err();
    assert_eq!(error.to_string(), "axis 0: expected 1..=3, found 0 (byte 2)");
    let bytes = to_vec(&[0.5f64]).unwrap();
    assert_eq!(from_slice::<Bytes<'_>>(&bytes).unwrap().0.iter().collect::<Vec<_>>(), [0.5]);
}

#[derive(Tensor, Debug, PartialEq)]
struct Sequence<T>(Vec<T>);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [_, {N}])]
struct Columns<T, const N: usize>(Vec<[T; N]>)
where
    T: Clone;

#[derive(Tensor, Debug, PartialEq)]
struct Tagged<T>(Vec<f32>, #[tensor(skip)] PhantomData<T>);

#[derive(Debug, PartialEq)]
struct NoTensor;

#[test]
fn generic_types_have_the_bounds_that_their_fields_need() {
    assert_eq!(rules::<Sequence<[u8; 2]>>(), "u8 [_, 2]");
    assert_eq!(rules::<Columns<f32, 3>>(), "f32 [_, 3]");
    round_trip(&Sequence(vec![String::from("a"), String::from("b")]), &mut Vec::new());
    round_trip(&Columns(vec![[1u8, 2], [3, 4]]), &mut Vec::new());
    round_trip(&Tagged::<NoTensor>(vec![1.0], PhantomData), &mut Vec::new());
}

#[test]
fn decode_into_reuses_memory() {
    let bytes = to_vec(&vec![[1.0f32; 4]; 3]).unwrap();
    let mut boxes = Boxes(Vec::with_capacity(8));
    let before = boxes.0.as_ptr();
    boxes.decode_into(&mut SliceSource::new(&bytes, &Options::default())).unwrap();
    assert_eq!(boxes.0.len(), 3);
    assert_eq!(boxes.0.as_ptr(), before);
}

type Matrix = ndarray::Array<f32, Ix2>;

#[derive(Tensor)]
#[tensor(shape = [_, 2])]
struct Aliased(Matrix);

#[test]
fn rules_can_be_compared_in_constants() {
    const RULES: Rules<'static> = Aliased::RULES;
    assert_eq!(RULES, <Vec<[f32; 2]>>::RULES);
}
