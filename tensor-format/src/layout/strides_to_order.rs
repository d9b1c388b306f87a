//! Finds the order of axes that strides follow, with the padding between elements.
//!
//! Strides belong to an order of axes if each is a multiple of the next smaller: the quotient is then the length of the
//! inner axis with its padding. Shape 2 x 3 with strides 4 and 12 of 4-byte elements: axis 0 is the inner one, as 4 is
//! the size of an element; 12 / 4 = 3 is the length of axis 0 with padding, one more than its 2 elements. Axis 1 is the
//! outermost, so that nothing tells its padding, and it has none. If the smallest stride is greater than an element,
//! there is a gap after every element, the spread, which padding expresses only where an axis of one element can carry
//! it.

use smallvec::SmallVec;

use super::{DimOrder, Layout, TileDim, TiledOrder, index::Index};
use crate::{ErrorKind, Shape};

/// The order of axes that strides follow, and the padding that they leave.
struct StrideOrder {
    minor_to_major: Index,
    /// The lengths of the axes with their padding.
    bounds: Shape,
    /// The distance between neighbouring elements along the fastest-varying axis, in elements: 1 if there is no gap.
    spread: usize,
    descending: SmallVec<[bool; 6]>,
}

impl StrideOrder {
    /// Finds the order of a layout of elements of `size` bytes, of which there is at least one.
    fn of(layout: &Layout, shape: &[usize], size: usize) -> Result<Self, ErrorKind> {
        let wide = |axis: &usize| shape.get(*axis).is_some_and(|len| *len > 1);
        let stride_of = |axis: &usize| layout.strides().get(*axis).map_or(0, |stride| stride.unsigned_abs());
        let mut minor_to_major: Index = (0..shape.len()).rev().collect();
        let ascends = |axes: &[usize]| axes.iter().filter(|axis| wide(axis)).is_sorted_by_key(&stride_of);
        // Where there is a choice, the usual orders come first.
        if !ascends(&minor_to_major) {
            minor_to_major.reverse();
            if !ascends(&minor_to_major) {
                minor_to_major.sort_by_key(stride_of);
            }
        }
        let mut bounds = Shape::from(shape);
        let mut spread = 1;
        let mut inner: Option<(usize, usize)> = None;
        for axis in minor_to_major.iter().filter(|axis| wide(axis)) {
            let stride = stride_of(axis);
            if stride == 0 {
                return Err(ErrorKind::Layout { why: "a stride is zero: several elements share one place" });
            }
            let step = inner.map_or(size, |(_, step)| step);
            let places = match (stride.checked_div(step), stride.checked_rem(step)) {
                (Some(places), Some(0)) => places,
                _ if inner.is_none() => {
                    return Err(ErrorKind::Layout { why: "a stride is no multiple of the element size" });
                }
                _ => return Err(ErrorKind::Layout { why: "a stride is no multiple of the next smaller" }),
            };
            match inner.and_then(|(inner, _)| bounds.as_mut_slice().get_mut(inner)) {
                Some(bound) if places < *bound => return Err(ErrorKind::Layout { why: "axes overlap" }),
                Some(bound) => *bound = places,
                None => spread = places,
            }
            inner = Some((*axis, stride));
        }
        let backwards = |(stride, len): (&isize, &usize)| *stride < 0 && *len > 1;
        let descending = layout.strides().iter().zip(shape).map(backwards).collect();
        let mut found = Self { minor_to_major, bounds, spread, descending };
        found.pad_an_axis();
        Ok(found)
    }

    /// Makes an axis of one element, if there is one, the fastest-varying and gives it the gap between elements as its
    /// padding.
    fn pad_an_axis(&mut self) {
        if self.spread == 1 {
            return;
        }
        let single = |axis: &usize| self.bounds.get(*axis) == Some(&1);
        let at = self.minor_to_major.iter().position(single);
        if let Some(axis) = at.and_then(|at| self.minor_to_major.remove(at)) {
            self.minor_to_major.insert(0, axis);
            if let Some(bound) = self.bounds.as_mut_slice().get_mut(axis) {
                *bound = self.spread;
            }
            self.spread = 1;
        }
    }
}

fn check_rank(layout: &Layout, shape: &[usize]) -> Result<(), ErrorKind> {
    if layout.strides().len() == shape.len() {
        return Ok(());
    }
    Err(ErrorKind::Layout { why: "the number of strides is not the rank of the shape" })
}

impl DimOrder {
    /// Returns the order that a layout of elements of `size` bytes follows from its lowest element on, with the padding
    /// its strides leave. Axes of negative stride are stored backwards; an axis of one element has no stride of its
    /// own, but may carry padding.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) with the reason why no order of axes has these strides, and
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    pub fn of_layout(layout: &Layout, shape: &[usize], size: usize) -> Result<Self, ErrorKind> {
        check_rank(layout, shape)?;
        if shape.contains(&0) {
            return Self::row_major(shape);
        }
        let found = StrideOrder::of(layout, shape, size)?;
        if found.spread != 1 {
            return Err(ErrorKind::Layout { why: "neighbours of the innermost axis do not touch" });
        }
        Self::padded(shape, &found.minor_to_major, &found.bounds)?.directed(&found.descending)
    }
}

impl TiledOrder {
    /// Returns the order that a layout of elements of `size` bytes follows from its lowest element on. Where the
    /// strides leave padding, it is cut into one tile that is as long as its axes with the padding; gaps after every
    /// element become a tile within tiles of one element. Axes of negative stride are stored backwards.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) with the reason why no tiles that merge no axes have these strides, and
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    ///
    /// ```
    /// use tensor_format::layout::{Layout, TiledOrder};
    /// // Columns of 2, each followed by a place that no element takes.
    /// let layout = Layout::new(&[4, 12], 0);
    /// let tiled = TiledOrder::of_layout(&layout, &[2, 3], 4)?;
    /// assert_eq!(tiled.position(&[1, 2])?, 7);
    /// assert_eq!(tiled.to_layout(4)?, layout);
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn of_layout(layout: &Layout, shape: &[usize], size: usize) -> Result<Self, ErrorKind> {
        check_rank(layout, shape)?;
        if shape.contains(&0) {
            return DimOrder::row_major(shape).map(Self::from);
        }
        let found = StrideOrder::of(layout, shape, size)?;
        let major = found.minor_to_major.iter().rev();
        let bound = |axis: &usize| found.bounds.get(*axis).copied();
        let padded = major.skip_while(|axis| bound(axis) == shape.get(**axis).copied());
        let mut tile: SmallVec<[TileDim; 6]> = padded.filter_map(|axis| TileDim::size(bound(axis)?)).collect();
        let order = DimOrder::new(shape, &found.minor_to_major)?.directed(&found.descending)?;
        match TileDim::size(found.spread) {
            Some(spread) if found.spread > 1 => {
                tile.push(spread);
                Self::new(order, [TileDim::size(1).as_slice(), &tile])
            }
            _ if tile.is_empty() => Ok(order.into()),
            _ => Self::new(order, [tile]),
        }
    }
}
