//! The header of a file: the bytes before it, and the Python dict of three known keys that it is.
//!
//! The dict is read once from front to back, without recursion, and nothing is kept but where its values are.

use alloc::{format, string::String};
use core::ops::Range;

use super::FORMAT;
use crate::{DecodeError, ErrorKind, FileError, FileFault, Limit, MAX_RANK, Shape};

const MAGIC: &[u8] = b"\x93NUMPY";
/// The length in bytes of the longest header that is read, the same as in NumPy's own reader: only a structured dtype
/// makes a longer one.
const MAX_TEXT: usize = 10_000;
/// The most bytes before the elements.
pub(super) const MAX_LEN: usize = 12 + MAX_TEXT;

const DICT: &str = "a dict of 'descr', 'fortran_order' and 'shape'";

/// The values in a header, and where they are in the file.
pub(super) struct HeaderDict<'t> {
    /// The dtype: the text within its quotes, or a literal of another kind as it is written.
    pub(super) descr: &'t [u8],
    /// Whether the dtype is a text.
    pub(super) is_text: bool,
    pub(super) descr_at: usize,
    pub(super) column_major: bool,
    pub(super) shape: Shape,
    pub(super) shape_at: usize,
    /// The offset where the elements begin.
    pub(super) end: usize,
}

/// Reads the header at the front of a file.
pub(super) fn read(bytes: &[u8]) -> Result<HeaderDict<'_>, DecodeError> {
    let (major, place) = text_of(bytes)?;
    let end = place.end;
    let text = bytes.get(..end).unwrap_or_default();
    // Python 2 wrote long numbers with an `L`, and had the first two versions only.
    let mut cursor = DictCursor { text, at: place.start, long: major < 3 };
    let (mut descr, mut order, mut shape) = (None, None, None);
    cursor.expect(b'{', DICT)?;
    while cursor.next() != Some(b'}') {
        let at = cursor.at;
        let key = cursor.quoted(DICT)?;
        cursor.expect(b':', "`:` after a key")?;
        cursor.skip_space();
        let value_at = cursor.at;
        let is_new = match key {
            b"descr" => {
                let is_text = matches!(cursor.next(), Some(b'\'' | b'"'));
                let found = if is_text { cursor.quoted("a dtype")? } else { cursor.other()? };
                descr.replace((found, is_text, value_at)).is_none()
            }
            b"fortran_order" => order.replace(cursor.boolean()?).is_none(),
            b"shape" => shape.replace((cursor.tuple()?, value_at)).is_none(),
            _ => return Err(cursor.fault("no key but 'descr', 'fortran_order' and 'shape'", at)),
        };
        if !is_new {
            return Err(cursor.fault("each key once", at));
        }
        if !cursor.eat(b',') {
            break;
        }
    }
    cursor.expect(b'}', "`,` or `}`")?;
    if cursor.next().is_some() {
        return Err(cursor.fault("nothing after the dict", cursor.at));
    }
    let missing = |key| cursor.fault(key, place.start);
    let (descr, is_text, descr_at) = descr.ok_or_else(|| missing("a key 'descr'"))?;
    let column_major = order.ok_or_else(|| missing("a key 'fortran_order'"))?;
    let (shape, shape_at) = shape.ok_or_else(|| missing("a key 'shape'"))?;
    Ok(HeaderDict { descr, is_text, descr_at, column_major, shape, shape_at, end })
}

/// Returns the major version of the format, and where in the file the text of the header is.
fn text_of(bytes: &[u8]) -> Result<(u8, Range<usize>), DecodeError> {
    let start = bytes.get(..MAGIC.len()).unwrap_or(bytes);
    if !MAGIC.starts_with(start) {
        let found = format!("{}", start.escape_ascii());
        let error = FileError::new(FORMAT, FileFault::Magic, "", "\\x93NUMPY at the beginning", &found);
        return Err(DecodeError::from(error).at(0));
    }
    let (major, at, len) = match bytes.get(MAGIC.len()..) {
        Some([1, 0, a, b, ..]) => (1, 10, usize::from(u16::from_le_bytes([*a, *b]))),
        Some([major @ (2 | 3), 0, a, b, c, d, ..]) => (*major, 12, u32::from_le_bytes([*a, *b, *c, *d]) as usize),
        Some([major, minor, ..]) if !matches!((major, minor), (1..=3, 0)) => {
            let found = format!("{major}.{minor}");
            let error = FileError::new(FORMAT, FileFault::Version, "version", "1.0, 2.0 or 3.0", &found);
            return Err(DecodeError::from(error).at(6));
        }
        _ => return Err(DecodeError::new(ErrorKind::UnexpectedEnd { needed: 12, left: bytes.len() as u64 }).at(0)),
    };
    Limit::Text.check(MAX_TEXT, len).map_err(|kind| DecodeError::new(kind).at(8))?;
    let end = len.saturating_add(at);
    if bytes.len() < end {
        let left = bytes.len().saturating_sub(at) as u64;
        return Err(DecodeError::new(ErrorKind::UnexpectedEnd { needed: len as u64, left }).at(at as u64));
    }
    Ok((major, at..end))
}

/// A cursor over the header's text; `at` is an offset in the file.
struct DictCursor<'t> {
    /// The file up to the end of the header.
    text: &'t [u8],
    at: usize,
    /// Whether an `L` may follow a number, as in headers of Python 2.
    long: bool,
}

impl<'t> DictCursor<'t> {
    #[cold]
    fn fault(&self, expected: &'static str, at: usize) -> DecodeError {
        let rest = self.text.get(at..).unwrap_or_default();
        let shown = String::from_utf8_lossy(rest.get(..rest.len().min(20)).unwrap_or_default());
        let found = if rest.is_empty() { String::new() } else { format!("{shown:?}") };
        let error = FileError::new(FORMAT, FileFault::Header, "header", expected, &found);
        DecodeError::from(error).at(at as u64)
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.step();
        }
    }

    /// Passes over spaces, and returns the next byte without passing over it.
    fn next(&mut self) -> Option<u8> {
        self.skip_space();
        self.peek()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.next() == Some(byte);
        if found {
            self.step();
        }
        found
    }

    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), DecodeError> {
        if self.eat(byte) { Ok(()) } else { Err(self.fault(expected, self.at)) }
    }

    /// Reads the text between two quotes, which may have no quotes of their kind, escapes or control characters.
    fn quoted(&mut self, expected: &'static str) -> Result<&'t [u8], DecodeError> {
        let Some(quote @ (b'\'' | b'"')) = self.next() else { return Err(self.fault(expected, self.at)) };
        self.step();
        let start = self.at;
        loop {
            match self.peek() {
                Some(byte) if byte == quote => break,
                None | Some(b'\\' | 0..=0x1f | 0x7f) => {
                    return Err(self.fault("a text without escapes in quotes", self.at));
                }
                Some(_) => self.step(),
            }
        }
        let found = self.text.get(start..self.at).unwrap_or_default();
        self.step();
        Ok(found)
    }

    /// Reads a literal of any kind, up to the `,` or the bracket behind it.
    fn other(&mut self) -> Result<&'t [u8], DecodeError> {
        let (start, mut depth) = (self.at, 0usize);
        loop {
            match self.peek() {
                Some(b'\'' | b'"') => {
                    self.quoted("a dtype")?;
                    continue;
                }
                Some(b'(' | b'[' | b'{') => depth = depth.saturating_add(1),
                Some(b')' | b']' | b'}' | b',') if depth == 0 => break,
                Some(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                None | Some(0..=8 | 11..=12 | 14..=0x1f | 0x7f) => {
                    return Err(self.fault("a literal that ends", self.at));
                }
                Some(_) => {}
            }
            self.step();
        }
        let found = self.text.get(start..self.at).unwrap_or_default().trim_ascii();
        if found.is_empty() { Err(self.fault("a dtype", start)) } else { Ok(found) }
    }

    fn boolean(&mut self) -> Result<bool, DecodeError> {
        for (word, value) in [(&b"True"[..], true), (b"False", false)] {
            let end = self.at.saturating_add(word.len());
            if self.text.get(self.at..end) == Some(word) {
                self.at = end;
                return Ok(value);
            }
        }
        Err(self.fault("True or False", self.at))
    }

    /// Reads the tuple of the lengths of the axes. One number in brackets without a comma is no tuple for Python.
    fn tuple(&mut self) -> Result<Shape, DecodeError> {
        let start = self.at;
        let mut shape = Shape::scalar();
        self.expect(b'(', "a tuple of lengths")?;
        while self.next() != Some(b')') {
            let checked = Limit::Rank.check(MAX_RANK, shape.rank().saturating_add(1));
            checked.map_err(|kind| DecodeError::new(kind).at(start as u64))?;
            shape.push(self.length()?);
            if !self.eat(b',') {
                if shape.rank() == 1 {
                    return Err(self.fault("a tuple of lengths", start));
                }
                break;
            }
        }
        self.expect(b')', "`,` or `)`")?;
        Ok(shape)
    }

    fn length(&mut self) -> Result<usize, DecodeError> {
        let (start, mut value) = (self.at, 0usize);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let next = value.checked_mul(10).and_then(|value| value.checked_add(usize::from(digit.wrapping_sub(b'0'))));
            value = next.ok_or_else(|| DecodeError::new(ErrorKind::ShapeOverflow).at(start as u64))?;
            self.step();
        }
        let digits = self.at.saturating_sub(start);
        // Python 2 read a number that begins with 0 by eights.
        if digits == 0 || digits > 1 && self.text.get(start) == Some(&b'0') {
            return Err(self.fault("a length", start));
        }
        if self.long && self.peek() == Some(b'L') {
            self.step();
        }
        Ok(value)
    }
}
