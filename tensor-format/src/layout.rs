//! How the elements of a tensor lie in a buffer: byte strides and an offset.

use alloc::vec::Vec;
use core::ops::Range;

use smallvec::SmallVec;

use crate::ErrorKind;

mod bitcast;
mod order;
mod tiled;
pub use bitcast::{reshape_is_bitcast, transpose_is_bitcast, transpose_keeps_order};
pub(crate) use order::check_permutation;
pub use order::{DimOrder, Index, next_index, true_rank};
pub use tiled::{TileDim, TiledOrder};

/// The place of a tensor's elements in a buffer.
///
/// Element `[i, j, ..]` starts `offset + i * strides[0] + j * strides[1] + ..` bytes into the buffer. Strides are in
/// bytes and may be negative or zero.
///
/// ```
/// use tensor_format::Layout;
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
    /// A layout from byte strides and a byte offset.
    #[must_use]
    pub fn new(strides: &[isize], offset: usize) -> Self {
        Self { strides: SmallVec::from_slice(strides), offset }
    }

    /// The layout of elements of `size` bytes one after another, the last axis varying fastest.
    #[must_use]
    pub fn row_major(shape: &[usize], size: usize) -> Self {
        let mut strides: SmallVec<[isize; 6]> = SmallVec::from_elem(0, shape.len());
        let mut step = size as isize;
        for (stride, &len) in strides.iter_mut().zip(shape).rev() {
            *stride = step;
            step = step.saturating_mul(isize::try_from(len.max(1)).unwrap_or(isize::MAX));
        }
        Self { strides, offset: 0 }
    }

    /// The byte strides, outermost axis first.
    #[must_use]
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }

    /// The byte offset of the element at index 0 of every axis.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Whether the elements lie one after another in row-major order.
    #[must_use]
    pub fn is_row_major(&self, shape: &[usize], size: usize) -> bool {
        let mut step = size as isize;
        for (&stride, &len) in self.strides.iter().zip(shape).rev() {
            if len == 0 {
                return true;
            }
            if len != 1 {
                if stride != step {
                    return false;
                }
                step = step.saturating_mul(isize::try_from(len).unwrap_or(isize::MAX));
            }
        }
        true
    }

    /// The bytes that the elements touch, from the first of the lowest to the last of the highest.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if the ranks differ or an element would lie outside of what can be addressed.
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
            let reach = (stride as i128).saturating_mul(len as i128 - 1);
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

    /// The byte offset of the element at a logical index; `None` if the index is outside of the shape.
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

    /// The layout of the part at `index` of the outermost axis.
    #[must_use]
    pub fn outer(&self, index: usize) -> Option<Layout> {
        let (stride, rest) = self.strides.split_first()?;
        let step = isize::try_from(index).ok()?.checked_mul(*stride)?;
        Some(Layout { strides: SmallVec::from_slice(rest), offset: self.offset.checked_add_signed(step)? })
    }

    /// Calls `run` with the buffer offset and length in bytes of every contiguous run of elements, in logical order.
    ///
    /// The layout must have been checked with [`bytes`](Self::bytes) against this shape.
    pub fn for_each_run(&self, shape: &[usize], size: usize, mut run: impl FnMut(usize, usize)) {
        if shape.contains(&0) {
            return;
        }
        let mut inner = shape.len();
        let mut run_len = size;
        while let Some(axis) = inner.checked_sub(1) {
            let (Some(&stride), Some(&len)) = (self.strides.get(axis), shape.get(axis)) else { return };
            if len != 1 && stride != run_len as isize {
                break;
            }
            run_len = run_len.saturating_mul(len);
            inner = axis;
        }
        let outer: Vec<(usize, isize)> = shape.iter().copied().zip(self.strides.iter().copied()).take(inner).collect();
        let mut index: SmallVec<[usize; 6]> = SmallVec::from_elem(0, outer.len());
        let mut at = self.offset;
        'runs: loop {
            run(at, run_len);
            for (i, &(len, stride)) in index.iter_mut().zip(&outer).rev() {
                *i += 1;
                at = at.wrapping_add_signed(stride);
                if *i < len {
                    continue 'runs;
                }
                at = at.wrapping_add_signed(stride.wrapping_mul(len as isize).wrapping_neg());
                *i = 0;
            }
            return;
        }
    }
}
