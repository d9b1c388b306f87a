//! Writes and reads metadata, values of any type that serde supports, as JSON text.

use alloc::{boxed::Box, format, string::String};

use serde_core::{Serialize, de::DeserializeOwned};

use crate::{ErrorKind, MetadataError};

/// Writes a value as JSON. Integers that need more than 64 bits are refused: most readers take them for floats.
pub(crate) fn to_text<T: Serialize + ?Sized>(value: &T) -> Result<String, ErrorKind> {
    let text = serde_json::to_string(value).map_err(|error| {
        let expected = shorten(&plain(&error));
        fault(MetadataError { path: "".into(), expected, found: "".into() })
    })?;
    match wide_integer(&text) {
        Some(found) => {
            let (expected, found) = ("an integer of 64 bits".into(), shorten(found));
            Err(fault(MetadataError { path: "".into(), expected, found }))
        }
        None => Ok(text),
    }
}

/// Returns the first integer that needs more than 64 bits in a valid JSON text.
fn wide_integer(text: &str) -> Option<&str> {
    let (mut in_string, mut escaped) = (false, false);
    let mut tokens = text.split(|letter: char| {
        let quoted = in_string;
        in_string ^= letter == '"' && !escaped;
        escaped = quoted && letter == '\\' && !escaped;
        // Letters of strings are no part of a token; those of words begin none that is a number.
        quoted || !letter.is_ascii_alphanumeric() && !matches!(letter, '-' | '+' | '.')
    });
    tokens.find(|token| {
        let is_integer = token.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit()) && !token.is_empty();
        is_integer && token.parse::<u64>().is_err() && token.parse::<i64>().is_err()
    })
}

/// Reads a value from JSON.
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

/// Returns serde's message without its line and column, as users do not see the text.
fn plain(error: &serde_json::Error) -> String {
    let mut text = format!("{error}");
    let place = format!(" at line {} column {}", error.line(), error.column());
    if let Some(rest) = text.strip_suffix(&place) {
        text.truncate(rest.len());
    }
    text
}

/// Splits a message of serde, such as `invalid type: FOUND, expected EXPECTED`, into the parts of an error; `path` is
/// where in the value it occurred.
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

/// Returns a text for an error, cut off if it is long.
fn shorten(text: &str) -> Box<str> {
    const SHOWN: usize = 160;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()).into(),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{from_text, wide_integer};

    #[test]
    fn nothing_follows_a_value() {
        assert_eq!(from_text::<u8>(" 7 ").ok(), Some(7));
        let error = from_text::<u8>("7 8").expect_err("two values");
        assert_eq!(alloc::format!("{error}"), "metadata: trailing characters");
    }

    #[test]
    fn integers_of_more_than_64_bits_are_found() {
        for text in ["18446744073709551615", "-9223372036854775808", "1e30", "100000000000000000000.0", "", "true"] {
            assert_eq!(wide_integer(text), None);
        }
        assert_eq!(wide_integer("[1,18446744073709551616]"), Some("18446744073709551616"));
        assert_eq!(wide_integer(r#"{"a\"99999999999999999999":-9223372036854775809}"#), Some("-9223372036854775809"));
        assert_eq!(wide_integer(r#"["99999999999999999999","\\",99999999999999999998]"#), Some("99999999999999999998"));
        assert_eq!(wide_integer(r#"["\\\"99999999999999999999"]"#), None);
    }
}
