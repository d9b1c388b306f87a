//! Errors in serde's formats, for reports and logs: written by their own types, read as an [`ErrorReport`].

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::{DecodeError, EncodeError, ErrorKind, FaultValue, Violation, util::escaped::Escaped};

/// The data of an error as the other side of a connection reads them: what a [`DecodeError`], [`EncodeError`],
/// [`Violation`] or [`ErrorKind`] is serialized as. The latter two have no place.
///
/// ```
/// use tensor_format::{from_slice, with::serde::ErrorReport};
/// let error = from_slice::<bool>(&[13, 0, 7]).unwrap_err();
/// # #[cfg(feature = "json")] {
/// let report: ErrorReport = serde_json::from_str(&serde_json::to_string(&error)?)?;
/// assert_eq!((report.kind.as_str(), report.offset), ("invalid_boolean", Some(2)));
/// assert!(report.is_malformed && !report.is_invalid);
/// assert_eq!((report.expected.as_deref(), report.found.as_deref()), (Some("0 or 1"), Some("7")));
/// assert_eq!(report, ErrorReport::from(&error));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename = "Error")]
pub struct ErrorReport {
    /// The kind of the error as one word, as [`ErrorKind::name`] returns it.
    pub kind: String,
    /// Whether the bytes are no message of the format: see [`ErrorKind::is_malformed`].
    #[serde(default)]
    pub is_malformed: bool,
    /// Whether a well-formed message breaks the rules: see [`ErrorKind::is_invalid`].
    #[serde(default)]
    pub is_invalid: bool,
    /// The wire name of the parameter at fault.
    #[serde(default)]
    pub parameter: Option<String>,
    /// The axis at fault, counted from 0.
    #[serde(default)]
    pub axis: Option<usize>,
    /// What is allowed, as text.
    #[serde(default)]
    pub expected: Option<String>,
    /// What was found instead, as text.
    #[serde(default)]
    pub found: Option<String>,
    /// The byte offset of the first byte of the field at fault.
    #[serde(default)]
    pub offset: Option<u64>,
    /// The index of the record at fault in a sequence, counted from 0.
    #[serde(default)]
    pub record: Option<u64>,
    /// The text of the error, with its place.
    pub message: String,
    /// Every violation, if there are several; the first is the one that the other fields are about.
    #[serde(default)]
    pub violations: Vec<ErrorReport>,
}

impl ErrorReport {
    fn of(kind: &ErrorKind, parameter: Option<&str>, message: String) -> Self {
        let text = |value: FaultValue<'_>| value.to_string();
        Self {
            kind: kind.name().into(),
            is_malformed: kind.is_malformed(),
            is_invalid: kind.is_invalid(),
            parameter: parameter.map(Into::into),
            axis: kind.axis(),
            expected: kind.expected().map(text),
            found: kind.found().map(text),
            offset: None,
            record: None,
            message,
            violations: Vec::new(),
        }
    }
}

impl fmt::Display for ErrorReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Escaped(&self.message).fmt(f)
    }
}

impl core::error::Error for ErrorReport {}

macro_rules! error {
    ($($name:ident),*) => { $(
        impl From<&$name> for ErrorReport {
            fn from(error: &$name) -> Self {
                let several = error.violations().nth(1).is_some();
                let violations = error.violations().filter(|_| several).map(Into::into).collect();
                let (offset, record) = (error.offset(), error.record());
                Self { offset, record, violations, ..Self::of(error.kind(), error.parameter(), error.to_string()) }
            }
        }
    )* };
}

error! { DecodeError, EncodeError }

impl From<&Violation> for ErrorReport {
    fn from(violation: &Violation) -> Self {
        Self::of(&violation.kind, violation.parameter.as_deref(), violation.to_string())
    }
}

impl From<&ErrorKind> for ErrorReport {
    fn from(kind: &ErrorKind) -> Self {
        Self::of(kind, None, kind.to_string())
    }
}

macro_rules! serialize {
    ($($name:ident),*) => { $(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ErrorReport::from(self).serialize(serializer)
            }
        }
    )* };
}

serialize! { DecodeError, EncodeError, Violation, ErrorKind }
