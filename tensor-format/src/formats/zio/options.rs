//! Options: limits of reading, and how tensors are written.

use super::json::lex::MAX_DEPTH;
use crate::error::ExpansionLimit;

/// The limits of reading, and the choices of writing.
///
/// ```
/// use tensor_format::{Tensor, zio::{Message, Options}};
/// let message = Options::new().max_rank(2).to_message(&[[[1u8]]]).unwrap_err();
/// assert_eq!(message.to_string(), "limit exceeded: at most 2 axes allowed, found 3");
/// # let _: Option<(Tensor, Message)> = None;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub(super) max_rank: usize,
    pub(super) max_depth: usize,
    pub(super) max_label_bytes: usize,
    pub(super) max_tensors: usize,
    pub(super) max_parts: usize,
    pub(super) max_expanded: ExpansionLimit,
    pub(super) deny_long_lengths: bool,
    pub(super) row_major_only: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// Returns the default options: rank 64, nesting 128 deep, labels of 16 MiB, 65 536 tensors and as many parts in
    /// one buffer, which expand to 64 MiB and 32 bytes for each byte of the message; tensors are written in the order
    /// that they have.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            max_rank: 64,
            max_depth: 128,
            max_label_bytes: 16 << 20,
            max_tensors: 65_536,
            max_parts: 65_536,
            max_expanded: ExpansionLimit::DEFAULT,
            deny_long_lengths: false,
            row_major_only: false,
        }
    }

    /// Sets the largest rank of a tensor, at most [`MAX_RANK`](crate::MAX_RANK).
    #[must_use]
    pub const fn max_rank(mut self, rank: usize) -> Self {
        self.max_rank = if rank < crate::MAX_RANK { rank } else { crate::MAX_RANK };
        self
    }

    /// Sets how deep a label may nest, at most 512.
    #[must_use]
    pub const fn max_depth(mut self, depth: usize) -> Self {
        self.max_depth = if depth < MAX_DEPTH { depth } else { MAX_DEPTH };
        self
    }

    /// Sets the longest label, in bytes.
    #[must_use]
    pub const fn max_label_bytes(mut self, bytes: usize) -> Self {
        self.max_label_bytes = bytes;
        self
    }

    /// Sets the most tensors in a message.
    #[must_use]
    pub const fn max_tensors(mut self, tensors: usize) -> Self {
        self.max_tensors = tensors;
        self
    }

    /// Sets the most payload parts that a message of [one buffer](Self::message_from_slice) may have: an empty part is
    /// one byte there. Counting ends one beyond. Frames from a socket are not counted, for they are in memory already.
    #[must_use]
    pub const fn max_parts(mut self, parts: usize) -> Self {
        self.max_parts = parts;
        self
    }

    /// Sets the most bytes that the tensors of a record may expand to (64 MiB and 32 bytes for each byte of the input):
    /// any number of them may name one part.
    #[must_use]
    pub const fn max_expanded(mut self, bytes: u64) -> Self {
        self.max_expanded = ExpansionLimit::bytes(bytes);
        self
    }

    /// Sets whether frames of less than 255 bytes are refused if their length takes five bytes in a message of [one
    /// buffer](Self::message_from_slice). Both known peers read such lengths and none writes them, so that they are
    /// accepted unless each message is to have one spelling.
    #[must_use]
    pub const fn deny_long_lengths(mut self, deny: bool) -> Self {
        self.deny_long_lengths = deny;
        self
    }

    /// Sets whether tensors of another order or direction are copied into row-major order before they are written, so
    /// that no label has `order` or `ascend`: no known consumer honours these.
    #[must_use]
    pub const fn row_major_only(mut self, only: bool) -> Self {
        self.row_major_only = only;
        self
    }
}
