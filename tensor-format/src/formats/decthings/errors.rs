//! Errors that several files of the reader give.

use crate::{DecodeError, ErrorKind};

/// Returns the error at this byte of the input.
#[cold]
pub(super) fn at(kind: ErrorKind, offset: usize) -> DecodeError {
    DecodeError::new(kind).at(offset as u64)
}

/// Returns the error of the byte at `index` of booleans that begin at `start`.
#[cold]
pub(super) fn invalid_boolean(bytes: &[u8], index: usize, start: usize) -> DecodeError {
    let byte = bytes.get(index).copied().unwrap_or_default();
    at(ErrorKind::InvalidBoolean(byte), start.saturating_add(index))
}

/// Checks one more axis against the bound on bytes and returns the product so far.
pub(super) fn grow(bytes: usize, len: u64, offset: usize) -> Result<(usize, usize), DecodeError> {
    let product = usize::try_from(len).ok().and_then(|len| Some((len, bytes.checked_mul(len.max(1))?)));
    match product {
        Some((len, bytes)) if bytes <= isize::MAX as usize => Ok((len, bytes)),
        _ => Err(at(ErrorKind::ShapeOverflow, offset)),
    }
}

/// Returns the error of the fast way to read. Users never see it: the general way is then asked for the reason.
#[cold]
#[inline(never)]
pub(super) fn unknown() -> DecodeError {
    ErrorKind::custom("another header than the type's").into()
}
