//! The JSON of messages.
//!
//! `scanner` goes over a text, checking its grammar, and `strings` over the bytes of strings; `walk` finds the values of known
//! keys; `envelope` reads the objects around the tensors into `parts`, and keeps of the data of a tensor only where they
//! are; `plain` does both at once for plain messages; `binary` takes the elements behind the JSON, and `data` parses those
//! in it into the memory of the value that is read; `write` writes all of it. `document` reads what is no message:
//! metadata, configurations, errors. `outline` looks at a body whose headers are gone, and `path` says in which value a
//! byte is.

mod binary;
mod data;
pub(crate) mod document;
mod envelope;
mod number;
mod outline;
mod parts;
mod path;
mod plain;
mod scanner;
mod strings;
mod walk;
pub(crate) mod write;

pub(crate) use binary::Binary;
pub(crate) use data::{JsonData, JsonElements};
pub(crate) use outline::Outline;
pub(crate) use parts::Envelope;
pub(crate) use path::path;
pub(crate) use scanner::position;
pub(crate) use walk::Role;

use tensor_format::DecodeError;

use crate::{Fault, FaultKind, Stage};

/// Returns the bytes as the text of a JSON document.
pub(crate) fn text(json: &[u8]) -> Result<&str, DecodeError> {
    // Who reads the error would not see what is wrong: the mark has no width.
    if json.starts_with("\u{feff}".as_bytes()) {
        let expected = "JSON without a byte order mark";
        return Err(Fault::new(Stage::Json, FaultKind::NotJson, expected, "the bytes ef bb bf").at(0));
    }
    std::str::from_utf8(json).map_err(|error| {
        let at = error.valid_up_to();
        let found = json.get(at..).unwrap_or_default().iter().take(4).copied();
        let found = found.map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        Fault::new(Stage::Json, FaultKind::NotUtf8, "UTF-8", format!("the bytes {found}")).at(at)
    })
}
