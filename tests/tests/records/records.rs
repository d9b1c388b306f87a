//! Structs that derive a record.
#![deny(warnings, clippy::pedantic)]

use std::{borrow::Cow, marker::PhantomData};

use ndarray::{Array1, Array2, Array4, ArrayD, ArrayView1, CowArray, Ix2};
use tensor_format::{
    Batch, Decode, Encode, ErrorKind, HasRules, Many, Record, RecordRef, RecordRules, Rules, Tensor, Value, View,
    codec::Field, from_slice, from_value, rules::Presence, to_value, to_vec,
};
use tensor_format_tests::reversed;

fn record_rules<T: HasRules>() -> RecordRules<'static> {
    *T::RULES.as_record().unwrap()
}

/// The value through every way to read it: in order, by name, from a dynamic record.
fn round_trip<'de, T: Encode + Decode<'de> + PartialEq + std::fmt::Debug>(value: &T, buffer: &'de mut [Vec<u8>; 2]) {
    buffer[0] = to_vec(value).unwrap();
    buffer[1] = reversed(&buffer[0]);
    assert_eq!(from_slice::<T>(&buffer[0]).unwrap(), *value);
    assert_eq!(from_slice::<T>(&buffer[1]).unwrap(), *value);
    let record: RecordRef<'_> = from_slice(&buffer[0]).unwrap();
    assert_eq!(from_value::<T>(&Value::Record(record)).unwrap(), *value);
    assert_eq!(to_vec(&from_slice::<Record>(&buffer[0]).unwrap()).unwrap(), buffer[0]);
}

/// The bytes of a record of these parameters.
fn record_of(params: &[(&str, &dyn Fn() -> tensor_format::Tensor)]) -> Vec<u8> {
    let mut record = Record::new();
    for (name, tensor) in params {
        record.push((*name).to_owned(), tensor());
    }
    to_vec(&record).unwrap()
}

fn tensor<T: Encode>(value: &T) -> tensor_format::Tensor {
    match to_value(value).unwrap() {
        tensor_format::ValueBuf::Tensor(tensor) => tensor,
        tensor_format::ValueBuf::Record(_) => panic!("a record"),
    }
}

fn error<'de, T: Decode<'de>>(bytes: &'de [u8]) -> String {
    match from_slice::<T>(bytes) {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    }
}

#[derive(Debug, PartialEq, Default, Clone)]
struct Cache(u8);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(rename_all = "camelCase")]
struct Input<'a> {
    /// The pictures,
    /// as floats.
    ///
    /// Not in the summary.
    #[tensor(shape = [batch, 3, h, w])]
    image: Array4<f32>,
    #[tensor(shape = [batch])]
    image_id: Cow<'a, [i64]>,
    threshold: Option<f32>,
    #[tensor(default = 0.5)]
    overlap: f32,
    #[tensor(default)]
    comment: String,
    #[tensor(skip)]
    cache: Cache,
    #[tensor(rename = "crop")]
    crops: Many<Vec<u8>>,
    r#type: Label,
}

#[derive(Tensor, Debug, PartialEq, Clone, Copy)]
#[tensor(rename_all = "kebab-case")]
enum Label {
    BigCat,
    Dog,
    #[tensor(rename = "n/a")]
    Unknown,
}

fn input() -> Input<'static> {
    Input {
        image: Array4::from_elem((2, 3, 4, 5), 0.25),
        image_id: Cow::Owned(vec![7, 8]),
        threshold: Some(0.75),
        overlap: 0.125,
        comment: "fine".into(),
        cache: Cache(0),
        crops: Many(vec![vec![1, 2], vec![]]),
        r#type: Label::Unknown,
    }
}

#[test]
fn rules_list_the_parameters_in_order() {
    let expected = "{ image: f32 [batch, 3, h, w], imageId: i64 [batch], threshold?: f32 [], overlap?: f32 [], \
                    comment?: string [], crop*: u8 [_], type: string [] }";
    assert_eq!(Input::RULES.to_string(), expected);
    let rules = record_rules::<Input<'_>>();
    assert_eq!(rules.get(0).unwrap().doc, "The pictures, as floats.");
    assert_eq!(rules.get(1).unwrap().doc, "");
    assert!(!rules.denies_unknown());
}

#[test]
fn values_come_back() {
    round_trip(&input(), &mut <[Vec<u8>; 2]>::default());
    round_trip(&Input { threshold: None, crops: Many(vec![]), ..input() }, &mut <[Vec<u8>; 2]>::default());
    round_trip(&Input { crops: Many(vec![vec![3]]), ..input() }, &mut <[Vec<u8>; 2]>::default());
}

#[test]
fn skipped_fields_are_not_sent() {
    let bytes = to_vec(&Input { cache: Cache(9), ..input() }).unwrap();
    assert_eq!(bytes, to_vec(&input()).unwrap());
    assert_eq!(from_slice::<Input<'_>>(&bytes).unwrap().cache, Cache(0));
}

#[test]
fn absent_parameters_fall_back() {
    let bytes = record_of(&[
        ("type", &|| tensor(&"dog")),
        ("imageId", &|| tensor(&[1i64])),
        ("image", &|| tensor(&[[[[1.0f32]]; 3]])),
    ]);
    let value: Input<'_> = from_slice(&bytes).unwrap();
    let expected = Input {
        image: Array4::from_elem((1, 3, 1, 1), 1.0),
        image_id: Cow::Owned(vec![1]),
        threshold: None,
        overlap: 0.5,
        comment: String::new(),
        cache: Cache(0),
        crops: Many(vec![]),
        r#type: Label::Dog,
    };
    assert_eq!(value, expected);
}

#[test]
fn missing_parameters_are_named() {
    let bytes = record_of(&[("type", &|| tensor(&"dog")), ("imageId", &|| tensor(&[1i64]))]);
    assert_eq!(error::<Input<'_>>(&bytes), "parameter `image`: required, but missing (byte 0)");
}

#[test]
fn repeated_parameters_are_refused() {
    let twice = b"\x0b\x01\x02\x01a\x01a\x07\x00\x01\x07\x00\x02";
    assert_eq!(error::<Strict>(twice), "parameter `a`: present more than once (byte 5)");
    let apart = b"\x0b\x01\x03\x01a\x01b\x01a\x07\x00\x01\x07\x00\x02\x07\x00\x03";
    assert_eq!(error::<Several>(apart), "parameter `a`: present more than once (byte 7)");
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(deny_unknown)]
struct Strict {
    a: u8,
}

#[derive(Tensor, Debug, PartialEq)]
struct Several {
    a: Many<u8>,
    b: u8,
}

#[test]
fn unknown_parameters_are_passed_over_unless_denied() {
    let bytes = record_of(&[("x", &|| tensor(&"?")), ("a", &|| tensor(&1u8)), ("b", &|| tensor(&2u8))]);
    assert_eq!(from_slice::<Several>(&bytes).unwrap(), Several { a: Many(vec![1]), b: 2 });
    let text = error::<Strict>(&bytes);
    assert_eq!(text, "parameter `x`: not known to this type, which denies unknown parameters; known: `a` (byte 3)");
    assert!(record_rules::<Strict>().denies_unknown());
}

#[test]
fn axis_names_agree_over_the_record() {
    let value = Input { image_id: Cow::Owned(vec![1, 2, 3]), ..input() };
    let expected = "parameter `imageId`: axis 0: `batch` is 2 in `image`, found 3";
    assert_eq!(to_vec(&value).unwrap_err().to_string(), expected);

    let mut record: Record = from_slice(&to_vec(&input()).unwrap()).unwrap();
    let tensors: Vec<_> = record.iter().map(|(name, tensor)| (name.to_owned(), tensor.clone())).collect();
    record = Record::new();
    for (name, own) in tensors {
        let tensor = if name == "imageId" { tensor(&[1i64, 2, 3]) } else { own };
        record.push(name, tensor);
    }
    let bytes = to_vec(&record).unwrap();
    let error = from_slice::<Input<'_>>(&bytes).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::AxisName { expected: 2, found: 3, axis: 0, .. }));
    assert!(error.to_string().starts_with(expected), "{error}");
    let shape_at = usize::try_from(error.offset().unwrap()).unwrap();
    assert_eq!(bytes[shape_at - 2..=shape_at], [6, 1, 3]);

    let other_order = reversed(&bytes);
    let text = from_slice::<Input<'_>>(&other_order).unwrap_err().to_string();
    assert!(text.starts_with("parameter `image`: axis 0: `batch` is 3 in `imageId`, found 2"), "{text}");
}

#[test]
fn a_wrong_parameter_is_named_with_its_place() {
    let bytes = record_of(&[("a", &|| tensor(&1.0f32))]);
    assert_eq!(error::<Strict>(&bytes), "parameter `a`: element type: expected u8, found f32 (byte 5)");
}

#[derive(Tensor, Debug, PartialEq)]
struct Points(#[allow(dead_code)] Vec<[f32; 3]>);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [n, 2])]
struct Pairs(Array2<u8>);

#[derive(Tensor, Debug, PartialEq)]
struct Nested {
    points: Points,
    first: Pairs,
    second: Option<Pairs>,
    labels: Vec<Label>,
    grid: [[Label; 2]; 1],
    batch: Batch<Vec<u8>>,
}

#[test]
fn derived_tensors_are_fields_and_keep_their_axis_names_to_themselves() {
    let expected = "{ points: f32 [_, 3], first: u8 [_, 2], second?: u8 [_, 2], labels: string [_], \
                    grid: string [1, 2], batch: u8 [_, _] }";
    assert_eq!(Nested::RULES.to_string(), expected);
    let value = Nested {
        points: Points(vec![[1.0; 3]]),
        first: Pairs(Array2::zeros((3, 2))),
        second: Some(Pairs(Array2::zeros((1, 2)))),
        labels: vec![Label::Dog, Label::BigCat],
        grid: [[Label::Unknown, Label::Dog]],
        batch: Batch(vec![vec![1], vec![2]]),
    };
    round_trip(&value, &mut <[Vec<u8>; 2]>::default());
}

#[derive(Tensor, Debug, PartialEq)]
struct Borrowing<'a, 'b> {
    text: &'a str,
    view: View<'b, f32>,
    #[tensor(shape = [1..])]
    array: ArrayView1<'a, u8>,
}

#[test]
fn fields_borrow_from_the_input() {
    let bytes = {
        let samples = to_vec(&[0.5f32, 1.5]).unwrap();
        let view: View<'_, f32> = from_slice(&samples).unwrap();
        to_vec(&Borrowing { text: "words", view, array: ArrayView1::from(&[1, 2, 3]) }).unwrap()
    };
    let value: Borrowing<'_, '_> = from_slice(&bytes).unwrap();
    assert_eq!(value.text, "words");
    assert!(bytes.as_ptr_range().contains(&value.text.as_ptr()));
    assert!(bytes.as_ptr_range().contains(&value.array.as_ptr()));
    assert_eq!(value.view.iter().collect::<Vec<_>>(), [0.5, 1.5]);
}

#[derive(Tensor, Debug, PartialEq)]
struct Generic<T, E, const N: usize>
where
    E: Default,
{
    items: Vec<T>,
    #[tensor(shape = [rows, {N}])]
    rows: Vec<[T; N]>,
    maybe: Option<T>,
    #[tensor(default)]
    other: T,
    #[tensor(skip)]
    extra: (E, PhantomData<T>),
}

#[test]
fn generic_records_work() {
    let expected = "{ items: i16 [_], rows: i16 [rows, 2], maybe?: i16 [], other?: i16 [] }";
    assert_eq!(Generic::<i16, String, 2>::RULES.to_string(), expected);
    let value = Generic::<i16, String, 2> {
        items: vec![1],
        rows: vec![[1, 2], [3, 4]],
        maybe: None,
        other: 5,
        extra: (String::new(), PhantomData),
    };
    round_trip(&value, &mut <[Vec<u8>; 2]>::default());
}

/// The elements of ndarray's arrays are a projected default of a parameter, which the derive's clauses must survive.
macro_rules! arrays {
    ($field:ident: $ty:ty) => {
        #[derive(Tensor, Debug, PartialEq)]
        struct Arrays<'a, T: Copy> {
            $field: $ty,
            #[tensor(shape = [n, n])]
            square: Option<CowArray<'a, T, Ix2>>,
            open: Many<ArrayD<T>>,
            #[tensor(default)]
            blocks: Array1<[T; 2]>,
        }
    };
}
arrays!(plain: Array2<T>);

#[test]
fn generic_records_hold_arrays() {
    let expected = "{ plain: u16 [_, _], square?: u16 [n, n], open*: u16 [..], blocks?: u16 [_, 2] }";
    assert_eq!(Arrays::<'_, u16>::RULES.to_string(), expected);
    let plain = Array2::from_elem((2, 3), 7u16);
    let value = Arrays {
        square: Some(plain.slice(ndarray::s![.., ..2]).to_owned().into()),
        open: Many(vec![plain.clone().into_dyn(), ArrayD::zeros(vec![])]),
        blocks: vec![[1, 2]].into(),
        plain,
    };
    round_trip(&value, &mut <[Vec<u8>; 2]>::default());
}

type Maybe<T> = Option<T>;

macro_rules! record {
    ($name:ident { $($field:ident: $ty:ty),* }) => {
        #[derive(Tensor, Debug, PartialEq)]
        struct $name { $($field: $ty),* }
    };
}
record!(Made { a: Maybe<f32>, b: [u8; 2] });

#[test]
fn option_is_found_by_trait() {
    assert_eq!(Made::RULES.to_string(), "{ a?: f32 [], b: u8 [2] }");
    assert_eq!(<Maybe<f32> as Field>::PRESENCE, Presence::Optional);
    round_trip(&Made { a: None, b: [1, 2] }, &mut <[Vec<u8>; 2]>::default());
}

#[test]
fn a_batch_of_records_has_a_leading_axis() {
    let batch = Batch(vec![Made { a: Some(1.0), b: [1, 2] }, Made { a: Some(2.0), b: [3, 4] }]);
    assert_eq!(Batch::<Made>::RULES.to_string(), "{ a?: f32 [_], b: u8 [_, 2] }");
    let bytes = to_vec(&batch).unwrap();
    let columns: Record = from_slice(&bytes).unwrap();
    assert_eq!(columns.get("b").unwrap().header().to_string(), "u8 [2, 2]");
    assert_eq!(from_slice::<Batch<Made>>(&bytes).unwrap(), batch);
}

#[derive(Tensor, Debug, PartialEq)]
struct Empty {}

#[derive(Tensor, Debug, PartialEq)]
struct One {
    value: [f32; 2],
}

#[test]
fn records_may_be_small() {
    assert_eq!(Empty::RULES, Rules::Record(RecordRules::ANY));
    assert_eq!(to_vec(&Empty {}).unwrap(), [11, 1, 0]);
    round_trip(&Empty {}, &mut <[Vec<u8>; 2]>::default());
    round_trip(&One { value: [1.0, 2.0] }, &mut <[Vec<u8>; 2]>::default());
    assert_eq!(error::<One>(&to_vec(&[1.0f32]).unwrap()), {
        "expected a record, whose first tensor names the others (string [_]), found f32 [1] (byte 0)"
    });
}

#[test]
fn every_proper_prefix_is_refused() {
    let bytes = to_vec(&input()).unwrap();
    for end in 0..bytes.len() {
        assert!(from_slice::<Input<'_>>(&bytes[..end]).is_err(), "{end}");
    }
}

/// More fields than one tuple of the derive holds, in every direction, with what attributes add on either side.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Wide {
    a: u8,
    b: u8,
    #[tensor(shape = [rows])]
    c: Vec<f32>,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
    h: u8,
    i: u8,
    j: u8,
    k: u8,
    l: u8,
    m: u8,
    n: u8,
    o: u8,
    p: u8,
    q: u8,
    #[tensor(shape = [rows])]
    r: Vec<f32>,
    #[tensor(default = 9)]
    s: u8,
    t: Option<u8>,
    u: u8,
    v: u8,
    w: u8,
    x: u8,
    y: u8,
    z: u8,
    aa: u8,
    ab: u8,
    ac: u8,
    ad: u8,
    ae: u8,
    af: u8,
    ag: u8,
    ah: Tail,
}

/// A type of the crate, so that the derive does not know it by its name.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Tail(Vec<u16>);

#[test]
fn records_of_many_fields_work() {
    let value = Wide {
        a: 1,
        c: vec![0.5, 1.5],
        p: 2,
        q: 3,
        r: vec![2.5, 3.5],
        s: 4,
        t: Some(5),
        af: 6,
        ag: 7,
        ah: Tail(vec![8, 9]),
        ..Wide::default()
    };
    round_trip(&value, &mut <[Vec<u8>; 2]>::default());
    round_trip(&Wide { t: None, ..value.clone() }, &mut <[Vec<u8>; 2]>::default());

    let record: Record = from_slice(&to_vec(&value).unwrap()).unwrap();
    let without = |record: &Record, missing: &str| {
        let kept = record.iter().filter(|(name, _)| *name != missing);
        to_vec(&kept.map(|(name, tensor)| (name.to_owned(), tensor.clone())).collect::<Record>()).unwrap()
    };
    assert_eq!(from_slice::<Wide>(&without(&record, "s")).unwrap(), Wide { s: 9, ..value.clone() });
    assert_eq!(error::<Wide>(&without(&record, "ah")), "parameter `ah`: required, but missing (byte 0)");

    let unequal = Wide { r: vec![1.0], ..value };
    let message = to_vec(&unequal).unwrap_err().to_string();
    assert!(message.starts_with("parameter `r`: "), "{message}");
}
