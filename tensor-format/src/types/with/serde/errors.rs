//! Errors in serde's formats, for reports and logs: written by their own types, read as an [`ErrorReport`].

use alloc::string::{String, ToString};
use core::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::{DecodeError, EncodeError, ErrorKind, Violation};

#[derive(Serialize)]
#[serde(rename = "Error")]
struct ErrorForm<'a> {
    kind: &'static str,
    parameter: Option<&'a str>,
    offset: Option<u64>,
    record: Option<u64>,
    message: &'a str,
}

/// The data of an error as the other side of a connection reads them: what a [`DecodeError`] or [`EncodeError`] is
/// serialized as. Read from a self-describing format, it may also be a [`Violation`] or [`ErrorKind`], which have no
/// place.
///
/// ```
/// use tensor_format::{from_slice, with::serde::ErrorReport};
/// let error = from_slice::<bool>(&[13, 0, 7]).unwrap_err();
/// # #[cfg(feature = "json")] {
/// let report: ErrorReport = serde_json::from_str(&serde_json::to_string(&error)?)?;
/// assert_eq!((report.kind.as_str(), report.offset), ("invalid_boolean", Some(2)));
/// assert_eq!(report, ErrorReport::from(&error));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename = "Error")]
pub struct ErrorReport {
    /// The kind of the error as one word, as [`ErrorKind::name`] returns it.
    pub kind: String,
    /// The wire name of the parameter at fault.
    #[serde(default)]
    pub parameter: Option<String>,
    /// The byte offset of the first byte of the field at fault.
    #[serde(default)]
    pub offset: Option<u64>,
    /// The index of the record at fault in a sequence, counted from 0.
    #[serde(default)]
    pub record: Option<u64>,
    /// The text of the error, with its place.
    pub message: String,
}

impl fmt::Display for ErrorReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::util::escaped::Escaped(&self.message).fmt(f)
    }
}

impl core::error::Error for ErrorReport {}

macro_rules! error {
    ($($name:ident),*) => { $(
        impl From<&$name> for ErrorReport {
            fn from(error: &$name) -> Self {
                Self {
                    kind: error.kind().name().into(),
                    parameter: error.parameter().map(Into::into),
                    offset: error.offset(),
                    record: error.record(),
                    message: error.to_string(),
                }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let form = ErrorForm {
                    kind: self.kind().name(),
                    parameter: self.parameter(),
                    offset: self.offset(),
                    record: self.record(),
                    message: &self.to_string(),
                };
                form.serialize(serializer)
            }
        }
    )* };
}

error! { DecodeError, EncodeError }

#[derive(Serialize)]
#[serde(rename = "Violation")]
struct ViolationForm<'a> {
    kind: &'static str,
    parameter: Option<&'a str>,
    message: &'a str,
}

impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, parameter) = (self.kind.name(), self.parameter.as_deref());
        ViolationForm { kind, parameter, message: &self.to_string() }.serialize(serializer)
    }
}

#[derive(Serialize)]
#[serde(rename = "ErrorKind")]
struct KindForm<'a> {
    kind: &'static str,
    message: &'a str,
}

impl Serialize for ErrorKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        KindForm { kind: self.name(), message: &self.to_string() }.serialize(serializer)
    }
}
