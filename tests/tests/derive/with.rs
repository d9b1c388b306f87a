//! Fields that a module converts to tensors and back.
#![deny(warnings, clippy::pedantic)]
#![allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    reason = "the modules must have functions of this form"
)]

use std::{collections::BTreeSet, io::IoSlice};

use tensor_format::{
    Batch, ByteOrder, Decode, DecodeOwned, ElementType, Encode, HasRules, Many, Record, RecordRef, Tensor, TensorRef,
    Value, ValueBuf, contract, from_reader, from_slice, from_value, to_slices, to_value, to_vec,
};

/// Of another crate, so that it cannot derive.
mod foreign {
    #[derive(Debug, PartialEq, Clone, Copy)]
    pub(super) struct Duration(pub(super) u64);

    #[derive(Debug, PartialEq, Clone, Default)]
    pub(super) struct BitMask(pub(super) Vec<usize>);

    #[derive(Debug, PartialEq, Clone, Copy, Default)]
    pub(super) struct Wrapping<T>(pub(super) T);
}
use foreign::{BitMask, Duration, Wrapping};

mod millis {
    use super::foreign::Duration;

    type Wire = u64;

    pub(super) fn to_wire(duration: &Duration) -> Wire {
        duration.0 * 1000
    }

    pub(super) fn from_wire(millis: Wire) -> Result<Duration, String> {
        if millis.is_multiple_of(1000) {
            Ok(Duration(millis / 1000))
        } else {
            Err(format!("{millis} ms is no whole second"))
        }
    }
}

/// The positions of the bits that are set, as booleans.
mod bits {
    use std::convert::Infallible;

    use tensor_format::View;

    use super::foreign::BitMask;

    pub(super) fn to_wire(mask: &BitMask) -> Vec<bool> {
        let len = mask.0.iter().max().map_or(0, |last| last + 1);
        (0..len).map(|bit| mask.0.contains(&bit)).collect()
    }

    pub(super) fn from_wire(bits: View<'_, bool>) -> Result<BitMask, Infallible> {
        Ok(BitMask(bits.iter().enumerate().filter_map(|(bit, set)| set.then_some(bit)).collect()))
    }
}

/// Borrows both ways.
mod raw {
    #[derive(Debug, PartialEq, Clone, Copy)]
    pub(crate) struct Raw<'a>(pub(crate) &'a [u8], pub(crate) &'static str);

    pub(crate) fn to_wire<'a>(raw: &Raw<'a>) -> &'a [u8] {
        raw.0
    }

    pub(crate) fn from_wire(bytes: &[u8]) -> Result<Raw<'_>, tensor_format::DecodeError> {
        Ok(Raw(bytes, "read"))
    }
}

mod wrapping {
    use std::convert::Infallible;

    use super::foreign::Wrapping;

    pub(super) fn to_wire<T: Copy>(value: &Wrapping<T>) -> T {
        value.0
    }

    pub(super) fn from_wire<T>(value: T) -> Result<Wrapping<T>, Infallible> {
        Ok(Wrapping(value))
    }
}

mod words {
    use std::{collections::BTreeSet, convert::Infallible};

    pub(super) fn to_wire(words: &BTreeSet<String>) -> Vec<&str> {
        words.iter().map(String::as_str).collect()
    }

    pub(super) fn from_wire(words: Vec<String>) -> Result<BTreeSet<String>, Infallible> {
        Ok(words.into_iter().collect())
    }
}

#[derive(Tensor, Debug, PartialEq)]
struct Everything<'a> {
    #[tensor(with = millis)]
    elapsed: Duration,
    #[tensor(with = self::bits, shape = [n])]
    mask: BitMask,
    #[tensor(shape = [n])]
    weights: Vec<f32>,
    #[tensor(with = millis, range = 1..=10_000)]
    timeout: Option<Duration>,
    #[tensor(with = millis, default = Duration(7))]
    pause: Duration,
    #[tensor(with = bits, default, shape = [..=4], rename = "extra")]
    r#extern: BitMask,
    #[tensor(with = bits)]
    masks: Many<BitMask>,
    #[tensor(with = raw, shape = [1..])]
    raw: raw::Raw<'a>,
    #[tensor(with = words, dtype = string)]
    words: BTreeSet<String>,
    #[tensor(with = wrapping)]
    wrapped: Option<Wrapping<[i8; 2]>>,
}

fn everything<'a>() -> Everything<'a> {
    Everything {
        elapsed: Duration(3),
        mask: BitMask(vec![0, 2]),
        weights: vec![1.0, 2.0, 3.0],
        timeout: Some(Duration(5)),
        pause: Duration(1),
        r#extern: BitMask(vec![1]),
        masks: Many(vec![BitMask(vec![0]), BitMask(vec![])]),
        raw: raw::Raw(&[1, 2], "read"),
        words: ["a", "bc"].map(String::from).into(),
        wrapped: Some(Wrapping([1, -1])),
    }
}

#[test]
fn rules_are_those_of_the_tensor() {
    let expected = "{ elapsed: u64 [], mask: bool [n], weights: f32 [n], timeout?: u64 [] in 1..=10000, pause?: u64 [], \
                    extra?: bool [0..=4], masks*: bool [_], raw: u8 [1..], words: string [_], wrapped?: i8 [2] }";
    assert_eq!(Everything::RULES.to_string(), expected);
}

#[test]
fn values_come_back_in_any_order_and_from_any_source() {
    for value in [
        everything(),
        Everything { timeout: None, wrapped: None, masks: Many(vec![]), ..everything() },
        Everything { masks: Many(vec![BitMask(vec![1])]), ..everything() },
    ] {
        let bytes = to_vec(&value).unwrap();
        assert_eq!(from_slice::<Everything<'_>>(&bytes).unwrap(), value);
        let record: RecordRef<'_> = from_slice(&bytes).unwrap();
        assert_eq!(from_value::<Everything<'_>>(&Value::Record(record)).unwrap(), value);
        let ValueBuf::Record(built) = to_value(&value).unwrap() else { panic!("a tensor") };
        assert_eq!(built, from_slice::<Record>(&bytes).unwrap());
        let parts = to_slices(&value).unwrap();
        assert_eq!(parts.io_slices().iter().flat_map(|part: &IoSlice<'_>| part.to_vec()).collect::<Vec<u8>>(), bytes);
    }
}

#[test]
fn absent_values_fall_back() {
    let record = |skip: &str| {
        let record: Record = from_slice(&to_vec(&everything()).unwrap()).unwrap();
        let kept = record.iter().filter(|(name, _)| *name != skip);
        to_vec(&kept.map(|(name, tensor)| (name.to_owned(), tensor.clone())).collect::<Record>()).unwrap()
    };
    assert_eq!(from_slice::<Everything<'_>>(&record("pause")).unwrap().pause, Duration(7));
    assert_eq!(from_slice::<Everything<'_>>(&record("extra")).unwrap().r#extern, BitMask(vec![]));
    assert_eq!(from_slice::<Everything<'_>>(&record("timeout")).unwrap().timeout, None);
    let error = from_slice::<Everything<'_>>(&record("mask")).unwrap_err();
    assert_eq!(error.to_string(), "parameter `mask`: required, but missing (byte 0)");
}

#[test]
fn borrowed_values_point_into_the_input() {
    let bytes = to_vec(&everything()).unwrap();
    let value: Everything<'_> = from_slice(&bytes).unwrap();
    assert!(bytes.as_ptr_range().contains(&value.raw.0.as_ptr()));
}

#[test]
fn what_the_module_refuses_is_named_with_its_place() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Timed {
        #[tensor(with = millis)]
        time: Duration,
    }
    let mut bytes = to_vec(&Timed { time: Duration(1) }).unwrap();
    let at = bytes.len() - 8;
    bytes[at] = 1;
    let error = from_slice::<Timed>(&bytes).unwrap_err();
    assert_eq!(error.to_string(), format!("parameter `time`: 769 ms is no whole second (byte {})", at - 2));
}

#[test]
fn attributes_apply_to_the_tensor() {
    let value = Everything { mask: BitMask(vec![4]), ..everything() };
    let error = to_vec(&value).unwrap_err();
    assert_eq!(error.to_string(), "parameter `weights`: axis 0: `n` is 5 in `mask`, found 3");
    let value = Everything { r#extern: BitMask(vec![4]), ..everything() };
    assert_eq!(to_vec(&value).unwrap_err().to_string(), "parameter `extra`: axis 0: expected 0..=4, found 5");
    let value = Everything { timeout: Some(Duration(11)), ..everything() };
    let violations = value.validate().unwrap_err();
    assert_eq!(violations.to_string(), "parameter `timeout`: expected 1..=10000, found 11000");
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [2..])]
struct Mask(#[tensor(with = bits)] BitMask);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(transparent)]
struct Span {
    #[tensor(with = millis)]
    inner: Duration,
    #[tensor(skip)]
    seen: bool,
}

#[derive(Tensor, Debug, PartialEq)]
struct Words(#[tensor(with = words)] BTreeSet<String>);

#[derive(Tensor, Debug, PartialEq)]
struct Raw<'a>(#[tensor(with = crate::with::raw)] raw::Raw<'a>);

#[derive(Tensor, Debug, PartialEq)]
struct Holding<'a> {
    mask: Mask,
    #[tensor(shape = [k])]
    optional: Option<Mask>,
    raw: Raw<'a>,
    spans: Batch<Span>,
}

#[test]
fn a_struct_of_one_field_is_converted() {
    assert_eq!(Mask::RULES.to_string(), "bool [2..]");
    assert_eq!(Span::RULES.to_string(), "u64 []");
    let bytes = to_vec(&Mask(BitMask(vec![1]))).unwrap();
    assert_eq!(bytes, to_vec(&[false, true]).unwrap());
    assert_eq!(from_slice::<Mask>(&bytes).unwrap(), Mask(BitMask(vec![1])));
    assert_eq!(to_vec(&Mask(BitMask(vec![0]))).unwrap_err().to_string(), "axis 0: expected 2.., found 1");
    assert_eq!(from_slice::<Mask>(&[13, 1, 1, 0]).unwrap_err().to_string(), "axis 0: expected 2.., found 1 (byte 2)");
    let span = Span { inner: Duration(2), seen: true };
    assert_eq!(from_slice::<Span>(&to_vec(&span).unwrap()).unwrap(), Span { seen: false, ..span });
    let error = from_slice::<Span>(&to_vec(&1u64).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "1 ms is no whole second (byte 0)");
    let words = Words(["x", "y"].map(String::from).into());
    assert_eq!(from_reader::<Words, _>(to_vec(&words).unwrap().as_slice()).unwrap(), words);
}

#[derive(Tensor, Debug, PartialEq)]
struct Pause(#[tensor(with = millis)] Duration);

#[derive(Tensor)]
struct Paused {
    pause: Pause,
}

#[derive(Tensor)]
struct Waits {
    pause: u64,
}

contract! {
    Pause => u64,
    Paused => Waits,
    Waits => Paused,
}

/// No inner axis of a tensor, but anything else that one tensor may be.
#[test]
fn a_converted_struct_stands_in_contracts_and_batches() {
    let bytes = to_vec(&Waits { pause: 3000 }).unwrap();
    assert_eq!(from_slice::<Paused>(&bytes).unwrap().pause, Pause(Duration(3)));
    assert_eq!(Paused::FINGERPRINT, Waits::FINGERPRINT);
    let pauses = Batch(vec![Pause(Duration(1)), Pause(Duration(2))]);
    let bytes = to_vec(&pauses).unwrap();
    assert_eq!(from_slice::<Vec<u64>>(&bytes).unwrap(), [1000, 2000]);
    assert_eq!(from_slice::<Batch<Pause>>(&bytes).unwrap(), pauses);
}

#[test]
fn a_converted_struct_is_a_field() {
    let value = Holding {
        mask: Mask(BitMask(vec![1])),
        optional: Some(Mask(BitMask(vec![2]))),
        raw: Raw(raw::Raw(&[9], "read")),
        spans: Batch(vec![Span { inner: Duration(1), seen: false }, Span { inner: Duration(2), seen: false }]),
    };
    assert_eq!(
        Holding::RULES.to_string(),
        "{ mask: bool [2..], optional?: bool [k: 2..], raw: u8 [_], spans: u64 [_] }"
    );
    let bytes = to_vec(&value).unwrap();
    assert_eq!(from_slice::<Holding<'_>>(&bytes).unwrap(), value);
}

#[derive(Tensor, Debug, PartialEq)]
struct Generic<T: Encode + DecodeOwned + Copy> {
    #[tensor(with = wrapping)]
    value: Wrapping<T>,
    other: u8,
}

#[derive(Tensor, Debug, PartialEq)]
struct GenericTensor<T: Encode + DecodeOwned + Copy>(#[tensor(with = wrapping)] Wrapping<T>);

#[test]
fn generic_modules_convert_generic_fields() {
    let value = Generic { value: Wrapping(1.5f32), other: 2 };
    assert_eq!(Generic::<f32>::RULES.to_string(), "{ value: f32 [], other: u8 [] }");
    assert_eq!(from_slice::<Generic<f32>>(&to_vec(&value).unwrap()).unwrap(), value);
    let value = GenericTensor(Wrapping([1u8, 2]));
    assert_eq!(from_slice::<GenericTensor<[u8; 2]>>(&to_vec(&value).unwrap()).unwrap(), value);
}

/// A tensor of any type, in the byte order it came in.
mod any {
    use tensor_format::{ErrorKind, Tensor, TensorRef};

    #[derive(Debug, PartialEq)]
    pub(super) struct Any(pub(super) Tensor);

    pub(super) fn to_wire(any: &Any) -> TensorRef<'_> {
        any.0.as_ref()
    }

    pub(super) fn from_wire(tensor: Tensor) -> Result<Any, ErrorKind> {
        Ok(Any(tensor))
    }
}

#[derive(Tensor, Debug, PartialEq)]
struct Any(#[tensor(with = any)] any::Any);

#[test]
fn elements_of_every_type_are_copied() {
    let texts = to_value(&["a", "bc"]).unwrap();
    let booleans = to_value(&[true, false]).unwrap();
    let swapped = TensorRef::from_bytes(ElementType::U16, [2], &[0, 1, 0, 2], ByteOrder::Big).unwrap().to_tensor();
    for value in [texts, booleans, ValueBuf::Tensor(swapped)] {
        let ValueBuf::Tensor(tensor) = value else { panic!("a record") };
        let bytes = to_vec(&tensor).unwrap();
        let any = Any(any::Any(tensor));
        assert_eq!(to_vec(&any).unwrap(), bytes);
        assert_eq!(from_slice::<Any>(&bytes).unwrap(), any);
    }
}

fn is_decoded<'de, T: Decode<'de>>(_: &'de [u8]) {}

#[test]
fn static_values_need_no_static_input() {
    mod names {
        #[derive(Debug, PartialEq)]
        pub(super) struct Name(pub(super) &'static str);

        pub(super) fn to_wire<'a>(name: &'a &'static str) -> &'a str {
            name
        }

        pub(super) fn from_wire(name: String) -> Result<&'static str, String> {
            ["cat", "dog"].into_iter().find(|known| **known == name).ok_or(name)
        }
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Named {
        #[tensor(with = names)]
        name: &'static str,
    }
    fn any_lifetime(input: &[u8]) {
        is_decoded::<Named>(input);
    }
    any_lifetime(&[]);
    let bytes = to_vec(&Named { name: "dog" }).unwrap();
    assert_eq!(from_slice::<Named>(&bytes).unwrap(), Named { name: "dog" });
    let error = from_slice::<Named>(&to_vec(&Named { name: "cow" }).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "parameter `name`: cow (byte 8)");
    assert_eq!(names::Name("x"), names::Name("x"));
}

/// What clippy asks for in place of `&String` and `&Vec<f32>`, and a name of one's own for an option.
#[test]
fn modules_take_what_a_reference_to_the_field_is_taken_for() {
    use std::path::PathBuf;
    mod upper {
        pub(super) fn to_wire(text: &str) -> String {
            text.to_uppercase()
        }

        pub(super) fn from_wire(text: &str) -> Result<String, String> {
            Ok(text.to_lowercase())
        }
    }
    mod wide {
        pub(super) fn to_wire(numbers: &[u8]) -> Vec<u16> {
            numbers.iter().copied().map(u16::from).collect()
        }

        pub(super) fn from_wire(numbers: Vec<u16>) -> Result<Vec<u8>, std::num::TryFromIntError> {
            numbers.into_iter().map(u8::try_from).collect()
        }
    }
    mod paths {
        use std::path::{Path, PathBuf};

        pub(super) fn to_wire(path: &Path) -> String {
            path.display().to_string()
        }

        pub(super) fn from_wire(text: String) -> Result<PathBuf, String> {
            Ok(text.into())
        }
    }
    type Perhaps = Option<String>;
    #[derive(Tensor, Debug, PartialEq, Clone)]
    struct Plain {
        #[tensor(with = upper)]
        text: String,
        #[tensor(with = wide)]
        numbers: Vec<u8>,
        #[tensor(with = paths)]
        path: PathBuf,
        #[tensor(with = upper)]
        title: Option<String>,
        #[tensor(with = upper)]
        hint: Perhaps,
        #[tensor(with = upper)]
        tags: Many<String>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Newtype(#[tensor(with = upper)] String);
    #[derive(Tensor, Debug, PartialEq)]
    enum Either {
        Text {
            #[tensor(with = upper)]
            text: String,
        },
        Nothing,
    }
    let plain = Plain {
        text: "a".into(),
        numbers: vec![1, 255],
        path: "b/c".into(),
        title: None,
        hint: Some("d".into()),
        tags: Many(vec!["e".into(), "f".into()]),
    };
    let bytes = to_vec(&plain).unwrap();
    assert_eq!(from_slice::<Plain>(&bytes).unwrap(), plain);
    let mut other = Plain { text: String::new(), numbers: vec![], title: Some("x".into()), ..plain.clone() };
    tensor_format::decthings::decode_into(&bytes, &mut other).unwrap();
    assert_eq!(other, plain);
    let newtype = to_vec(&Newtype("g".into())).unwrap();
    assert_eq!(newtype, to_vec("G").unwrap());
    assert_eq!(from_slice::<Newtype>(&newtype).unwrap(), Newtype("g".into()));
    for either in [Either::Text { text: "h".into() }, Either::Nothing] {
        assert_eq!(from_slice::<Either>(&to_vec(&either).unwrap()).unwrap(), either);
    }
}
