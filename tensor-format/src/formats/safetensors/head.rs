//! The header of a file: its length, and the names in it.

use alloc::{format, string::String, vec::Vec};
use core::fmt;

use serde_core::de::{Deserializer as _, Error as _, IgnoredAny, MapAccess, Visitor};

use super::FORMAT;
use crate::{DecodeError, ErrorKind, FileError, FileFault, Limit};

/// The bytes before the header: its length.
pub(super) const PREFIX: usize = 8;
/// The longest header that the package itself reads.
pub(super) const MAX_TEXT: usize = 100_000_000;
/// The name that is not a tensor's.
pub(super) const METADATA: &str = "__metadata__";

/// The text of the header.
pub(super) fn text(bytes: &[u8]) -> Result<&[u8], DecodeError> {
    let Some((len, rest)) = bytes.split_first_chunk::<PREFIX>() else {
        return Err(
            DecodeError::new(ErrorKind::UnexpectedEnd { needed: PREFIX as u64, left: bytes.len() as u64 }).at(0)
        );
    };
    let len = u64::from_le_bytes(*len);
    if len > MAX_TEXT as u64 {
        return Err(ErrorKind::LimitExceeded { limit: Limit::Text, max: MAX_TEXT as u64, found: len }.into());
    }
    let end = DecodeError::new(ErrorKind::UnexpectedEnd { needed: len, left: rest.len() as u64 });
    rest.get(..len as usize).ok_or_else(|| end.at(PREFIX as u64))
}

/// The names in the order of the header, those of the metadata left out. The package keeps the last of several entries
/// of one name; here it is an error.
pub(super) fn names(text: &[u8]) -> Result<Vec<String>, DecodeError> {
    let mut read = serde_json::Deserializer::from_slice(text);
    let names = read.deserialize_map(Names).and_then(|names| read.end().map(|()| names)).map_err(malformed)?;
    let mut sorted: Vec<&str> = names.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    if let Some(name) = sorted.windows(2).find(|pair| pair.first() == pair.last()).and_then(<[&str]>::first) {
        return Err(DecodeError::new(ErrorKind::DuplicateParam).in_parameter(name));
    }
    Ok(names.into_iter().filter(|name| name != METADATA).collect())
}

pub(super) fn malformed(error: serde_json::Error) -> DecodeError {
    let expected = "names, each with dtype, shape and data_offsets that follow one another";
    DecodeError::from(FileError::new(FORMAT, FileFault::Header, "header", expected, &format!("{error}")))
        .at(PREFIX as u64)
}

struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut names = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            // `IgnoredAny` takes any depth that the parser takes, which has a bound of its own.
            let IgnoredAny = map.next_value()?;
            if name.contains('\0') {
                return Err(A::Error::custom("a name holds NUL"));
            }
            names.push(name);
        }
        Ok(names)
    }
}
