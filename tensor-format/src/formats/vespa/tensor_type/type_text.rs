//! The text of a type, piece by piece: for constants and at run time alike.

use alloc::{boxed::Box, string::String};

use super::{
    CellType,
    dimension::{MAX_SIZE, Size, byte, is_name_byte},
};

/// A fault in the text of a type: its offset, and what is expected there.
#[derive(Clone, Copy)]
pub(in super::super) struct TypeFault {
    pub(in super::super) at: usize,
    pub(in super::super) expected: &'static str,
}

impl TypeFault {
    /// Returns the beginning of `text` from the fault on.
    pub(in super::super) fn found(&self, text: &str) -> Box<str> {
        let rest = text.get(self.at..).unwrap_or_default();
        rest.chars().take(16).collect::<String>().into()
    }
}

/// One dimension in the text of a type.
#[derive(Clone, Copy)]
pub(super) struct RawDimension {
    pub(super) name: (usize, usize),
    pub(super) size: Size,
    /// The offset where the next dimension begins, if there is one.
    pub(super) next: Option<usize>,
}

const fn fault<T>(at: usize, expected: &'static str) -> Result<T, TypeFault> {
    Err(TypeFault { at, expected })
}

const fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = byte(text, at) {
        at = at.saturating_add(1);
    }
    at
}

/// Returns the offset after `word`, if `word` is at offset `at` of the text.
const fn after(text: &[u8], at: usize, word: &str) -> Option<usize> {
    let word = word.as_bytes();
    let mut i = 0;
    while let Some(wanted) = byte(word, i) {
        match byte(text, at.saturating_add(i)) {
            Some(found) if found == wanted => i = i.saturating_add(1),
            _ => return None,
        }
    }
    Some(at.saturating_add(i))
}

/// Reads the beginning of a type's text: returns the cell type, and the offset of the first dimension if there is one.
pub(super) const fn head(text: &[u8]) -> Result<(CellType, Option<usize>), TypeFault> {
    let start = skip_blanks(text, 0);
    let Some(mut at) = after(text, start, "tensor") else { return fault(start, "`tensor`") };
    let mut cell = CellType::Double;
    let mut named = false;
    if let Some(name) = after(text, at, "<") {
        let end = if let Some(end) = after(text, name, "double>") {
            end
        } else if let Some(end) = after(text, name, "float>") {
            cell = CellType::Float;
            end
        } else if let Some(end) = after(text, name, "bfloat16>") {
            cell = CellType::Bfloat16;
            end
        } else if let Some(end) = after(text, name, "int8>") {
            cell = CellType::Int8;
            end
        } else {
            return fault(name, "`double`, `float`, `bfloat16` or `int8`, and `>`");
        };
        named = !matches!(cell, CellType::Double);
        at = end;
    }
    let Some(at) = after(text, at, "(") else { return fault(at, "`(`") };
    match after(text, at, ")") {
        Some(_) if named => fault(at, "a dimension: only a double has none"),
        Some(end) => match at_end(text, end) {
            Ok(()) => Ok((cell, None)),
            Err(fault) => Err(fault),
        },
        None => Ok((cell, Some(at))),
    }
}

const fn at_end(text: &[u8], at: usize) -> Result<(), TypeFault> {
    let at = skip_blanks(text, at);
    if at < text.len() { fault(at, "the end of the type") } else { Ok(()) }
}

/// Reads the dimension at offset `at`.
pub(super) const fn dimension(text: &[u8], at: usize) -> Result<RawDimension, TypeFault> {
    let start = skip_blanks(text, at);
    let mut at = start;
    while is_name_byte(byte(text, at)) {
        at = at.saturating_add(1);
    }
    let name = (start, at);
    if at == start {
        return fault(at, "the name of a dimension: letters, digits and `_`");
    }
    let (size, at) = if let Some(end) = after(text, at, "{}") {
        (Size::Mapped, end)
    } else if let Some(end) = after(text, at, "[]") {
        (Size::Unbound, end)
    } else if let Some(digits) = after(text, at, "[") {
        match size(text, digits) {
            Ok((size, end)) => (Size::Indexed(size), end),
            Err(fault) => return Err(fault),
        }
    } else {
        return fault(at, "`{}`, `[size]` or `[]`");
    };
    let at = skip_blanks(text, at);
    let next = match byte(text, at) {
        Some(b',') => Some(at.saturating_add(1)),
        Some(b')') => match at_end(text, at.saturating_add(1)) {
            Ok(()) => None,
            Err(fault) => return Err(fault),
        },
        _ => return fault(at, "`,` or `)`"),
    };
    Ok(RawDimension { name, size, next })
}

/// Reads the size at offset `start`, and returns it with the offset after its closing bracket.
const fn size(text: &[u8], start: usize) -> Result<(u32, usize), TypeFault> {
    const EXPECTED: &str = "a size from 1 to 2147483647";
    let mut at = start;
    let mut size = 0u32;
    while let Some(digit @ b'0'..=b'9') = byte(text, at) {
        let Some(tens) = size.checked_mul(10) else { return fault(start, EXPECTED) };
        let Some(sum) = tens.checked_add(digit.saturating_sub(b'0') as u32) else { return fault(start, EXPECTED) };
        size = sum;
        at = at.saturating_add(1);
    }
    if size == 0 || size > MAX_SIZE {
        return fault(start, EXPECTED);
    }
    match after(text, at, "]") {
        Some(end) => Ok((size, end)),
        None => fault(at, "`]`"),
    }
}
