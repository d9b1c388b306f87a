//! The names of a record in a stream, kept until their tensors come.

use alloc::{string::String, vec::Vec};

use crate::{
    ElementType, Variable,
    variable::{MediaForm, PackedOptions, read_element},
};

/// Names in the order of the stream, each stored behind its length in one buffer. A `String` for each would take many
/// times the memory.
#[derive(Clone)]
pub(super) struct NameQueue {
    bytes: Vec<u8>,
    /// The position of the first name in the stream.
    start: u64,
    /// The offset of the next name in `bytes`, and the number of names left.
    next: usize,
    left: usize,
    count: usize,
}

impl NameQueue {
    /// Creates a queue for `count` names, the first at this position in the stream.
    pub(super) fn new(start: u64, count: usize) -> Self {
        Self { bytes: Vec::new(), start, next: 0, left: count, count }
    }

    /// Returns a copy of the queue with all names that were ever added, from the first on.
    pub(super) fn all(&self) -> Self {
        Self { next: 0, left: self.count, ..self.clone() }
    }

    /// Returns the number of names left.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// Adds a name that takes `len` bytes in the stream, its length included. Its length is stored in the same width,
    /// so that the positions of later names are right.
    pub(super) fn push(&mut self, name: &str, len: u64) {
        let number = (name.len() as u64).to_be_bytes();
        let (tag, width) = match len.saturating_sub(name.len() as u64) {
            3 => (Some(253), 2),
            5 => (Some(254), 4),
            9 => (Some(255), 8),
            _ => (None, 1),
        };
        self.bytes.extend(tag);
        self.bytes.extend_from_slice(number.split_at_checked(8_usize.saturating_sub(width)).unwrap_or_default().1);
        self.bytes.extend_from_slice(name.as_bytes());
    }
}

/// Returns each name with its position in the stream.
impl Iterator for NameQueue {
    type Item = (String, u64);

    fn next(&mut self) -> Option<(String, u64)> {
        const OPTIONS: PackedOptions = PackedOptions {
            form: MediaForm::ThreeBytes,
            allow_non_canonical: true,
            allow_non_ascii: true,
            max_element_bytes: usize::MAX,
        };
        self.left = self.left.checked_sub(1)?;
        let (name, len) = read_element(self.bytes.get(self.next..)?, ElementType::String, &OPTIONS).ok()?;
        let place = self.start.saturating_add(self.next as u64);
        self.next = self.next.saturating_add(len);
        match name {
            Variable::Text(name) => Some((name.into_owned(), place)),
            _ => None,
        }
    }
}
