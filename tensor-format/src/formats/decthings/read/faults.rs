//! What is wrong with bytes, and where.

use crate::{DecodeError, ErrorKind};

#[cold]
pub(in super::super) fn at(kind: ErrorKind, offset: usize) -> DecodeError {
    DecodeError::new(kind).at(offset as u64)
}

#[cold]
pub(super) fn invalid_boolean(bytes: &[u8], index: usize, start: usize) -> DecodeError {
    let byte = bytes.get(index).copied().unwrap_or_default();
    at(ErrorKind::InvalidBoolean(byte), start.saturating_add(index))
}

/// Checks one more axis against the bound on bytes and returns the product so far.
pub(in super::super) fn grow(bytes: usize, len: u64, offset: usize) -> Result<(usize, usize), DecodeError> {
    let product = usize::try_from(len).ok().and_then(|len| Some((len, bytes.checked_mul(len.max(1))?)));
    match product {
        Some((len, bytes)) if bytes <= isize::MAX as usize => Ok((len, bytes)),
        _ => Err(at(ErrorKind::ShapeOverflow, offset)),
    }
}
