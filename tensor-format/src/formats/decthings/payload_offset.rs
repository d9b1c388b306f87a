//! Search for the largest payload of numbers in a message.

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

/// Returns the largest payload of numbers in `message`, which may be only the beginning of one, and the offset up to
/// which it was searched. Faults end the search: the reader reports them.
pub(super) fn largest_payload(message: &[u8], options: &Options) -> (PayloadSpan, usize) {
    let (mut largest, mut at) = (PayloadSpan::default(), 0);
    while let Some(end) = tensor(message, at, options, &mut largest) {
        at = end;
    }
    (largest, at)
}

/// Returns where the tensor at offset `at` ends, if its header is there; `largest` becomes its numbers if they are
/// more.
fn tensor(message: &[u8], at: usize, options: &Options, largest: &mut PayloadSpan) -> Option<usize> {
    let &[byte, rank] = message.get(at..)?.first_chunk()?;
    let element_type = from_byte(byte)?;
    let mut at = at.checked_add(2)?;
    let (mut count, mut is_empty) = (1usize, false);
    for _ in 0..rank {
        let len = usize::try_from(next(message, &mut at)?).ok()?;
        is_empty |= len == 0;
        count = count.checked_mul(len.max(1))?;
    }
    let count = if is_empty { 0 } else { count };
    if let Some(size) = element_type.size() {
        let len = count.checked_mul(size)?;
        largest.or(at, len);
        return at.checked_add(len);
    }
    if options.dialect.has_section() {
        let len = usize::try_from(next(message, &mut at)?).ok()?;
        return at.checked_add(len);
    }
    for _ in 0..count {
        let len = usize::try_from(next(message, &mut at)?).ok()?;
        at = at.checked_add(len)?;
    }
    Some(at)
}

fn next(message: &[u8], at: &mut usize) -> Option<u64> {
    let (value, len) = varint::read(message.get(*at..)?, true).ok()?;
    *at = at.checked_add(len)?;
    Some(value)
}
