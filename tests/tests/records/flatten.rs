//! Records in records.
#![deny(warnings, clippy::pedantic)]

use std::io::IoSlice;

use tensor_format::{
    Batch, Decode, DecodeError, DecodeOwned, Definitions, ElementType, Encode, EncodeError, ErrorKind, HasRules, Many,
    Record, RecordRef, RecordRules, Rules, Tensor, TensorRules, Value, ValueBuf,
    codec::{Sink, Source},
    contract, decthings, from_reader, from_slice, from_value,
    rules::Param,
    to_slices, to_value, to_vec,
};
use tensor_format_tests::reversed;

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Points {
    /// Where they are.
    #[tensor(shape = [n, 3])]
    xyz: Vec<[f32; 3]>,
    #[tensor(shape = [n])]
    ids: Vec<u64>,
    #[tensor(default = 0.5, range = 0.0..=1.0)]
    scale: f32,
    label: Option<String>,
    notes: Many<String>,
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(rename_all = "camelCase")]
struct Scene {
    first_id: u64,
    #[tensor(flatten)]
    points: Points,
    #[tensor(shape = [n])]
    colors: Vec<u8>,
    #[tensor(flatten = "left.")]
    left: Points,
    #[tensor(flatten = "right.")]
    right: Points,
    #[tensor(skip)]
    seen: bool,
    #[tensor(default = 9)]
    last: u8,
}

fn points(n: usize) -> Points {
    Points {
        xyz: vec![[0.5; 3]; n],
        ids: vec![7; n],
        scale: 0.25,
        label: Some(format!("{n} points")),
        notes: Many(vec!["one".into(), "two".into()]),
    }
}

fn scene() -> Scene {
    let left = Points { label: None, notes: Many(vec![]), ..points(1) };
    let right = Points { notes: Many(vec!["three".into()]), ..points(3) };
    Scene { first_id: 1, points: points(2), colors: vec![1, 2], left, right, seen: false, last: 3 }
}

/// The record with some parameters taken out, or given other tensors.
fn edited(bytes: &[u8], edit: impl Fn(&str, &tensor_format::Tensor) -> Option<tensor_format::Tensor>) -> Vec<u8> {
    let record: Record = from_slice(bytes).unwrap();
    let kept = record.iter().filter_map(|(name, tensor)| Some((name.to_owned(), edit(name, tensor)?)));
    to_vec(&kept.collect::<Record>()).unwrap()
}

fn tensor<T: Encode>(value: &T) -> tensor_format::Tensor {
    match to_value(value).unwrap() {
        ValueBuf::Tensor(tensor) => tensor,
        ValueBuf::Record(_) => panic!("a record"),
    }
}

fn error<T: DecodeOwned>(bytes: &[u8]) -> String {
    match from_slice::<T>(bytes) {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    }
}

/// Through every way to write and to read.
fn round_trip<T: Encode + DecodeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let bytes = to_vec(value).unwrap();
    let other = reversed(&bytes);
    for bytes in [&bytes, &other] {
        assert_eq!(from_slice::<T>(bytes).unwrap(), *value);
        assert_eq!(from_reader::<T, _>(tensor_format_tests::in_pieces(bytes)).unwrap(), *value);
        let record: RecordRef<'_> = from_slice(bytes).unwrap();
        assert_eq!(from_value::<T>(&Value::Record(record)).unwrap(), *value);
    }
    let ValueBuf::Record(built) = to_value(value).unwrap() else { panic!("a tensor") };
    assert_eq!(built, from_slice::<Record>(&bytes).unwrap());
    let parts = to_slices(value).unwrap();
    assert_eq!(parts.io_slices().iter().flat_map(|part: &IoSlice<'_>| part.to_vec()).collect::<Vec<u8>>(), bytes);
}

const RULES: &str = "{ firstId: u64 [], \
    xyz: f32 [n, 3], ids: u64 [n], scale?: f32 [] in 0.0..=1.0, label?: string [], notes*: string [], \
    colors: u8 [n], \
    left.xyz: f32 [left.n, 3], left.ids: u64 [left.n], left.scale?: f32 [] in 0.0..=1.0, left.label?: string [], \
    left.notes*: string [], \
    right.xyz: f32 [right.n, 3], right.ids: u64 [right.n], right.scale?: f32 [] in 0.0..=1.0, right.label?: string [], \
    right.notes*: string [], \
    last?: u8 [] }";

#[test]
fn rules_are_one_table() {
    assert_eq!(Scene::RULES.to_string(), RULES);
    let record = Scene::RULES.as_record().unwrap();
    assert_eq!(record.get(1).unwrap().doc, "Where they are.");
    assert_eq!(record.get(7).unwrap().doc, "Where they are.");
    assert!(!record.denies_unknown());
    let definitions = Definitions::from(record);
    assert_eq!(definitions.get("right.xyz").unwrap().to_string(), "right.xyz: f32 [right.n, 3]");
    let json = decthings::rules_to_json(Late::RULES, decthings::Dialect::Documented).unwrap();
    let expected = [
        r#"{"name":"colors","required":true,"rules":{"shape":[-1],"allowedTypes":["u8"]}}"#,
        r#"{"name":"xyz","required":true,"rules":{"shape":[-1,3],"allowedTypes":["f32"]}}"#,
        r#"{"name":"ids","required":true,"rules":{"shape":[-1],"allowedTypes":["u64"]}}"#,
        r#"{"name":"scale","required":false,"rules":{"shape":[],"allowedTypes":["f32"],"valueRange":{"min":0.0,"max":1.0}}}"#,
        r#"{"name":"label","required":false,"rules":{"shape":[],"allowedTypes":["string"]}}"#,
        r#"{"name":"notes","required":false,"many":true,"rules":{"shape":[],"allowedTypes":["string"]}}"#,
    ];
    assert_eq!(json, format!("[{}]", expected.join(",")));
}

#[test]
fn values_come_back_in_any_order_and_from_any_source() {
    round_trip(&scene());
    round_trip(&Scene { left: points(0), ..scene() });
    round_trip(&Scene { points: Points { notes: Many(vec![]), ..points(2) }, ..scene() });
}

#[test]
fn optional_parameters_inside_stay_optional() {
    let bytes = edited(&to_vec(&scene()).unwrap(), |name, tensor| {
        let is_optional = ["scale", "label", "notes", "last"].iter().any(|end| name.ends_with(end));
        (!is_optional).then(|| tensor.clone())
    });
    let bare = |n| Points { scale: 0.5, label: None, notes: Many(vec![]), ..points(n) };
    let expected = Scene { points: bare(2), left: bare(1), right: bare(3), last: 9, ..scene() };
    assert_eq!(from_slice::<Scene>(&bytes).unwrap(), expected);
    assert_eq!(from_slice::<Scene>(&reversed(&bytes)).unwrap(), expected);
}

#[test]
fn errors_name_the_parameter_with_its_prefix_and_place() {
    let bytes = to_vec(&scene()).unwrap();
    let without = |wanted: &'static str| edited(&bytes, |name, tensor| (name != wanted).then(|| tensor.clone()));
    assert_eq!(error::<Scene>(&without("right.ids")), "parameter `right.ids`: required, but missing (byte 0)");
    assert_eq!(error::<Scene>(&without("ids")), "parameter `ids`: required, but missing (byte 0)");
    let replaced = edited(&bytes, |name, own| Some(if name == "left.ids" { tensor(&[1i8]) } else { own.clone() }));
    let text = error::<Scene>(&replaced);
    assert!(text.starts_with("parameter `left.ids`: element type: expected u64, found i8 (byte "), "{text}");
    let twice = {
        let record: Record = from_slice(&bytes).unwrap();
        let mut twice: Record = record.iter().map(|(name, tensor)| (name.to_owned(), tensor.clone())).collect();
        twice.push("left.ids", tensor(&[1u64]));
        twice.iter().map(|(name, tensor)| (name.to_owned(), tensor.clone())).collect::<RecordRefs>()
    };
    let text = from_value::<Scene>(&Value::Record(twice.as_ref())).unwrap_err().to_string();
    assert_eq!(text, "parameter `left.ids`: present more than once");
    let mut cut = bytes.clone();
    let label = bytes.windows(8).position(|window| window == b"3 points").unwrap();
    cut[label] = 0xff;
    let at = u64::try_from(label).unwrap();
    let error = from_slice::<Scene>(&cut).unwrap_err();
    assert_eq!((error.parameter(), error.offset()), (Some("right.label"), Some(at)));
}

#[test]
fn elements_that_are_refused_are_named_in_any_order() {
    #[derive(Tensor, Debug, PartialEq)]
    enum Animal {
        Cat,
        Dog,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Seen {
        animals: Vec<Animal>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Day {
        number: u8,
        #[tensor(flatten = "seen_")]
        seen: Seen,
    }
    round_trip(&Day { number: 1, seen: Seen { animals: vec![Animal::Dog, Animal::Cat] } });
    let mut record = Record::new();
    record.push("seen_animals", tensor(&["Cat", "Cow"]));
    record.push("number", tensor(&1u8));
    let bytes = to_vec(&record).unwrap();
    let text = error::<Day>(&bytes);
    let expected = "parameter `seen_animals`: label: expected one of \"Cat\", \"Dog\", found \"Cow\" (byte ";
    assert!(text.starts_with(expected), "{text}");
    let text = error::<Day>(&reversed(&bytes));
    assert!(text.starts_with(expected), "{text}");
}

/// A record without the checks of `to_vec`.
#[derive(Default)]
struct RecordRefs(Vec<(String, tensor_format::Tensor)>);

impl FromIterator<(String, tensor_format::Tensor)> for RecordRefs {
    fn from_iter<I: IntoIterator<Item = (String, tensor_format::Tensor)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl RecordRefs {
    fn as_ref(&self) -> RecordRef<'_> {
        let mut record = RecordRef::new();
        self.0.iter().for_each(|(name, tensor)| record.push(name.as_str(), tensor.as_ref()));
        record
    }
}

#[test]
fn names_of_axes_are_shared_without_a_prefix_and_apart_with_one() {
    let value = Scene { colors: vec![1, 2, 3], ..scene() };
    let expected = "parameter `colors`: axis 0: `n` is 2 in `xyz`, found 3";
    assert_eq!(to_vec(&value).unwrap_err().to_string(), expected);
    let bytes = edited(&to_vec(&scene()).unwrap(), |name, own| {
        Some(if name == "colors" { tensor(&[1u8, 2, 3]) } else { own.clone() })
    });
    let text = error::<Scene>(&bytes);
    assert!(text.starts_with(expected), "{text}");
    let text = error::<Scene>(&reversed(&bytes));
    assert!(text.contains("axis 0: `n` is 3 in `colors`, found 2 (byte "), "{text}");

    let value = Scene { left: Points { ids: vec![], ..points(1) }, ..scene() };
    let expected = "parameter `left.ids`: axis 0: `left.n` is 1 in `left.xyz`, found 0";
    assert_eq!(to_vec(&value).unwrap_err().to_string(), expected);
    let bytes = edited(&to_vec(&scene()).unwrap(), |name, own| {
        Some(if name == "left.ids" { tensor(&[0u64; 0]) } else { own.clone() })
    });
    for bytes in [bytes.clone(), reversed(&bytes)] {
        let error = from_slice::<Scene>(&bytes).unwrap_err();
        let ErrorKind::AxisName { name, .. } = error.kind() else { panic!("{error}") };
        assert_eq!(&**name, "left.n");
    }
}

#[derive(Tensor, Debug, PartialEq)]
struct Late {
    #[tensor(shape = [n])]
    colors: Vec<u8>,
    #[tensor(flatten)]
    points: Points,
}

#[test]
fn names_of_axes_bind_what_comes_later_too() {
    let value = Late { colors: vec![1], points: points(1) };
    round_trip(&value);
    let expected = "parameter `xyz`: axis 0: `n` is 1 in `colors`, found 2";
    assert_eq!(to_vec(&Late { points: points(2), ..value }).unwrap_err().to_string(), expected);
    let bytes = edited(&to_vec(&Late { colors: vec![1, 2], points: points(2) }).unwrap(), |name, own| {
        Some(if name == "colors" { tensor(&[1u8]) } else { own.clone() })
    });
    let text = error::<Late>(&bytes);
    assert!(text.starts_with(&format!("{expected} (byte ")), "{text}");
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(deny_unknown)]
struct Inner {
    r#type: u8,
}

#[derive(Tensor, Debug, PartialEq)]
struct Middle {
    #[tensor(flatten = "inner_")]
    inner: Inner,
    own: [u8; 2],
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(deny_unknown)]
struct Outer {
    #[tensor(flatten = "a_")]
    a: Middle,
    #[tensor(flatten)]
    r#b: Middle,
}

#[derive(Tensor, Debug, PartialEq)]
struct Lenient {
    #[tensor(flatten)]
    inner: Inner,
}

#[test]
fn records_nest() {
    let expected = "{ a_inner_type: u8 [], a_own: u8 [2], inner_type: u8 [], own: u8 [2] }";
    assert_eq!(Outer::RULES.to_string(), expected);
    let middle = |n| Middle { inner: Inner { r#type: n }, own: [n; 2] };
    let value = Outer { a: middle(1), b: middle(2) };
    round_trip(&value);
    let bytes = to_vec(&value).unwrap();
    let replaced = edited(&bytes, |name, own| Some(if name == "a_inner_type" { tensor(&[1u8]) } else { own.clone() }));
    let text = error::<Outer>(&replaced);
    assert!(text.starts_with("parameter `a_inner_type`: rank: expected 0, found 1 (byte "), "{text}");
    let text = error::<Outer>(&reversed(&replaced));
    assert!(text.starts_with("parameter `a_inner_type`: rank: expected 0, found 1 (byte "), "{text}");
}

#[test]
fn the_record_around_says_whether_unknown_parameters_are_denied() {
    assert!(Outer::RULES.as_record().unwrap().denies_unknown());
    assert!(!Lenient::RULES.as_record().unwrap().denies_unknown());
    let mut record = Record::new();
    record.push("type", tensor(&1u8));
    record.push("other", tensor(&2u8));
    let bytes = to_vec(&record).unwrap();
    assert_eq!(from_slice::<Lenient>(&bytes).unwrap(), Lenient { inner: Inner { r#type: 1 } });
    let text = error::<Outer>(&bytes);
    assert!(text.starts_with("parameter `type`: not known to this type"), "{text}");
}

#[derive(Tensor, Debug, PartialEq)]
struct Named<'a, T> {
    name: &'a str,
    items: Vec<T>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Generic<'a, T, const N: usize> {
    #[tensor(flatten = "one_")]
    one: Named<'a, T>,
    row: [u8; N],
    #[tensor(flatten)]
    other: Named<'a, u8>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Borrowing<'x> {
    #[tensor(flatten)]
    inner: Named<'x, u8>,
    #[tensor(shape = [_])]
    extra: &'x [u8],
}

#[test]
fn generic_and_borrowing_records_are_flattened() {
    let expected = "{ one_name: string [], one_items: i16 [_], row: u8 [2], name: string [], items: u8 [_] }";
    assert_eq!(Generic::<i16, 2>::RULES.to_string(), expected);
    let (one, other) = (Named { name: "one", items: vec![-1i16] }, Named { name: "other", items: vec![2] });
    let value = Generic { one, row: [1, 2], other };
    let bytes = to_vec(&value).unwrap();
    let back: Generic<'_, i16, 2> = from_slice(&bytes).unwrap();
    assert_eq!(back, value);
    assert!(bytes.as_ptr_range().contains(&back.one.name.as_ptr()));
    let bytes = reversed(&bytes);
    let back: Generic<'_, i16, 2> = from_slice(&bytes).unwrap();
    assert_eq!(back, value);
    assert!(bytes.as_ptr_range().contains(&back.other.name.as_ptr()));
    let value = Borrowing { inner: Named { name: "x", items: vec![1] }, extra: &[2] };
    let bytes = to_vec(&value).unwrap();
    assert_eq!(from_slice::<Borrowing<'_>>(&bytes).unwrap(), value);
}

#[test]
fn a_batch_of_such_records_has_their_columns() {
    let one = |n| Late { colors: vec![n, n], points: Points { label: None, notes: Many(vec![]), ..points(2) } };
    let without_many = |n| Middle { inner: Inner { r#type: n }, own: [n; 2] };
    assert!(to_vec(&Batch(vec![one(1)])).unwrap_err().to_string().contains("holds `Many`"));
    let batch = Batch(vec![without_many(1), without_many(2)]);
    assert_eq!(Batch::<Middle>::RULES.to_string(), "{ inner_type: u8 [_], own: u8 [_, 2] }");
    let bytes = to_vec(&batch).unwrap();
    for bytes in [&bytes, &reversed(&bytes)] {
        assert_eq!(from_slice::<Batch<Middle>>(bytes).unwrap(), batch);
        assert_eq!(from_reader::<Batch<Middle>, _>(tensor_format_tests::in_pieces(bytes)).unwrap(), batch);
    }
}

#[derive(Tensor)]
struct Taking {
    #[tensor(rename = "right.xyz", shape = [rows, 3])]
    points: Vec<[f32; 3]>,
    #[tensor(rename = "right.ids", shape = [rows])]
    ids: Vec<u64>,
}

contract! { Scene => Taking }

#[test]
fn ranges_inside_are_validated() {
    assert!(scene().validate().is_ok());
    let value = Scene { left: Points { scale: 2.0, ..points(1) }, ..scene() };
    let violations = value.validate().unwrap_err();
    assert_eq!(violations.to_string(), "parameter `left.scale`: expected 0.0..=1.0, found 2.0");
    assert_eq!(Taking::RULES.to_string(), "{ right.xyz: f32 [rows, 3], right.ids: u64 [rows] }");
}

#[test]
fn every_proper_prefix_is_refused() {
    let bytes = to_vec(&scene()).unwrap();
    for bytes in [bytes.clone(), reversed(&bytes)] {
        for end in 0..bytes.len() {
            assert!(from_slice::<Scene>(&bytes[..end]).is_err(), "{end}");
            assert!(from_reader::<Scene, _>(&bytes[..end]).is_err(), "{end}");
        }
    }
}

/// More parameters than the smallest table holds.
mod large {
    use tensor_format::Tensor;

    macro_rules! wide {
        ($name:ident: $($field:ident)*) => {
            #[derive(Tensor, Debug, PartialEq, Default)]
            pub(super) struct $name { $(#[tensor(shape = [length_of_the_longer_axis])] pub(super) $field: Vec<u8>),* }
        };
    }
    wide!(Wide: a b c d e f g h i j);

    #[derive(Tensor, Debug, PartialEq, Default)]
    pub(super) struct Wider {
        #[tensor(flatten = "the_first_of_two_")]
        pub(super) first: Wide,
        #[tensor(flatten = "the_second_of_two_")]
        pub(super) second: Wide,
    }
}

#[test]
fn tables_grow_with_the_record() {
    let rules = large::Wider::RULES;
    let record = rules.as_record().unwrap();
    assert_eq!(record.len(), 20);
    let name = "the_second_of_two_j: u8 [the_second_of_two_length_of_the_longer_axis]";
    assert_eq!(record.get(19).unwrap().to_string(), name);
    round_trip(&large::Wider::default());
}

fn is_decoded<'de, T: Decode<'de>>(_: &'de [u8]) {}

#[test]
fn flattened_records_need_no_static_input() {
    fn any_lifetime<'de>(input: &'de [u8]) {
        is_decoded::<Scene>(input);
        is_decoded::<Generic<'de, u8, 1>>(input);
    }
    any_lifetime(&[]);
}

/// A record written by hand, in ways that do not keep to its rules.
#[derive(Clone, Copy)]
enum Odd {
    OneTensor,
    OtherCounts,
    OwnNames,
}

impl HasRules for Odd {
    const RULES: Rules<'static> =
        Rules::Record(RecordRules::new(const { &[Param::new("x", TensorRules::scalar(ElementType::U8))] }));
}

impl Encode for Odd {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        match self {
            Odd::OneTensor => {}
            Odd::OtherCounts => sink.record(Self::RECORD, &[1, 1])?,
            Odd::OwnNames => sink.names(["x"].into_iter())?,
        }
        7u8.encode(sink)
    }
}

impl<'de> Decode<'de> for Odd {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        u8::decode(source).map(|_| Odd::OneTensor)
    }
}

#[derive(Tensor)]
struct Around {
    #[tensor(flatten = "odd.")]
    odd: Odd,
}

#[test]
fn a_record_that_breaks_its_own_rules_is_refused() {
    for (odd, text) in [
        (Odd::OneTensor, "expected a record, found one tensor"),
        (Odd::OtherCounts, "the record counts other parameters than its rules list"),
        (Odd::OwnNames, "a record whose names are known only at run time cannot be flattened"),
    ] {
        let found = to_vec(&Around { odd }).unwrap_err().to_string();
        assert!(found.contains(text), "{found}");
    }
}
