//! The header of a file: its length, and what it says of each tensor.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use core::fmt;

use ::safetensors::tensor::TensorInfo;
use serde_core::de::{Deserializer as _, MapAccess, Visitor};

use super::FORMAT;
use crate::{DecodeError, ErrorKind, FileError, FileFault, Limit};

/// The number of bytes in front of the header, which hold its length.
pub(super) const PREFIX: usize = 8;
/// The length in bytes of the longest header that the `safetensors` package reads.
pub(super) const MAX_TEXT: usize = 100_000_000;
/// The name in the header that is not a tensor's, but that of the metadata.
pub(super) const METADATA: &str = "__metadata__";

/// Returns the text of the header, which is at the front of these bytes; the file has `file_len` bytes in all.
pub(super) fn text(front: &[u8], file_len: u64) -> Result<&[u8], DecodeError> {
    let ended = |needed, left, at| DecodeError::new(ErrorKind::UnexpectedEnd { needed, left }).at(at);
    let Some((len, rest)) = front.split_first_chunk::<PREFIX>() else {
        return Err(ended(PREFIX as u64, front.len() as u64, 0));
    };
    let (len, left) = (u64::from_le_bytes(*len), file_len.saturating_sub(PREFIX as u64));
    // Another file begins with eight bytes that are no length: it is no large header.
    if len > left {
        return Err(ended(len, left, PREFIX as u64));
    }
    if len > MAX_TEXT as u64 {
        let kind = ErrorKind::LimitExceeded { limit: Limit::Text, max: MAX_TEXT as u64, found: len };
        return Err(DecodeError::new(kind).at(0));
    }
    rest.get(..len as usize).ok_or_else(|| ended(len, rest.len() as u64, PREFIX as u64))
}

/// What a header says.
#[derive(Default)]
pub(super) struct Header {
    /// The names in its order, each with its tensor; the name of the metadata has none.
    entries: Vec<(String, Option<TensorInfo>)>,
    pub(super) metadata: BTreeMap<String, String>,
}

impl Header {
    /// Reads the text of a header. The package keeps the last of several entries of one name; here it is an error.
    pub(super) fn read(text: &[u8]) -> Result<Self, DecodeError> {
        let mut read = serde_json::Deserializer::from_slice(text);
        let header = read.deserialize_map(HeaderVisitor).and_then(|header| read.end().map(|()| header));
        let header = header.map_err(|error| malformed(text, &error))?;
        let mut sorted: Vec<(&str, usize)> = header.entries.iter().map(|(name, _)| name.as_str()).zip(0..).collect();
        sorted.sort_unstable();
        let mut pairs = sorted.iter().zip(sorted.iter().skip(1));
        if let Some((_, (name, again))) = pairs.find(|((name, _), (next, _))| name == next) {
            let at = places(text).nth(*again).unwrap_or_default();
            return Err(DecodeError::new(ErrorKind::DuplicateParam).in_parameter(name).at(at));
        }
        Ok(header)
    }

    /// Returns the number of tensors.
    pub(super) fn len(&self) -> usize {
        self.entries.iter().filter(|(_, info)| info.is_some()).count()
    }

    /// Returns the tensors in the order of their bytes, each with the offset in the file at which its name begins.
    pub(super) fn tensors(self, text: &[u8]) -> Vec<(String, TensorInfo, u64)> {
        let placed = self.entries.into_iter().zip(places(text));
        let mut tensors: Vec<_> = placed.filter_map(|((name, info), at)| Some((name, info?, at))).collect();
        tensors.sort_unstable_by_key(|(_, info, at)| (info.data_offsets, *at));
        tensors
    }
}

/// Returns the offsets in the file at which the names in the header begin, in its order.
pub(super) fn places(text: &[u8]) -> impl Iterator<Item = u64> {
    let (mut depth, mut in_text, mut escaped, mut is_name) = (0usize, false, false, false);
    let mut begins = move |byte: u8| {
        if in_text {
            in_text = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            return false;
        }
        match byte {
            b'"' => {
                in_text = true;
                return depth == 1 && core::mem::take(&mut is_name);
            }
            b'{' | b'[' => {
                depth = depth.saturating_add(1);
                is_name = depth == 1;
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => is_name = depth == 1,
            _ => {}
        }
        false
    };
    (PREFIX as u64..).zip(text).filter(move |(_, byte)| begins(**byte)).map(|(at, _)| at)
}

#[cold]
pub(super) fn malformed(text: &[u8], error: &serde_json::Error) -> DecodeError {
    let expected = "names, each with dtype, shape and data_offsets that follow one another";
    // Lines and columns are counted from 1; an error about a value that could be parsed has neither.
    let lines = text.split_inclusive(|byte| *byte == b'\n').take(error.line().saturating_sub(1));
    let before = lines.fold(0usize, |before, line| before.saturating_add(line.len()));
    let at = before.saturating_add(error.column().saturating_sub(1)).saturating_add(PREFIX);
    let error = FileError::new(FORMAT, FileFault::Header, "header", expected, &format!("{error}"));
    DecodeError::from(error).at(at as u64)
}

struct HeaderVisitor;

impl<'de> Visitor<'de> for HeaderVisitor {
    type Value = Header;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut header = Header::default();
        while let Some(name) = map.next_key::<String>()? {
            let info = if name == METADATA {
                header.metadata = map.next_value::<Option<_>>()?.unwrap_or_default();
                None
            } else {
                Some(map.next_value()?)
            };
            header.entries.push((name, info));
        }
        Ok(header)
    }
}
