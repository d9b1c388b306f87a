//! Copies from one layout to another.

use super::{Placement, split_copy};
use crate::{ErrorKind, util::plan::Plan};

/// Copies elements of `size` bytes from a buffer with one placement to a buffer with another. Bytes that belong to no
/// element stay as they are.
///
/// # Errors
///
/// [`Layout`](ErrorKind::Layout) if the shapes differ, an element would be outside of its buffer, or elements of the
/// target share bytes; the target is unchanged then.
///
/// ```
/// use tensor_format::layout::{Layout, Placement, copy_elements};
/// let (rows, columns) = (Layout::row_major(&[2, 3], 1), Layout::column_major(&[2, 3], 1));
/// let mut target = [0; 6];
/// let (from, to) = (Placement::strided(&[2, 3], rows), Placement::strided(&[2, 3], columns));
/// copy_elements(1, (&from, b"abcdef"), (&to, &mut target))?;
/// assert_eq!(&target, b"adbecf");
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
pub fn copy_elements(
    size: usize,
    from: (&Placement<'_>, &[u8]),
    to: (&Placement<'_>, &mut [u8]),
) -> Result<(), ErrorKind> {
    copy_by(size, from, to, Plan::copy)
}

/// Checks a copy, splits it into plans, and calls `copy` with each.
pub(super) fn copy_by(
    size: usize,
    from: (&Placement<'_>, &[u8]),
    to: (&Placement<'_>, &mut [u8]),
    copy: impl Fn(&Plan, &[u8], &mut [u8]),
) -> Result<(), ErrorKind> {
    let ((from, source), (to, target)) = (from, to);
    if from.shape() != to.shape() {
        return Err(ErrorKind::Layout { why: "the shapes differ" });
    }
    check_buffer(from, size, source.len())?;
    check_buffer(to, size, target.len())?;
    if to.overlaps(size) {
        return Err(ErrorKind::Layout { why: "elements to write share bytes" });
    }
    if let (Placement::Strided(shape, from), Placement::Strided(_, to)) = (from, to) {
        if let Some(plan) = Plan::new(size, shape, from, to) {
            copy(&plan, source, target);
        }
        return Ok(());
    }
    match split_copy::plans(size, from, to) {
        Some(plans) => plans.iter().for_each(|plan| copy(plan, source, target)),
        None => one_by_one(size, (from, source), (to, target)),
    }
    Ok(())
}

/// Copies every element by itself: for tiles that merge axes, and for tests of the quicker ways.
pub(super) fn one_by_one(size: usize, from: (&Placement<'_>, &[u8]), to: (&Placement<'_>, &mut [u8])) {
    let ((from, source), (to, target)) = (from, to);
    for index in super::index::indices(from.shape()) {
        let (Some(at), Some(put)) = (from.offset(&index, size), to.offset(&index, size)) else { continue };
        let element = source.get(at..at.saturating_add(size));
        if let (Some(element), Some(place)) = (element, target.get_mut(put..put.saturating_add(size))) {
            place.copy_from_slice(element);
        }
    }
}

fn check_buffer(placement: &Placement<'_>, size: usize, len: usize) -> Result<(), ErrorKind> {
    if placement.bytes(size)?.end > len {
        return Err(ErrorKind::Layout { why: "an element lies outside of the buffer" });
    }
    Ok(())
}
