//! The errors of JSON texts.

use alloc::boxed::Box;
use core::fmt;

use super::{AnyFault, FormatFault};
use crate::util::escaped::Escaped;

/// A fault in a JSON text, and its place. The [error](crate::DecodeError::offset) that contains it has the byte offset.
///
/// ```
/// # #[cfg(feature = "json")] {
/// use tensor_format::{ErrorKind, decthings, error::JsonFault};
/// let error = decthings::rules_from_json(r#"{"shape": [3, 1.5], "allowedTypes": ["f32"]}"#).unwrap_err();
/// let ErrorKind::Json(json) = error.kind() else { unreachable!() };
/// assert_eq!((json.line, json.column, &*json.path), (1, 15, "shape[1]"));
/// assert_eq!(error.offset(), Some(14));
/// assert!(matches!(json.fault, JsonFault::WrongType { .. }));
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character within the line, counted from 1.
    pub column: usize,
    /// The path from the root to the value at fault, such as `[2].rules.shape[0]`; empty for the root and for faults of
    /// the text itself.
    pub path: Box<str>,
    /// What is wrong at that place.
    pub fault: JsonFault,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        if !self.path.is_empty() {
            write!(f, "`{}`: ", Escaped(&self.path))?;
        }
        self.fault.fmt(f)
    }
}

/// The faults of a value in a JSON text. What was found is cut off when it is long.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonFault {
    /// The text is not JSON.
    Syntax {
        /// The message of the parser.
        why: Box<str>,
    },
    /// The JSON does not fit the type that is read from it.
    Data {
        /// The message of that type's reader.
        why: Box<str>,
    },
    /// The value has another JSON type than the one needed.
    WrongType {
        /// The JSON type that is needed.
        expected: &'static str,
        /// The value found, or its JSON type.
        found: Box<str>,
    },
    /// A field of an object is missing.
    MissingField {
        /// The name of the field.
        name: &'static str,
    },
    /// A field of an object is given twice.
    DuplicateField {
        /// The name of the field.
        name: &'static str,
    },
    /// A text is no name of an element type.
    UnknownElementType {
        /// The names of all element types.
        expected: &'static str,
        /// The text found.
        found: Box<str>,
    },
    /// A number cannot be the length of an axis.
    LengthOutOfRange {
        /// The number found.
        found: Box<str>,
    },
    /// The shape has more axes than a tensor can have.
    TooManyAxes {
        /// The largest number of axes that is allowed.
        max: usize,
    },
    /// Two parameters have the same name.
    DuplicateName {
        /// The name.
        name: Box<str>,
    },
    /// An error of one format alone. [`name`](Self::name) is that of the error inside.
    Format(AnyFault),
}

impl JsonFault {
    /// Returns the fault of one format if it is of type `F`: `fault.of_format::<vespa::Fault>()`.
    #[must_use]
    pub fn of_format<F: FormatFault>(&self) -> Option<&F> {
        if let JsonFault::Format(fault) = self { fault.get() } else { None }
    }

    /// Returns the fault as one `snake_case` word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            JsonFault::Syntax { .. } => "invalid_json",
            JsonFault::Data { .. } => "invalid_data",
            JsonFault::WrongType { .. } => "wrong_type",
            JsonFault::MissingField { .. } => "missing_field",
            JsonFault::DuplicateField { .. } => "duplicate_field",
            JsonFault::UnknownElementType { .. } => "unknown_type",
            JsonFault::LengthOutOfRange { .. } => "dim_out_of_range",
            JsonFault::TooManyAxes { .. } => "rank_too_large",
            JsonFault::DuplicateName { .. } => "duplicate_name",
            JsonFault::Format(fault) => fault.name(),
        }
    }
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JsonFault::Syntax { why } => write!(f, "not JSON: {}", Escaped(why)),
            JsonFault::Data { why } => Escaped(why).fmt(f),
            JsonFault::WrongType { expected, found } => write!(f, "expected {expected}, found {}", Escaped(found)),
            JsonFault::MissingField { name } => write!(f, "the field `{name}` is missing"),
            JsonFault::DuplicateField { name } => write!(f, "the field `{name}` is given twice"),
            JsonFault::UnknownElementType { expected, found } => {
                write!(f, "element type: expected one of {expected}, found {}", Escaped(found))
            }
            JsonFault::LengthOutOfRange { found } => {
                write!(f, "expected -1 or a length from 0 to {}, found {found}", i64::MAX)
            }
            JsonFault::TooManyAxes { max } => write!(f, "expected at most {max} axes, found more"),
            JsonFault::Format(fault) => Escaped(fault).fmt(f),
            JsonFault::DuplicateName { name } => write!(f, "two parameters are named \"{}\"", name.escape_debug()),
        }
    }
}
