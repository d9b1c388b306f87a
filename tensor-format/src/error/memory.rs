//! Reserves memory with an error where it fails, instead of the end of the program: what a layout repeats may be of any
//! size.

use alloc::vec::Vec;

use crate::{ErrorKind, util::reinterpret::grow};

/// Reserves memory for `more` elements, and some beyond.
///
/// # Errors
///
/// [`OutOfMemory`](ErrorKind::OutOfMemory).
#[inline]
pub(crate) fn reserve<T>(out: &mut Vec<T>, more: usize) -> Result<(), ErrorKind> {
    grow(out, |out| out.try_reserve(more)).map_err(|_| missing::<T>(more))
}

/// Reserves memory for `more` elements, and none beyond.
///
/// # Errors
///
/// [`OutOfMemory`](ErrorKind::OutOfMemory).
#[inline]
pub(crate) fn reserve_exact<T>(out: &mut Vec<T>, more: usize) -> Result<(), ErrorKind> {
    grow(out, |out| out.try_reserve_exact(more)).map_err(|_| missing::<T>(more))
}

#[cold]
fn missing<T>(count: usize) -> ErrorKind {
    ErrorKind::OutOfMemory { bytes: (count as u64).saturating_mul(size_of::<T>() as u64) }
}

/// Returns the value of a result, for functions that cannot return an error: on an error it ends the program, as every
/// collection of the standard library does.
pub(crate) fn or_abort<T>(result: Result<T, ErrorKind>, bytes: usize) -> T {
    result.unwrap_or_else(|_| {
        let layout = core::alloc::Layout::array::<u8>(bytes).unwrap_or(core::alloc::Layout::new::<u8>());
        alloc::alloc::handle_alloc_error(layout)
    })
}
