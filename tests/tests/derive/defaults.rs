//! Defaults of absent parameters: what they may not be is refused where they are used.
#![deny(warnings, clippy::pedantic)]

use std::collections::BTreeMap;

use tensor_format::{
    Batch, Decode, DecodeError, Encode, ErrorKind, Many, Tensor, ValueBuf, decthings, from_reader, from_slice,
    from_value, npz, safetensors, to_value, to_vec, zio,
};

mod nested;

/// What becomes of a message in every format, into a new value and into one that is there: one text, or none.
fn read<T>(sent: &impl Encode, there: impl Fn() -> T) -> Option<String>
where
    T: for<'de> Decode<'de> + Encode,
{
    let bytes = to_vec(sent).unwrap();
    let held = to_value(sent).unwrap();
    let message = zio::to_message(sent).unwrap();
    let mut into = there();
    let mut results = vec![
        from_slice::<T>(&bytes).map(drop),
        from_reader::<T, _>(&bytes[..]).map(drop),
        decthings::decode_into(&bytes, &mut into),
        from_value::<T>(&held.as_ref()).map(drop),
        npz::from_slice::<T>(&npz::to_vec(sent).unwrap()).map(drop),
        safetensors::from_slice::<T>(&safetensors::to_vec(sent).unwrap()).map(drop),
        zio::from_message::<T>(&message).map(drop),
    ];
    // What is absent has no place, but some formats say how far they came.
    let text = |error: DecodeError| error.to_string().split(" (byte").next().unwrap_or_default().to_owned();
    let texts: Vec<_> = results.drain(..).map(|result| result.err().map(text)).collect();
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    if texts[0].is_none() {
        to_vec(&into).unwrap();
        to_vec(&from_slice::<T>(&bytes).unwrap()).unwrap();
    }
    texts.into_iter().next().flatten()
}

#[derive(Tensor, Default)]
struct Boxes {
    #[tensor(shape = [n, 4])]
    boxes: Vec<[f32; 4]>,
}

fn boxes(n: usize) -> Boxes {
    Boxes { boxes: vec![[0.0; 4]; n] }
}

#[derive(Tensor, Default)]
#[tensor(rename_all = "camelCase")]
struct Found {
    #[tensor(shape = [n, 4])]
    boxes: Vec<[f32; 4]>,
    #[tensor(shape = [n], default = vec![0.5, 0.5, 0.5])]
    all_scores: Vec<f32>,
}

#[test]
fn a_default_is_as_long_as_what_was_sent() {
    assert_eq!(read(&boxes(3), Found::default), None);
    let expected = "parameter `allScores`: absent, and its default does not fit: axis 0: `n` is 2 in `boxes`, found 3";
    assert_eq!(read(&boxes(2), Found::default).as_deref(), Some(expected));
    let error = from_slice::<Found>(&to_vec(&boxes(2)).unwrap()).map(drop).unwrap_err();
    assert_eq!(error.kind().name(), "axis_name_mismatch");
    let ErrorKind::UnfitDefault(fault) = error.kind() else { panic!("{error}") };
    assert!(matches!(**fault, ErrorKind::AxisName { expected: 2, found: 3, .. }));
}

#[derive(Tensor, Default)]
struct Listed {
    name: u16,
}

fn listed() -> Listed {
    Listed { name: 7 }
}

fn three() -> Vec<f32> {
    vec![0.0; 3]
}

/// `$name` is a record of a name, which is sent, and other fields, which are not.
macro_rules! with_name {
    ($name:ident { $($(#[$attribute:meta])* $field:ident: $ty:ty),* $(,)? }) => {
        #[derive(Tensor, Default)]
        #[allow(dead_code)]
        struct $name {
            name: u16,
            $($(#[$attribute])* $field: $ty,)*
        }
    };
}

with_name!(TwoDefaults {
    #[tensor(shape = [n], default = three())] left: Vec<f32>,
    #[tensor(shape = [n], default = vec![1])] right: Vec<i64>,
});
with_name!(TooShort { #[tensor(shape = [1..], default)] list: Vec<f32> });
with_name!(LongEnough { #[tensor(shape = [2..=3], default = three())] list: Vec<f32> });
with_name!(OutOfRange {
    #[tensor(range = 1..=9, default)]
    level: u8
});
with_name!(OneOutOfRange { #[tensor(range = 0.0..=1.0, default = vec![[0.5, 1.0], [0.0, 2.0 * 3.5]])] rows: Vec<[f32; 2]> });
with_name!(InRange {
    #[tensor(range = ..=9, default)]
    level: u8
});
with_name!(WrongType {
    #[tensor(dtype = [f32, f64], default = tensor_format::Tensor::from_slice([1], &[1u8]).unwrap())]
    any: tensor_format::Tensor,
});
with_name!(WrongRank {
    #[tensor(shape = [_, 3], default = tensor_format::Tensor::from_slice([3], &[0u8; 3]).unwrap())]
    any: tensor_format::Tensor,
});

#[test]
fn a_default_keeps_to_the_rules_of_its_own_parameter() {
    let expected = "parameter `right`: absent, and its default does not fit: axis 0: `n` is 3 in `left`, found 1";
    assert_eq!(read(&listed(), TwoDefaults::default).as_deref(), Some(expected));
    let expected = "parameter `list`: absent, and its default does not fit: axis 0: expected 1.., found 0";
    assert_eq!(read(&listed(), TooShort::default).as_deref(), Some(expected));
    assert_eq!(read(&listed(), LongEnough::default), None);
    let expected = "parameter `level`: absent, and its default does not fit: expected 1..=9, found 0";
    assert_eq!(read(&listed(), OutOfRange::default).as_deref(), Some(expected));
    let expected =
        "parameter `rows`: absent, and its default does not fit: element [1, 1]: expected 0.0..=1.0, found 7.0";
    assert_eq!(read(&listed(), OneOutOfRange::default).as_deref(), Some(expected));
    assert_eq!(read(&listed(), InRange::default), None);
    let expected = "parameter `any`: absent, and its default does not fit: element type: expected f32 | f64, found u8";
    assert_eq!(read(&listed(), WrongType::default).as_deref(), Some(expected));
    let expected = "parameter `any`: absent, and its default does not fit: rank: expected 2, found 1";
    assert_eq!(read(&listed(), WrongRank::default).as_deref(), Some(expected));
}

/// A type that has rules of its own.
#[derive(Tensor)]
#[tensor(shape = [1..=2], range = 0..=5)]
struct Few(Vec<u8>);

impl Default for Few {
    fn default() -> Self {
        Self(vec![0])
    }
}

#[derive(Tensor, Default, Clone, Copy)]
#[tensor(rename_all = "lowercase")]
enum Label {
    #[default]
    Cat,
}

with_name!(TypeSaysTooLong {
    #[tensor(default = Few(vec![1, 2, 3]))]
    few: Few
});
with_name!(TypeSaysOutOfRange {
    #[tensor(default = Few(vec![1, 6]))]
    few: Few
});
with_name!(Kinds {
    #[tensor(default)] few: Few,
    #[tensor(default = Label::Cat)] label: Label,
    #[tensor(shape = [n], default)] none: Option<Vec<u8>>,
    #[tensor(shape = [n], default)] many: Many<Vec<u8>>,
    #[tensor(skip)] rest: Vec<u8>,
});

#[test]
fn a_default_keeps_to_the_rules_of_its_type() {
    let expected = "parameter `few`: absent, and its default does not fit: axis 0: expected 1..=2, found 3";
    assert_eq!(read(&listed(), TypeSaysTooLong::default).as_deref(), Some(expected));
    let expected = "parameter `few`: absent, and its default does not fit: element [1]: expected 0..=5, found 6";
    assert_eq!(read(&listed(), TypeSaysOutOfRange::default).as_deref(), Some(expected));
    assert_eq!(read(&listed(), Kinds::default), None);
}

/// Bits on the wire are a list of truth values here.
#[allow(clippy::ptr_arg, clippy::unnecessary_wraps, reason = "as `with` asks for")]
mod bits {
    pub(crate) fn to_wire(bits: &Vec<bool>) -> Vec<u8> {
        bits.iter().map(|bit| u8::from(*bit)).chain([9]).collect()
    }

    pub(crate) fn from_wire(mut wire: Vec<u8>) -> Result<Vec<bool>, String> {
        wire.pop();
        Ok(wire.into_iter().map(|byte| byte != 0).collect())
    }
}

with_name!(Converted { #[tensor(with = bits, shape = [3], default = vec![true, false])] mask: Vec<bool> });
with_name!(ConvertedTooShort { #[tensor(with = bits, shape = [3], default = vec![true])] mask: Vec<bool> });
with_name!(ConvertedOutOfRange { #[tensor(with = bits, range = 0..=1, default = vec![true])] mask: Vec<bool> });
with_name!(ConvertedNone { #[tensor(with = bits, range = 0..=1, default)] mask: Option<Vec<bool>> });

#[test]
fn a_converted_default_is_held_as_it_is_sent() {
    assert_eq!(read(&listed(), Converted::default), None);
    let expected = "parameter `mask`: absent, and its default does not fit: axis 0: expected 3, found 2";
    assert_eq!(read(&listed(), ConvertedTooShort::default).as_deref(), Some(expected));
    let expected = "parameter `mask`: absent, and its default does not fit: element [1]: expected 0..=1, found 9";
    assert_eq!(read(&listed(), ConvertedOutOfRange::default).as_deref(), Some(expected));
    assert_eq!(read(&listed(), ConvertedNone::default), None);
}

#[derive(Tensor, Default)]
struct Part {
    #[tensor(shape = [n])]
    ids: Vec<i64>,
    #[tensor(shape = [n], default = vec![1.0, 1.0])]
    weights: Vec<f32>,
}

#[derive(Tensor, Default)]
struct Outer {
    #[tensor(flatten)]
    part: Part,
    #[tensor(shape = [n], default = vec![0, 0])]
    level: Vec<u8>,
}

#[derive(Tensor, Default)]
struct Ids {
    #[tensor(shape = [n])]
    ids: Vec<i64>,
}

#[derive(Tensor, Default)]
struct WithScores {
    #[tensor(shape = [m])]
    scores: Vec<f32>,
    #[tensor(flatten = "p_")]
    part: Whole,
}

#[derive(Tensor, Default)]
struct Whole {
    #[tensor(default = vec![0; 3], shape = [m])]
    ranks: Vec<u8>,
    note: Option<String>,
}

#[derive(Tensor, Default)]
struct SharedNames {
    #[tensor(shape = [p_m])]
    scores: Vec<f32>,
    #[tensor(flatten = "p_")]
    part: Whole,
}

#[derive(Tensor, Default)]
struct Scores {
    #[tensor(shape = [n])]
    scores: Vec<f32>,
}

#[test]
fn defaults_in_flattened_records_agree_with_the_record_around() {
    let ids = |n| Ids { ids: vec![0; n] };
    assert_eq!(read(&ids(2), Outer::default), None);
    let expected = "parameter `weights`: absent, and its default does not fit: axis 0: `n` is 1 in `ids`, found 2";
    assert_eq!(read(&ids(1), Outer::default).as_deref(), Some(expected));
    let scores = |n| Scores { scores: vec![0.0; n] };
    assert_eq!(read(&scores(2), WithScores::default), None);
    assert_eq!(read(&scores(3), SharedNames::default), None);
    let expected = "parameter `p_ranks`: absent, and its default does not fit: axis 0: `p_m` is 2 in `scores`, found 3";
    assert_eq!(read(&scores(2), SharedNames::default).as_deref(), Some(expected));
}

#[test]
fn a_default_around_agrees_with_flattened_records() {
    #[derive(Tensor)]
    struct Sent {
        #[tensor(shape = [n])]
        ids: Vec<i64>,
        #[tensor(shape = [n])]
        weights: Vec<f32>,
    }
    let sent = |n| Sent { ids: vec![0; n], weights: vec![0.0; n] };
    assert_eq!(read(&sent(2), Outer::default), None);
    let expected = "parameter `level`: absent, and its default does not fit: axis 0: `n` is 3 in `ids`, found 2";
    assert_eq!(read(&sent(3), Outer::default).as_deref(), Some(expected));
}

fn weights(labels: usize) -> BTreeMap<String, Vec<f32>> {
    (0..labels).map(|label| (label.to_string(), vec![2.0, 0.5])).collect()
}

with_name!(MapTooShort { #[tensor(default = weights(1), shape = [_, 3..])] weights: BTreeMap<String, Vec<f32>> });
with_name!(MapOutOfRange { #[tensor(default = weights(2), range = 0.0..=1.0)] weights: BTreeMap<String, Vec<f32>> });
with_name!(MapOfAxes {
    #[tensor(default = weights(2), shape = [_, n])] weights: BTreeMap<String, Vec<f32>>,
    #[tensor(default = three(), shape = [n])] list: Vec<f32>,
});
with_name!(MapFits { #[tensor(default = weights(2), shape = [label, value: 2])] weights: BTreeMap<String, Vec<f32>> });

#[test]
fn defaults_of_maps_are_held_to_the_rules_of_their_tensors() {
    assert_eq!(read(&listed(), MapFits::default), None);
    let expected = "parameter `weights.values`: absent, and its default does not fit: axis 1: expected 3.., found 2";
    assert_eq!(read(&listed(), MapTooShort::default).as_deref(), Some(expected));
    let text = read(&listed(), MapOutOfRange::default).unwrap();
    let expected = "parameter `weights.values`: absent, and its default does not fit: element [0, 0]: expected 0.0..=1.0, found 2.0";
    assert_eq!(text, expected);
    let text = read(&listed(), MapOfAxes::default).unwrap();
    assert!(text.contains("`n` is 3 in `list`, found 2") && text.contains("`weights.values`"), "{text}");
}

#[derive(Tensor, Default)]
struct Generic<T> {
    name: u16,
    #[tensor(shape = [2], default)]
    list: Vec<T>,
    #[tensor(default)]
    item: T,
}

#[test]
fn defaults_of_generic_types_are_held_too() {
    let expected = "parameter `list`: absent, and its default does not fit: axis 0: expected 2, found 0";
    assert_eq!(read(&listed(), Generic::<f32>::default).as_deref(), Some(expected));
}

#[test]
fn defaults_of_the_items_of_a_batch_are_held_too() {
    let batch = Batch(vec![boxes(2), boxes(2)]);
    let bytes = to_vec(&batch).unwrap();
    let error: DecodeError = from_slice::<Batch<Found>>(&bytes).map(drop).unwrap_err();
    let expected =
        "parameter `[0].allScores`: absent, and its default does not fit: axis 0: `[0].n` is 2 in `[0].boxes`, found 3";
    assert!(error.to_string().contains(expected), "{error}");
    let bytes = to_vec(&Batch(vec![boxes(3), boxes(3)])).unwrap();
    to_vec(&from_slice::<Batch<Found>>(&bytes).unwrap()).unwrap();
}

#[test]
fn what_was_sent_is_not_held_to_the_range_of_the_default() {
    #[derive(Tensor)]
    struct Sent {
        name: u16,
        level: u8,
    }
    let sent = Sent { name: 7, level: 77 };
    assert_eq!(from_slice::<OutOfRange>(&to_vec(&sent).unwrap()).unwrap().level, 77);
}

#[test]
fn borrowed_defaults_are_held_too() {
    #[derive(Tensor, Debug)]
    struct Borrowing<'a> {
        name: u16,
        #[tensor(shape = [..=2], default = &BYTES[..])]
        list: &'a [u8],
    }
    const BYTES: [u8; 3] = [1, 2, 3];
    let bytes = to_vec(&listed()).unwrap();
    let expected = "parameter `list`: absent, and its default does not fit: axis 0: expected 0..=2, found 3";
    let text = from_slice::<Borrowing<'_>>(&bytes).unwrap_err().to_string();
    assert!(text.starts_with(expected), "{text}");
    let ValueBuf::Record(record) = to_value(&listed()).unwrap() else { panic!() };
    assert_eq!(record.len(), 1);
}

#[test]
fn items_of_a_default_agree() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Ragged {
        #[tensor(default = Batch(vec![vec![1], vec![1, 2]]))]
        rows: Batch<Vec<u8>>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Mapped {
        #[tensor(default = BTreeMap::from([("a".to_owned(), vec![1]), ("b".to_owned(), vec![])]))]
        rows: BTreeMap<String, Vec<u8>>,
    }
    let nothing = tensor_format::Record::new();
    let unfit =
        |name: &str, why: &str| Some(format!("parameter `{name}`: absent, and its default does not fit: {why}"));
    let there = || Ragged { rows: Batch(vec![vec![1]]) };
    assert_eq!(
        read::<Ragged>(&nothing, there),
        unfit("rows", "the items of a batch must agree: item 0 is u8 [1], item 1 is u8 [2]")
    );
    let there = || Mapped { rows: BTreeMap::new() };
    let why = "the values of a map have one shape: \"a\" is u8 [1], but \"b\" is u8 [0]; a map from names \
               to tensors of any shapes is a record, by `#[tensor(record)]` on a struct around it";
    assert_eq!(read::<Mapped>(&nothing, there), unfit("rows.values", why));
}

#[test]
fn a_text_is_the_default_of_all_that_own_or_borrow_one() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Texts<'a> {
        #[tensor(default = "lent")]
        lent: &'a str,
        #[tensor(default = "owned")]
        owned: String,
        #[tensor(default = "either")]
        either: std::borrow::Cow<'a, str>,
        #[tensor(default = "boxed")]
        boxed: Box<str>,
        #[tensor(default = "shared")]
        shared: std::sync::Arc<str>,
    }
    let bytes = to_vec(&tensor_format::Record::new()).unwrap();
    let texts: Texts = from_slice(&bytes).unwrap();
    let shown = (texts.lent, &*texts.owned, &*texts.either, &*texts.boxed, &*texts.shared);
    assert_eq!(shown, ("lent", "owned", "either", "boxed", "shared"));
}
