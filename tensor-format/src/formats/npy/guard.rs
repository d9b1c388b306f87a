//! What is looked at before `npyz` parses a header: it takes any Python literal, multiplies the axes without a check
//! and allocates what the header says.

use super::FORMAT;
use crate::{DecodeError, ErrorKind, FileError, FileFault, Limit};

const MAGIC: &[u8] = b"\x93NUMPY";
/// The longest header, as NumPy's own reader has it: nothing but a structured dtype makes a longer one.
const MAX_TEXT: usize = 10_000;
/// The most bytes before the elements.
pub(super) const MAX_LEN: usize = 12 + MAX_TEXT;
/// A structured dtype inside another is refused anyway; its brackets are parsed on the stack.
const MAX_DEPTH: usize = 16;

/// The number of bytes before the elements, if the header may be parsed.
pub(super) fn header_len(bytes: &[u8]) -> Result<usize, DecodeError> {
    let start = bytes.get(..MAGIC.len()).unwrap_or(bytes);
    if !MAGIC.starts_with(start) {
        let found = alloc::format!("{}", start.escape_ascii());
        return Err(FileError::new(FORMAT, FileFault::Magic, "", "\\x93NUMPY at the beginning", &found).into());
    }
    let (at, text) = match bytes.get(MAGIC.len()..) {
        Some([1, 0, a, b, ..]) => (10, usize::from(u16::from_le_bytes([*a, *b]))),
        Some([2 | 3, 0, a, b, c, d, ..]) => (12, u32::from_le_bytes([*a, *b, *c, *d]) as usize),
        Some([major, minor, ..]) if !matches!((major, minor), (1..=3, 0)) => {
            let found = alloc::format!("{major}.{minor}");
            return Err(DecodeError::from(FileError::new(
                FORMAT,
                FileFault::Version,
                "version",
                "1.0, 2.0 or 3.0",
                &found,
            ))
            .at(6));
        }
        _ => return Err(DecodeError::new(ErrorKind::UnexpectedEnd { needed: 12, left: bytes.len() as u64 }).at(0)),
    };
    if text > MAX_TEXT {
        let (max, found) = (MAX_TEXT as u64, text as u64);
        return Err(DecodeError::new(ErrorKind::LimitExceeded { limit: Limit::Text, max, found }).at(8));
    }
    let end = text.saturating_add(at);
    let Some(text) = bytes.get(at..end) else {
        let left = bytes.len().saturating_sub(at) as u64;
        return Err(DecodeError::new(ErrorKind::UnexpectedEnd { needed: text as u64, left }).at(at as u64));
    };
    check_text(text).map_err(|error| error.shifted(at as u64))?;
    Ok(end)
}

/// Refuses what no NumPy writes, and numbers whose product cannot be counted.
fn check_text(text: &[u8]) -> Result<(), DecodeError> {
    let bad = |expected, at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        let shown = alloc::string::String::from_utf8_lossy(rest.get(..rest.len().min(20)).unwrap_or_default());
        DecodeError::from(FileError::new(FORMAT, FileFault::Header, "header", expected, &alloc::format!("{shown:?}")))
            .at(at as u64)
    };
    let (mut depth, mut quote, mut product) = (0usize, None, 1u64);
    let mut number: Option<u64> = None;
    for (at, &byte) in text.iter().enumerate() {
        if let Some(open) = quote {
            match byte {
                b'\\' => return Err(bad("no escape in a name", at)),
                _ if byte == open => quote = None,
                _ => {}
            }
            continue;
        }
        if let (Some(value), false) = (number, byte.is_ascii_digit()) {
            product = product.checked_mul(value.max(1)).ok_or(ErrorKind::ShapeOverflow)?;
            number = None;
        }
        match byte {
            b'\'' | b'"' => quote = Some(byte),
            b'{' | b'(' | b'[' => {
                depth = depth.saturating_add(1);
                if depth > MAX_DEPTH {
                    return Err(bad("brackets less deep", at));
                }
            }
            b'}' | b')' | b']' => depth = depth.saturating_sub(1),
            b'0'..=b'9' => {
                let value = number.unwrap_or_default().checked_mul(10);
                let value = value.and_then(|value| value.checked_add(u64::from(byte.wrapping_sub(b'0'))));
                number = Some(value.ok_or(ErrorKind::ShapeOverflow)?);
            }
            b' ' | b'\n' | b',' | b':' => {}
            _ if b"TrueFalse".contains(&byte) => {}
            _ => return Err(bad("a dict of 'descr', 'fortran_order' and 'shape'", at)),
        }
    }
    Ok(())
}
