//! What was expected, or what was found, as a typed value.

use core::fmt;

use super::ParamNames;
use crate::{Bound, DimBuf, ElementType, ElementTypes, ValueRange, util::escaped::Escaped};

/// What was expected, or what was found, as a typed value; its `Display` is the text.
///
/// ```
/// use tensor_format::{ElementType, error::FaultValue, from_slice, to_vec};
/// let error = from_slice::<Vec<[f32; 4]>>(&to_vec(&[[1.0f32, 2.0, 3.0]])?).unwrap_err();
/// assert_eq!(error.axis(), Some(1));
/// assert_eq!(error.expected().map(|value| value.to_string()).as_deref(), Some("4"));
/// assert_eq!(error.found(), Some(FaultValue::Number(3)));
///
/// let error = from_slice::<f32>(&to_vec(&1u8)?).unwrap_err();
/// assert_eq!(error.found(), Some(FaultValue::ElementType(ElementType::U8)));
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FaultValue<'e> {
    /// A number: a length, a count, or a number in a field.
    Number(i128),
    /// This number or a greater one.
    AtLeast(i128),
    /// At most this number.
    AtMost(i128),
    /// The allowed lengths of an axis.
    Length(&'e DimBuf),
    /// The allowed element types.
    ElementTypes(ElementTypes),
    /// An element type.
    ElementType(ElementType),
    /// The range in which an element must be.
    Range(ValueRange),
    /// An element that is outside of its range.
    Bound(Bound),
    /// The labels that a type has.
    Labels(&'static [&'static str]),
    /// The numbers that encode the labels of a type, each with its label.
    Numbers(&'static [(i128, &'static str)]),
    /// Names of parameters.
    Names(&'e ParamNames),
    /// What has no other type: a text, or a description.
    Text(&'e str),
}

impl fmt::Display for FaultValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = |i| if i == 0 { "" } else { ", " };
        match self {
            FaultValue::Number(number) => number.fmt(f),
            FaultValue::AtLeast(number) => write!(f, "{number} or more"),
            FaultValue::AtMost(number) => write!(f, "at most {number}"),
            FaultValue::Length(length) => length.fmt(f),
            FaultValue::ElementTypes(types) => types.fmt(f),
            FaultValue::ElementType(element_type) => element_type.fmt(f),
            FaultValue::Range(range) => range.fmt(f),
            FaultValue::Bound(bound) => bound.fmt(f),
            FaultValue::Labels(labels) => {
                labels.iter().enumerate().try_for_each(|(i, label)| write!(f, "{}\"{label}\"", comma(i)))
            }
            FaultValue::Numbers(labels) => {
                let mut labels = labels.iter().enumerate();
                labels.try_for_each(|(i, (number, label))| write!(f, "{}{number} \"{label}\"", comma(i)))
            }
            FaultValue::Names(names) => names.fmt(f),
            FaultValue::Text(text) => Escaped(text).fmt(f),
        }
    }
}
