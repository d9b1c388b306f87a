//! Enums of tensors, whose element type selects the variant.
#![deny(warnings, clippy::pedantic)]

use std::borrow::Cow;

use tensor_format::{
    Audio, Batch, Binary, Decode, DecodeOwned, Encode, HasRules, Image, Many, Tensor, from_reader, from_slice, to_vec,
};

#[derive(Tensor, Debug, PartialEq, Clone)]
enum Media {
    Picture(Image),
    Sound(Audio),
    Raw(Binary),
}

/// Axes with names, which the union drops.
#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [n, 2])]
struct Points(Vec<[f32; 2]>);

#[derive(Tensor, Debug, PartialEq)]
enum Coordinates {
    Exact(Vec<[f64; 2]>),
    Rough(Points),
    Grid(Vec<[i32; 2]>),
}

#[derive(Tensor, Debug, PartialEq)]
enum Either<A, const N: usize> {
    Left(A),
    Right([u8; N]),
}

#[derive(Tensor, Debug, PartialEq)]
struct Message<'a> {
    media: Media,
    name: Name<'a>,
    extra: Option<Media>,
    #[tensor(dtype = [f32, f64], shape = [k, 2])]
    track: Coordinates,
    #[tensor(shape = [k])]
    times: Vec<u64>,
    all: Many<Media>,
}

#[derive(Tensor, Debug, PartialEq)]
enum Name<'a> {
    Text(Cow<'a, str>),
    Number(u64),
}

fn same<T: Encode + DecodeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let bytes = to_vec(value).unwrap();
    assert_eq!(&from_slice::<T>(&bytes).unwrap(), value);
    assert_eq!(&from_reader::<T, _>(tensor_format_tests::in_pieces(&bytes)).unwrap(), value);
}

#[test]
fn its_rules_are_those_of_all_variants() {
    assert_eq!(Media::RULES.to_string(), "binary | image | audio []");
    assert_eq!(Coordinates::RULES.to_string(), "f32 | f64 | i32 [_, 2]");
    assert_eq!(Either::<[f32; 3], 3>::RULES.to_string(), "f32 | u8 [3]");
}

#[test]
fn the_element_type_selects_the_variant() {
    let raw = Media::Raw(vec![1, 2, 3].into());
    assert_eq!(to_vec(&raw).unwrap(), to_vec(&Binary::from(vec![1, 2, 3])).unwrap());
    same(&raw);
    same(&Coordinates::Exact(vec![[1.0, 2.0]]));
    same(&Coordinates::Rough(Points(vec![[1.0, 2.0], [3.0, 4.0]])));
    same(&Coordinates::Grid(vec![]));
    same(&Either::<[f32; 2], 2>::Left([1.0, 2.0]));
    same(&Either::<[f32; 2], 2>::Right([1, 2]));
}

#[test]
fn what_no_variant_takes_is_refused_with_all_element_types() {
    let error = from_slice::<Coordinates>(&to_vec(&vec![[1u8, 2]]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "element type: expected f32 | f64 | i32, found u8 (byte 0)");
    let error = from_slice::<Coordinates>(&to_vec(&vec![[1.0f64; 3]]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "axis 1: expected 2, found 3 (byte 3)");
}

#[test]
fn payloads_are_borrowed() {
    let bytes = to_vec(&"label").unwrap();
    assert_eq!(from_slice::<Name<'_>>(&bytes).unwrap(), Name::Text(Cow::Borrowed("label")));
    assert!(matches!(from_slice::<Name<'_>>(&bytes).unwrap(), Name::Text(Cow::Borrowed(_))));
}

#[test]
fn it_is_a_field() {
    let message = |track| Message {
        media: Media::Raw(vec![7].into()),
        name: Name::Number(5),
        extra: None,
        track,
        times: vec![1, 2],
        all: Many(vec![Media::Raw(vec![].into()), Media::Raw(vec![1].into())]),
    };
    let good = message(Coordinates::Exact(vec![[1.0, 2.0], [3.0, 4.0]]));
    let bytes = to_vec(&good).unwrap();
    assert_eq!(from_slice::<Message<'_>>(&bytes).unwrap(), good);
    let error = to_vec(&message(Coordinates::Grid(vec![[1, 2], [3, 4]]))).unwrap_err();
    assert_eq!(error.to_string(), "parameter `track`: element type: expected f32 | f64, found i32");
    let error = to_vec(&message(Coordinates::Exact(vec![[1.0, 2.0]]))).unwrap_err();
    assert_eq!(error.to_string(), "parameter `times`: axis 0: `k` is 1 in `track`, found 2");
}

#[test]
fn memory_is_reused_within_a_variant() {
    let mut grid = Vec::with_capacity(64);
    grid.push([1, 2]);
    let mut value = Coordinates::Grid(grid);
    let bytes = to_vec(&Coordinates::Grid(vec![[3, 4], [5, 6]])).unwrap();
    let read = |value: &mut Coordinates, bytes: &[u8]| {
        let tensor: tensor_format::Tensor = from_slice(bytes).unwrap();
        let tensor = tensor_format::Value::Tensor(tensor.as_ref());
        value.decode_into(&mut tensor_format::codec::ValueSource::new(&tensor)).unwrap();
    };
    read(&mut value, &bytes);
    assert!(matches!(&value, Coordinates::Grid(grid) if grid.capacity() >= 64 && *grid == [[3, 4], [5, 6]]));
    read(&mut value, &to_vec(&Coordinates::Exact(vec![[0.5, 1.5]])).unwrap());
    assert_eq!(value, Coordinates::Exact(vec![[0.5, 1.5]]));
}

#[test]
fn a_batch_holds_one_variant() {
    let batch = Batch(vec![Name::Number(1), Name::Number(2)]);
    let bytes = to_vec(&batch).unwrap();
    assert_eq!(bytes, to_vec(&vec![1u64, 2]).unwrap());
    assert_eq!(from_slice::<Batch<Name<'_>>>(&bytes).unwrap().0, batch.0);
    let mixed = Batch(vec![Name::Number(1), Name::Text("two".into())]);
    let error = to_vec(&mixed).unwrap_err();
    assert_eq!(error.to_string(), "the items of a batch must agree: item 0 is u64 [], item 1 is string []");
}
