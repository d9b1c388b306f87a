//! Search for the numbers in a message, without decoding it.

use super::{Options, element_type::from_byte};
use crate::util::varint;

/// The numbers of one tensor within a message: their byte offset and their number of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PayloadSpan {
    pub(super) at: usize,
    pub(super) len: usize,
}

impl PayloadSpan {
    /// Becomes the span of `len` bytes from offset `at` on, if that is longer than this one.
    pub(super) fn or(&mut self, at: usize, len: usize) {
        if len > self.len {
            *self = Self { at, len };
        }
    }
}

/// The numbers of each tensor in a message, which may be only the beginning of one. Faults end the search: the reader
/// reports them.
pub(super) struct PayloadSpans<'m> {
    message: &'m [u8],
    options: &'m Options,
    /// The offset up to which the message was searched.
    pub(super) at: usize,
}

impl<'m> PayloadSpans<'m> {
    /// Searches `message` from the tensor at offset `at` on.
    pub(super) fn new(message: &'m [u8], at: usize, options: &'m Options) -> Self {
        Self { message, options, at }
    }

    /// Returns the next varint at `at`, and moves `at` behind it.
    fn varint(&self, at: &mut usize) -> Option<usize> {
        let (value, len) = varint::read(self.message.get(*at..)?, true).ok()?;
        *at = at.checked_add(len)?;
        usize::try_from(value).ok()
    }
}

impl Iterator for PayloadSpans<'_> {
    /// The numbers of the tensor, and the size of one; no bytes of size 1 for elements of variable size.
    type Item = (PayloadSpan, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let &[byte, rank] = self.message.get(self.at..)?.first_chunk()?;
        let element_type = from_byte(byte)?;
        let mut at = self.at.checked_add(2)?;
        let (mut count, mut is_empty) = (1usize, false);
        for _ in 0..rank {
            let len = self.varint(&mut at)?;
            is_empty |= len == 0;
            count = count.checked_mul(len.max(1))?;
        }
        let count = if is_empty { 0 } else { count };
        if let Some(size) = element_type.size() {
            let span = PayloadSpan { at, len: count.checked_mul(size)? };
            self.at = at.checked_add(span.len)?;
            return Some((span, size));
        }
        let variable = PayloadSpan { at, len: 0 };
        if self.options.dialect.has_section() {
            let len = self.varint(&mut at)?;
            self.at = at.checked_add(len)?;
            return Some((variable, 1));
        }
        for _ in 0..count {
            let len = self.varint(&mut at)?;
            at = at.checked_add(len)?;
        }
        self.at = at;
        Some((variable, 1))
    }
}

/// Returns the largest payload of numbers in `message`, which may be only the beginning of one, and the offset up to
/// which it was searched.
pub(super) fn largest_payload(message: &[u8], options: &Options) -> (PayloadSpan, usize) {
    let (mut largest, mut spans) = (PayloadSpan::default(), PayloadSpans::new(message, 0, options));
    for (span, _) in &mut spans {
        largest.or(span.at, span.len);
    }
    (largest, spans.at)
}
