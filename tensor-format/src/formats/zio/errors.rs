//! Helpers that make errors.

use alloc::boxed::Box;

use crate::formats::zio::message_error::{MessageError, MessageFault, Stage};
use crate::{AnyFault, DecodeError, ErrorKind};

/// Returns the error of a fault in a message; `path` is that to the value at fault.
#[cold]
pub(super) fn fault(
    stage: Stage,
    fault: MessageFault,
    path: impl Into<Box<str>>,
    expected: &'static str,
    found: impl Into<Box<str>>,
) -> ErrorKind {
    AnyFault::new(MessageError { stage, fault, path: path.into(), expected, found: found.into() }).into()
}

/// Returns the error of a fault in a message, with its byte offset in the frame or buffer.
#[cold]
pub(super) fn fault_at(
    stage: Stage,
    what: MessageFault,
    path: impl Into<Box<str>>,
    expected: &'static str,
    found: impl Into<Box<str>>,
    offset: usize,
) -> DecodeError {
    DecodeError::new(fault(stage, what, path, expected, found)).at(offset as u64)
}

/// Returns a text for an error, cut when it is long.
#[cold]
pub(super) fn shorten(text: &str) -> Box<str> {
    const SHOWN: usize = 48;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => [text.get(..end).unwrap_or_default(), "..."].concat().into(),
        None => text.into(),
    }
}
