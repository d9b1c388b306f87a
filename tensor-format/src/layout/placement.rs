//! Where elements are in a buffer: by strides, or in a tiled order.

use core::ops::Range;

use super::{DimOrder, Layout, TiledOrder};
use crate::ErrorKind;

/// Where the elements of a shape are in a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement<'l> {
    /// A shape, and the byte strides of its elements.
    Strided(&'l [usize], Layout),
    /// A tiled order whose first position is at byte 0.
    Tiled(&'l TiledOrder),
}

impl<'l> Placement<'l> {
    /// Creates a placement by the byte strides of a layout.
    #[must_use]
    pub fn strided(shape: &'l [usize], layout: Layout) -> Self {
        Placement::Strided(shape, layout)
    }

    /// Creates the placement of a tiled order for elements of `size` bytes; by strides if the order has
    /// [some](TiledOrder::strides).
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

    /// Creates the placement of an order without tiles, by its strides, for elements of `size` bytes.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow) if it cannot be addressed.
    pub fn untiled(order: &'l DimOrder, size: usize) -> Result<Self, ErrorKind> {
        Ok(Placement::Strided(order.shape(), order.to_layout(size)?))
    }

    /// Returns the lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        match self {
            Placement::Strided(shape, _) => shape,
            Placement::Tiled(order) => order.shape(),
        }
    }

    /// Returns the range of bytes that elements of `size` bytes may be in.
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

    /// Returns whether two elements of `size` bytes share a byte; see [`Layout::overlaps`].
    #[must_use]
    pub fn overlaps(&self, size: usize) -> bool {
        match self {
            Placement::Strided(shape, layout) => layout.overlaps(shape, size),
            Placement::Tiled(_) => false,
        }
    }

    /// Returns the byte offset of the element at an index of the shape.
    pub(super) fn offset(&self, index: &[usize], size: usize) -> Option<usize> {
        match self {
            Placement::Strided(shape, layout) => layout.byte_offset(shape, index),
            Placement::Tiled(order) => order.position(index).ok().map(|at| at.saturating_mul(size)),
        }
    }

    /// Returns whether the byte offset of an element is a sum of one number for each axis, which depends on the index
    /// along that axis only.
    pub(super) fn is_separable(&self) -> bool {
        match self {
            Placement::Strided(..) => true,
            Placement::Tiled(order) => order.is_separable(),
        }
    }
}
