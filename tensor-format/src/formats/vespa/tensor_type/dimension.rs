//! Dimensions: their names, their order and their sizes, for constants and at run time alike.

use alloc::boxed::Box;
use core::fmt;

use crate::Dim;

/// The largest size of a dimension.
pub(super) const MAX_SIZE: u32 = i32::MAX as u32;

/// The labels that a dimension may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// Any texts, `name{}`: sparse.
    Mapped,
    /// The numbers from 0 up to this size, `name[size]`: dense. From 1 to 2 147 483 647.
    Indexed(u32),
    /// The numbers from 0 up to any size, `name[]`. No constant has it.
    Unbound,
}

/// A named dimension.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dimension {
    name: Box<str>,
    size: Size,
}

impl Dimension {
    /// Creates a dimension of this name and size.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>, size: Size) -> Self {
        Self { name: name.into(), size }
    }

    /// Returns the name: ASCII letters, digits and `_`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns which labels the dimension may have.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns whether the labels of the dimension are texts.
    #[must_use]
    pub fn is_mapped(&self) -> bool {
        self.size == Size::Mapped
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.size.fmt(f)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Mapped => f.write_str("{}"),
            Size::Indexed(size) => write!(f, "[{size}]"),
            Size::Unbound => f.write_str("[]"),
        }
    }
}

/// Returns the size of a dimension of these rules; `None` if no dimension has that size.
pub(super) const fn size_of(dim: &Dim<'_>) -> Option<Size> {
    match dim.as_exact() {
        None => Some(Size::Unbound),
        Some(len) if len == 0 || len > MAX_SIZE as u64 => None,
        Some(len) => Some(Size::Indexed(len as u32)),
    }
}

#[allow(clippy::indexing_slicing, reason = "the index is tested; slices have no `get` in constants")]
pub(super) const fn byte(text: &[u8], at: usize) -> Option<u8> {
    if at < text.len() { Some(text[at]) } else { None }
}

/// Returns whether a name may hold this byte.
pub(super) const fn is_name_byte(byte: Option<u8>) -> bool {
    matches!(byte, Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_'))
}

/// Returns the name of the dimension for an axis of this name: what stands behind the last dot, before which the fields
/// are named that hold the record.
pub(super) const fn of_axis(axis: &str) -> &str {
    let bytes = axis.as_bytes();
    let mut at = bytes.len();
    while at > 0 && !matches!(byte(bytes, at.saturating_sub(1)), Some(b'.')) {
        at = at.saturating_sub(1);
    }
    match core::str::from_utf8(bytes.split_at(at).1) {
        Ok(name) => name,
        Err(_) => axis,
    }
}

/// Returns whether a text can name a dimension.
pub(super) const fn is_name(text: &[u8]) -> bool {
    let mut at = 0;
    while is_name_byte(byte(text, at)) {
        at = at.saturating_add(1);
    }
    at > 0 && at == text.len()
}

/// Compares names byte by byte: the result is less than, equal to or greater than 0.
pub(super) const fn compare(left: &[u8], right: &[u8]) -> i8 {
    let mut at = 0;
    loop {
        match (byte(left, at), byte(right, at)) {
            (None, None) => return 0,
            (None, Some(_)) => return -1,
            (Some(_), None) => return 1,
            (Some(l), Some(r)) if l < r => return -1,
            (Some(l), Some(r)) if l > r => return 1,
            _ => at = at.saturating_add(1),
        }
    }
}
