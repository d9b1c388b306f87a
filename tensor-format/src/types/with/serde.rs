//! Implements serde's traits for tensors, rules and errors.
//!
//! The model's own types implement `Serialize` and `Deserialize`. A field of any type that this crate encodes can be
//! part of a serde struct too:
//!
//! ```
//! # #[cfg(all(feature = "json", feature = "ndarray"))] {
//! use ndarray::{Array2, array};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Job {
//!     id: u32,
//!     #[serde(with = "tensor_format::with::serde")]
//!     input: Array2<f32>,
//! }
//!
//! let job = Job { id: 7, input: array![[1.0, 2.5], [f32::NAN, f32::INFINITY]] };
//! let text = serde_json::to_string(&job)?;
//! assert_eq!(
//!     text,
//!     r#"{"id":7,"input":{"element_type":"f32","shape":[2,2],"data":[1.0,2.5,"NaN","Infinity"]}}"#
//! );
//! assert_eq!(serde_json::from_str::<Job>(&text)?.input[[0, 1]], 2.5);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Forms
//!
//! | type | form |
//! | --- | --- |
//! | [`ElementType`](crate::ElementType) | an enum: its name, as `"f32"`, or its position in a binary format |
//! | [`ElementTypes`](crate::ElementTypes), [`Shape`](crate::Shape) | a list |
//! | [`Header`](crate::Header) | `{element_type, shape}` |
//! | [`DimBuf`](crate::DimBuf) | `{name, min, max}`; `name` and `max` may be null, for none |
//! | [`TensorRulesBuf`](crate::TensorRulesBuf) | `{allowed_types, axes, open, annotations}` |
//! | [`Definition`](crate::Definition) | `{name, required, rules}`, of other than plain parameters also `required_with`, `of_map`, `aliases` and `many` |
//! | [`Definitions`](crate::Definitions) | a list of these |
//! | [`RulesBuf`](crate::RulesBuf), [`Rules`] | `{tensor: ..}` or `{record: ..}` |
//! | [`Tensor`](struct@Tensor), [`TensorRef`](crate::TensorRef) | `{element_type, shape, data}` |
//! | [`Record`], [`RecordRef`](crate::RecordRef) | a list of `{name, tensor}`, since names may repeat |
//! | errors, read as an [`ErrorReport`] | `{kind, is_malformed, is_invalid, parameter, axis, expected, found, offset, record, message, violations}`, as far as they apply |
//!
//! The JSON that Decthings publishes for rules is another form: see
//! [`decthings::rules_to_json`](crate::decthings::rules_to_json).
//!
//! # Data
//!
//! A binary format gets the elements as bytes: numbers little-endian in row-major order, elements of variable size each
//! with its length in front. A human-readable format gets a list of the elements in row-major order:
//!
//! * Integers and floats as numbers. What is no number in JSON is text, so that it survives: `"NaN"`, `"-NaN"`,
//!   `"Infinity"`, `"-Infinity"`, and a NaN with another payload by its bits, `"NaN(0x7fc00001)"`. `f16` and `bf16`
//!   need the feature `half`.
//! * A complex number as `[real, imaginary]`.
//! * Booleans and strings as they are, binary elements as base64, media as `{format, data}` with the data as base64.
//!
//! `serde_json` reads an `f64` exactly only with its feature `float_roundtrip`.
//!
//! Reading checks everything: elements that do not fit the element type or the shape are an error.

use alloc::vec::Vec;
use core::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error as _, SeqAccess, Visitor},
    ser::Error as _,
};

use crate::{DecodeOwned, Encode, Record, Rules, Tensor, ValueBuf, from_value, to_value};

mod elements;
mod errors;
pub use errors::ErrorReport;
mod rules;
mod tensor;
mod text;
pub(crate) mod whole;

/// Writes a value as a [`Tensor`](struct@Tensor) or a [`Record`]: for `#[serde(with = "tensor_format::with::serde")]`.
///
/// # Errors
///
/// When the value breaks its own rules, and those of the serializer.
pub fn serialize<T: Encode + ?Sized, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    match to_value(value).map_err(S::Error::custom)? {
        ValueBuf::Tensor(tensor) => tensor.serialize(serializer),
        ValueBuf::Record(record) => record.serialize(serializer),
    }
}

/// Reads a value that [`serialize`] wrote: for `#[serde(with = "tensor_format::with::serde")]`.
///
/// # Errors
///
/// Where the input is no tensor or record, or breaks the rules of `T`, and those of the deserializer.
pub fn deserialize<'de, T: DecodeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let value = match T::RULES {
        Rules::Tensor(_) => ValueBuf::Tensor(Tensor::deserialize(deserializer)?),
        Rules::Record(_) => ValueBuf::Record(Record::deserialize(deserializer)?),
    };
    from_value(&value.as_ref()).map_err(D::Error::custom)
}

/// Reads a list and calls `each` with each item. No memory is reserved by the length that the input claims.
fn for_each<'de, T, D>(
    deserializer: D,
    expected: &'static str,
    each: impl FnMut(T) -> Result<(), &'static str>,
) -> Result<(), D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Items<T, F> {
        expected: &'static str,
        each: F,
        item: PhantomData<T>,
    }

    impl<'de, T, F> Visitor<'de> for Items<T, F>
    where
        T: Deserialize<'de>,
        F: FnMut(T) -> Result<(), &'static str>,
    {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.expected)
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
            while let Some(item) = list.next_element()? {
                (self.each)(item).map_err(A::Error::custom)?;
            }
            Ok(())
        }
    }

    deserializer.deserialize_seq(Items { expected, each, item: PhantomData })
}

/// Reads a list; `expected` names it in errors. No memory is reserved by the length that the input claims.
fn list<'de, T, D>(deserializer: D, expected: &'static str) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let mut items = Vec::new();
    for_each(deserializer, expected, |item| {
        items.push(item);
        Ok(())
    })?;
    Ok(items)
}
