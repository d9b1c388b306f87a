//! Copies from one layout to another.

use core::ops::Range;

use super::{DimOrder, Layout, Plan, TiledOrder, pieces};
use crate::ErrorKind;

/// Where the elements of a shape lie in a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement<'l> {
    /// By byte strides.
    Strided(&'l [usize], Layout),
    /// In an order whose position 0 is byte 0, with tiles.
    Tiled(&'l TiledOrder),
}

impl<'l> Placement<'l> {
    /// By the byte strides of a layout.
    #[must_use]
    pub fn strided(shape: &'l [usize], layout: Layout) -> Self {
        Placement::Strided(shape, layout)
    }

    /// In the order of the axes; with strides if it has [some](TiledOrder::strides).
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow) if it cannot be addressed.
    pub fn in_order(order: &'l TiledOrder, size: usize) -> Result<Self, ErrorKind> {
        match order.to_layout(size) {
            Ok(layout) => Ok(Placement::Strided(order.shape(), layout)),
            Err(ErrorKind::Layout { .. }) => Ok(Placement::Tiled(order)),
            Err(error) => Err(error),
        }
    }

    /// By the strides of an order.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow) if it cannot be addressed.
    pub fn untiled(order: &'l DimOrder, size: usize) -> Result<Self, ErrorKind> {
        Ok(Placement::Strided(order.shape(), order.to_layout(size)?))
    }

    /// The lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        match self {
            Placement::Strided(shape, _) => shape,
            Placement::Tiled(order) => order.shape(),
        }
    }

    /// The bytes that elements of `size` bytes may touch.
    ///
    /// # Errors
    ///
    /// As [`Layout::bytes`], and [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    pub fn bytes(&self, size: usize) -> Result<Range<usize>, ErrorKind> {
        match self {
            Placement::Strided(shape, layout) => layout.bytes(shape, size),
            Placement::Tiled(order) => {
                let end = order.positions().checked_mul(size).filter(|end| isize::try_from(*end).is_ok());
                Ok(0..end.ok_or(ErrorKind::ShapeOverflow)?)
            }
        }
    }

    /// Whether two elements share a byte; see [`Layout::overlaps`].
    #[must_use]
    pub fn overlaps(&self, size: usize) -> bool {
        match self {
            Placement::Strided(shape, layout) => layout.overlaps(shape, size),
            Placement::Tiled(_) => false,
        }
    }

    /// The byte offset of the element at an index of the shape.
    pub(super) fn offset(&self, index: &[usize], size: usize) -> Option<usize> {
        match self {
            Placement::Strided(shape, layout) => layout.byte_offset(shape, index),
            Placement::Tiled(order) => order.position(index).ok().map(|at| at.saturating_mul(size)),
        }
    }

    /// Whether an offset is a sum of one term an axis.
    pub(super) fn is_separable(&self) -> bool {
        match self {
            Placement::Strided(..) => true,
            Placement::Tiled(order) => order.is_separable(),
        }
    }
}

/// Copies elements of `size` bytes to where they lie in another placement. Bytes that belong to no element stay as they
/// are.
///
/// # Errors
///
/// [`Layout`](ErrorKind::Layout) if the shapes differ, an element would lie outside of its buffer, or elements of the
/// target share bytes; the target is then as it was.
///
/// ```
/// use tensor_format::{Layout, Placement, copy_elements};
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

/// Copies by plans, which `copy` carries out.
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
    match pieces::plans(size, from, to) {
        Some(plans) => plans.iter().for_each(|plan| copy(plan, source, target)),
        None => one_by_one(size, (from, source), (to, target)),
    }
    Ok(())
}

/// The copy of every element by itself: for tiles that merge axes, and to hold the quick ways to.
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
