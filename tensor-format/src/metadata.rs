//! Metadata: any types of serde, as the text of JSON.

use alloc::{boxed::Box, format, string::String};

use serde_core::{Serialize, de::DeserializeOwned};

use crate::{ErrorKind, MetadataError};

/// A value as JSON.
pub(crate) fn to_text<T: Serialize + ?Sized>(value: &T) -> Result<String, ErrorKind> {
    serde_json::to_string(value).map_err(|error| {
        let expected = shorten(&plain(&error));
        fault(MetadataError { path: "".into(), expected, found: "".into() })
    })
}

/// A value from JSON.
pub(crate) fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, ErrorKind> {
    let mut source = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut source);
    let value = read.map_err(|error| refused(&format!("{}", error.path()), error.inner()))?;
    source.end().map_err(|error| refused("", &error))?;
    Ok(value)
}

fn fault(error: MetadataError) -> ErrorKind {
    ErrorKind::Metadata(Box::new(error))
}

/// What serde says without the place in the text, which is not the text that the user knows.
fn plain(error: &serde_json::Error) -> String {
    let mut text = format!("{error}");
    let place = format!(" at line {} column {}", error.line(), error.column());
    if let Some(rest) = text.strip_suffix(&place) {
        text.truncate(rest.len());
    }
    text
}

/// The words of serde, `invalid type: FOUND, expected EXPECTED` and the like, taken apart.
#[cold]
fn refused(path: &str, error: &serde_json::Error) -> ErrorKind {
    let text = plain(error);
    let (found, expected) = match text.rsplit_once(", expected ") {
        Some((found, expected)) => {
            let words = ["invalid type: ", "invalid value: ", "invalid "];
            (words.iter().find_map(|words| found.strip_prefix(words)).unwrap_or(found), expected)
        }
        None => ("", text.as_str()),
    };
    fault(MetadataError {
        path: if path == "." { "".into() } else { shorten(path) },
        expected: shorten(expected),
        found: shorten(found),
    })
}

/// Text for an error, cut when it is long.
fn shorten(text: &str) -> Box<str> {
    const SHOWN: usize = 160;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()).into(),
        None => text.into(),
    }
}
