//! Errors that several files of the reader give.

use crate::{DecodeError, ErrorKind};

/// Returns the error of this kind at byte `offset` of the input.
#[cold]
pub(super) fn at(kind: ErrorKind, offset: usize) -> DecodeError {
    DecodeError::new(kind).at(offset as u64)
}

/// Returns the error of a byte that is no boolean: byte `index` of `bytes`, which begin at offset `start` of the input.
#[cold]
pub(super) fn invalid_boolean(bytes: &[u8], index: usize, start: usize) -> DecodeError {
    let byte = bytes.get(index).copied().unwrap_or_default();
    at(ErrorKind::InvalidBoolean(byte), start.saturating_add(index))
}

/// Returns the length of one more axis of a header, and the bytes of a tensor with it; `bytes` are those without it. An
/// error, at `offset`, if they are more than memory can address.
pub(super) fn grow(bytes: usize, len: u64, offset: usize) -> Result<(usize, usize), DecodeError> {
    let product = usize::try_from(len).ok().and_then(|len| Some((len, bytes.checked_mul(len.max(1))?)));
    match product {
        Some((len, bytes)) if bytes <= isize::MAX as usize => Ok((len, bytes)),
        _ => Err(at(ErrorKind::ShapeOverflow, offset)),
    }
}

/// Returns the error of the fast path, which gives no reason. Users never see it: the bytes are then read again by the
/// general path, which finds the reason (see [`SliceSource`](super::SliceSource)).
#[cold]
#[inline(never)]
pub(super) fn unknown() -> DecodeError {
    ErrorKind::custom("another header than the type's").into()
}
