//! Errors, for reports and logs: written, never read.

use alloc::string::ToString;

use serde::{Serialize, Serializer};

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

macro_rules! error {
    ($($name:ident),*) => { $(
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
