//! Copies of the numbers of a message that cannot be borrowed where they are.

use alloc::vec::Vec;

use super::{
    Options,
    payload_spans::{PayloadSpan, PayloadSpans},
};
use crate::Element;

/// Aligned copies of those numbers in a message that are not aligned, for a reader that borrows all of them.
///
/// A copy of the whole message would align the numbers of one tensor only: the headers between two tensors have any
/// length.
#[derive(Default)]
pub(super) struct AlignedPayloads {
    /// Words, so that each span of bytes that begins at one is aligned for every type of numbers.
    words: Vec<u64>,
    /// The spans of the message that were copied, in order, and the index of each one's first word.
    spans: Vec<(PayloadSpan, usize)>,
}

impl AlignedPayloads {
    /// Copies the numbers of the tensors from offset `start` of a message on that are not aligned. Beside them, this
    /// takes less than 64 bytes a tensor.
    pub(super) fn of(message: &[u8], start: usize, options: &Options) -> Self {
        let (mut spans, mut len) = (Vec::new(), 0usize);
        for (span, size) in PayloadSpans::new(message, start, options) {
            let Some(numbers) = message.get(span.at..span.at.saturating_add(span.len)) else { break };
            if numbers.as_ptr().addr().checked_rem(size.min(size_of::<u64>())) != Some(0) && !numbers.is_empty() {
                spans.push((span, len));
                len = len.saturating_add(span.len.div_ceil(size_of::<u64>()));
            }
        }
        let mut words = alloc::vec![0u64; len];
        for (span, first) in &spans {
            let from = message.get(span.at..span.at.saturating_add(span.len)).unwrap_or_default();
            let to = words.get_mut(*first..).and_then(u64::as_bytes_mut).unwrap_or_default();
            to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        }
        Self { words, spans }
    }

    /// Returns the copy of `bytes`, which are at offset `at` of the message; `bytes` themselves if there is none.
    #[cold]
    pub(super) fn copy_of<'m>(&'m self, bytes: &'m [u8], at: usize) -> &'m [u8] {
        let copy = || {
            let index = self.spans.partition_point(|(span, _)| span.at <= at).checked_sub(1)?;
            let (span, first) = self.spans.get(index)?;
            let within = at.checked_sub(span.at)?;
            let end = within.checked_add(bytes.len()).filter(|end| *end <= span.len)?;
            u64::as_bytes(self.words.get(*first..)?).get(within..end)
        };
        copy().unwrap_or(bytes)
    }
}
