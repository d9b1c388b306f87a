//! Reservations whose failure is an error, not the end of the program: what a layout repeats may be of any size.

use alloc::vec::Vec;

use crate::ErrorKind;

/// Makes room for this many elements more, and some beyond.
///
/// # Errors
///
/// [`OutOfMemory`](ErrorKind::OutOfMemory).
#[inline]
pub(crate) fn reserve<T>(out: &mut Vec<T>, more: usize) -> Result<(), ErrorKind> {
    out.try_reserve(more).map_err(|_| missing::<T>(more))
}

/// Makes room for this many elements more, and none beyond.
///
/// # Errors
///
/// [`OutOfMemory`](ErrorKind::OutOfMemory).
#[inline]
pub(crate) fn reserve_exact<T>(out: &mut Vec<T>, more: usize) -> Result<(), ErrorKind> {
    out.try_reserve_exact(more).map_err(|_| missing::<T>(more))
}

#[cold]
fn missing<T>(count: usize) -> ErrorKind {
    ErrorKind::OutOfMemory { bytes: (count as u64).saturating_mul(size_of::<T>() as u64) }
}

/// Unwraps a result of a function whose signature has no place for the error: on an error it ends the program, as every
/// collection of the standard library does.
pub(crate) fn or_abort<T>(result: Result<T, ErrorKind>, bytes: usize) -> T {
    result.unwrap_or_else(|_| {
        let layout = core::alloc::Layout::array::<u8>(bytes).unwrap_or(core::alloc::Layout::new::<u8>());
        alloc::alloc::handle_alloc_error(layout)
    })
}
