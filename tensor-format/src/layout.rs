//! Layouts: where the elements of a tensor are in a buffer, and copies from one layout to another.
//!
//! A [`Layout`] is byte strides and an offset. A [`DimOrder`] (`order`) lists the axes from the fastest-varying on,
//! with padding; a [`TiledOrder`] (`tiled`) cuts those into tiles. `strides_to_order` and `tiled_strides` convert
//! orders and strides into each other. A [`Placement`] is either of them for a buffer, and `copy` copies between two:
//! by one plan where both have strides, by several (`split_copy`) where parts of the tiles have them; `relayout`
//! carries these out with `tiles` and `interleave`. `row_major_chunks` puts elements into row-major order, a part at a
//! time.

use core::ops::Range;

use smallvec::SmallVec;

use crate::ErrorKind;

mod bitcast;
mod copy;
mod index;
mod interleave;
mod order;
mod overlap;
#[cfg(feature = "rayon")]
mod parallel;
mod placement;
mod relayout;
mod row_major_chunks;
mod split_copy;
mod strides_to_order;
mod tiled;
mod tiled_strides;
mod tiles;
pub use crate::{
    shape::{MAX_RANK, element_count},
    util::inline_vec::{InlineIter, InlineVec},
};
pub use bitcast::{reshape_is_bitcast, transpose_is_bitcast, transpose_keeps_order};
pub use copy::copy_elements;
pub(crate) use index::check_permutation;
pub use index::{Index, axis_number, index_from, next_index, true_rank};
pub use order::DimOrder;
#[cfg(feature = "rayon")]
pub use parallel::par_copy_elements;
pub use placement::Placement;
#[cfg(any(feature = "ndarray", feature = "ndarray_0_16", feature = "ndarray_0_15"))]
pub(crate) use relayout::TILED;
pub(crate) use row_major_chunks::{for_each_part, for_each_part_of, gather, gather_elements, gather_into};
pub use tiled::{TileDim, TiledOrder};
pub(crate) use tiled_strides::UNEVEN;

/// Where a tensor's elements are in a buffer: byte strides and an offset.
///
/// Element `[i, j, ..]` starts `offset + i * strides[0] + j * strides[1] + ..` bytes into the buffer. Strides are in
/// bytes and may be negative or zero.
///
/// ```
/// use tensor_format::layout::Layout;
/// let rows = Layout::row_major(&[2, 3], 4);
/// assert_eq!(rows.strides(), [12, 4]);
/// assert_eq!(rows.byte_offset(&[2, 3], &[1, 2]), Some(20));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    strides: SmallVec<[isize; 6]>,
    offset: usize,
}

impl Layout {
    /// Returns a layout from byte strides and a byte offset.
    #[must_use]
    pub fn new(strides: &[isize], offset: usize) -> Self {
        Self { strides: SmallVec::from_slice(strides), offset }
    }

    /// Returns the layout of elements of `size` bytes one after another, the last axis varying fastest.
    #[must_use]
    pub fn row_major(shape: &[usize], size: usize) -> Self {
        let mut strides: SmallVec<[isize; 6]> = SmallVec::from_elem(0, shape.len());
        put_dense_strides(strides.iter_mut().zip(shape).rev(), size);
        Self { strides, offset: 0 }
    }

    /// Returns the layout of elements of `size` bytes one after another, the first axis varying fastest.
    #[must_use]
    pub fn column_major(shape: &[usize], size: usize) -> Self {
        let mut strides: SmallVec<[isize; 6]> = SmallVec::from_elem(0, shape.len());
        put_dense_strides(strides.iter_mut().zip(shape), size);
        Self { strides, offset: 0 }
    }

    /// Returns the byte strides, outermost axis first.
    #[must_use]
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }

    /// Returns the byte offset of the element at index 0 of every axis.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns whether the elements follow each other without gaps in row-major order; always `true` if there are no
    /// elements.
    #[must_use]
    pub fn is_row_major(&self, shape: &[usize], size: usize) -> bool {
        self.strides.len() == shape.len() && is_dense(self.strides.iter().zip(shape).rev(), shape, size)
    }

    /// Returns whether the elements follow each other without gaps in column-major order, the first axis varying
    /// fastest; always `true` if there are no elements.
    #[must_use]
    pub fn is_column_major(&self, shape: &[usize], size: usize) -> bool {
        self.strides.len() == shape.len() && is_dense(self.strides.iter().zip(shape), shape, size)
    }

    /// Returns the range of bytes that elements of `size` bytes are in, from the first byte of the lowest to the last
    /// byte of the highest.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if the ranks differ or an element would be outside of what can be addressed.
    pub fn bytes(&self, shape: &[usize], size: usize) -> Result<Range<usize>, ErrorKind> {
        const OUTSIDE: ErrorKind = ErrorKind::Layout { why: "an element lies outside of what can be addressed" };
        if self.strides.len() != shape.len() {
            return Err(ErrorKind::Layout { why: "the number of strides is not the rank of the shape" });
        }
        if shape.contains(&0) {
            return Ok(self.offset..self.offset);
        }
        let (mut low, mut high) = (self.offset as i128, self.offset as i128);
        for (&stride, &len) in self.strides.iter().zip(shape) {
            let reach = (stride as i128).saturating_mul((len as i128).saturating_sub(1));
            if reach < 0 {
                low = low.saturating_add(reach);
            } else {
                high = high.saturating_add(reach);
            }
        }
        let low = usize::try_from(low).map_err(|_| OUTSIDE)?;
        let high = usize::try_from(high.saturating_add(size as i128)).map_err(|_| OUTSIDE)?;
        Ok(low..high)
    }

    /// Returns the byte offset of the element at a logical index; `None` if the index is outside of the shape.
    #[must_use]
    pub fn byte_offset(&self, shape: &[usize], index: &[usize]) -> Option<usize> {
        if index.len() != shape.len() || index.iter().zip(shape).any(|(i, len)| i >= len) {
            return None;
        }
        let mut at = isize::try_from(self.offset).ok()?;
        for (&i, &stride) in index.iter().zip(&self.strides) {
            at = at.checked_add(isize::try_from(i).ok()?.checked_mul(stride)?)?;
        }
        usize::try_from(at).ok()
    }

    /// Returns the indices of all elements in the order in which the elements are in memory, axes of smaller strides
    /// inside those of greater ones and axes of negative strides backwards; nothing if the ranks differ.
    ///
    /// Byte offsets never decrease, unless axes interleave: see [`overlaps`](Self::overlaps).
    ///
    /// ```
    /// use tensor_format::layout::Layout;
    /// let layout = Layout::new(&[1, -2], 2);
    /// let order: Vec<usize> = layout.memory_order(&[2, 2]).map(|index| index[0] * 2 + index[1]).collect();
    /// assert_eq!(order, [1, 3, 0, 2]);
    /// ```
    pub fn memory_order(&self, shape: &[usize]) -> impl Iterator<Item = Index> + use<> {
        let fits = self.strides.len() == shape.len();
        let mut axes: SmallVec<[(usize, bool, usize); 6]> = SmallVec::new();
        axes.extend(self.strides.iter().zip(shape).enumerate().map(|(axis, (stride, len))| (axis, *stride < 0, *len)));
        axes.sort_by_key(|(axis, ..)| core::cmp::Reverse(self.strides.get(*axis).map(|stride| stride.unsigned_abs())));
        let mut lens: SmallVec<[usize; 6]> = axes.iter().map(|(.., len)| *len).collect();
        if !fits {
            lens.push(0);
        }
        index::indices(&lens).map(move |steps| {
            let mut index = Index::from_elem(0, steps.len());
            for (&(axis, backwards, len), step) in axes.iter().zip(steps) {
                if let Some(place) = index.get_mut(axis) {
                    *place = if backwards { len.saturating_sub(1).saturating_sub(step) } else { step };
                }
            }
            index
        })
    }

    /// Returns the layout of item `index` of the outermost axis, without that axis; `None` if there is no axis.
    #[must_use]
    pub fn outer(&self, index: usize) -> Option<Layout> {
        let (stride, rest) = self.strides.split_first()?;
        let step = isize::try_from(index).ok()?.checked_mul(*stride)?;
        Some(Layout { strides: SmallVec::from_slice(rest), offset: self.offset.checked_add_signed(step)? })
    }

    /// Returns the buffer offset and length in bytes of every contiguous run of elements, in logical order; nothing if
    /// the ranks differ.
    ///
    /// Only a layout that [`bytes`](Self::bytes) accepts for this shape yields runs within its buffer.
    #[must_use]
    pub fn runs(&self, shape: &[usize], size: usize) -> Runs {
        let mut axes: SmallVec<[RunAxis; 6]> = SmallVec::new();
        let nothing = shape.contains(&0) || self.strides.len() != shape.len();
        let mut len = size;
        for (&stride, &count) in self.strides.iter().zip(shape).rev().filter(|(_, count)| **count != 1) {
            match len.checked_mul(count) {
                Some(longer) if axes.is_empty() && isize::try_from(len) == Ok(stride) => len = longer,
                _ => axes.push(RunAxis { index: 0, count, stride }),
            }
        }
        Runs { axes, at: self.offset, len, ended: nothing }
    }
}

/// Sets the strides of axes, the fastest-varying first, to those of elements of `size` bytes without gaps.
fn put_dense_strides<'s>(axes: impl Iterator<Item = (&'s mut isize, &'s usize)>, size: usize) {
    let mut step = size as isize;
    for (stride, &len) in axes {
        *stride = step;
        step = step.saturating_mul(isize::try_from(len.max(1)).unwrap_or(isize::MAX));
    }
}

/// Returns whether the elements along these axes, the fastest-varying first, follow each other without gaps.
fn is_dense<'s>(axes: impl Iterator<Item = (&'s isize, &'s usize)>, shape: &[usize], size: usize) -> bool {
    if shape.contains(&0) {
        return true;
    }
    let mut step = isize::try_from(size).ok();
    for (&stride, &len) in axes.filter(|(_, len)| **len != 1) {
        if step != Some(stride) {
            return false;
        }
        step = isize::try_from(len).ok().and_then(|len| stride.checked_mul(len));
    }
    true
}

#[derive(Clone, Debug)]
struct RunAxis {
    index: usize,
    count: usize,
    stride: isize,
}

/// The contiguous runs of a [`Layout`] in logical order; made by [`Layout::runs`].
#[derive(Clone, Debug)]
pub struct Runs {
    /// The axes outside of a run, innermost first.
    axes: SmallVec<[RunAxis; 6]>,
    at: usize,
    len: usize,
    ended: bool,
}

impl Iterator for Runs {
    /// The byte offset and the length in bytes of a run.
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        if self.ended {
            return None;
        }
        let run = (self.at, self.len);
        for axis in &mut self.axes {
            axis.index = axis.index.wrapping_add(1);
            self.at = self.at.wrapping_add_signed(axis.stride);
            if axis.index < axis.count {
                return Some(run);
            }
            let back = axis.stride.wrapping_mul(axis.count as isize);
            self.at = self.at.wrapping_sub(back as usize);
            axis.index = 0;
        }
        self.ended = true;
        Some(run)
    }
}

impl core::iter::FusedIterator for Runs {}

#[cfg(test)]
mod tests;
