//! Finds out whether elements of a layout overlap, and whether there are gaps between them.

use smallvec::SmallVec;

use super::Layout;
use crate::MAX_RANK;

/// The most differences of indices that are tried before overlap is assumed. Layouts whose axes nest take at most a few
/// for each axis; in general the question is as hard as packing a knapsack.
const MOST_TRIED: usize = 10_000;

/// The stride and the length of an axis of more than one element.
#[derive(Clone, Copy)]
struct OverlapStep {
    stride: i128,
    len: i128,
    /// The distance in bytes from the first to the last element along all axes of smaller strides together.
    inner: i128,
}

impl Layout {
    /// Returns whether two elements of `size` bytes share a byte, as with a stride of 0.
    ///
    /// `false` is always right. `true` is right for every layout whose axes nest in each other; for one whose axes
    /// interleave so intricately that the work would not be bounded it may be wrong.
    ///
    /// ```
    /// use tensor_format::layout::Layout;
    /// assert!(!Layout::row_major(&[2, 3], 4).overlaps(&[2, 3], 4));
    /// assert!(Layout::new(&[0, 4], 0).overlaps(&[2, 3], 4));
    /// assert!(Layout::new(&[8, 4], 0).overlaps(&[2, 3], 4));
    /// ```
    #[must_use]
    pub fn overlaps(&self, shape: &[usize], size: usize) -> bool {
        if shape.contains(&0) || size == 0 {
            return false;
        }
        // Within these bounds no sum below overflows.
        if shape.len() > MAX_RANK || self.bytes(shape, size).is_err() {
            return true;
        }
        let moving = self.strides.iter().zip(shape).filter(|(_, len)| **len > 1);
        let mut steps: SmallVec<[OverlapStep; 6]> =
            moving.map(|(stride, len)| OverlapStep { stride: abs(*stride), len: *len as i128, inner: 0 }).collect();
        steps.sort_by_key(|step| step.stride);
        let mut inner: i128 = 0;
        for step in &mut steps {
            step.inner = inner;
            inner = inner.saturating_add(step.stride.saturating_mul(step.len.saturating_sub(1)));
        }
        if steps.first().is_some_and(|step| step.stride == 0) {
            return true;
        }
        steps.reverse();
        let mut tried = 0;
        difference_exists(&steps, size as i128, 0, false, &mut tried)
    }

    /// Returns whether the elements of `size` bytes fill all bytes from the lowest to the highest element without gaps;
    /// the order and directions of the axes do not matter.
    #[must_use]
    pub fn is_contiguous(&self, shape: &[usize], size: usize) -> bool {
        if self.strides.len() != shape.len() {
            return false;
        }
        if shape.contains(&0) {
            return true;
        }
        let moving = self.strides.iter().zip(shape).filter(|(_, len)| **len > 1);
        let mut axes: SmallVec<[(usize, usize); 6]> =
            moving.map(|(stride, len)| (stride.unsigned_abs(), *len)).collect();
        axes.sort_unstable();
        let mut step = Some(size);
        axes.into_iter().all(|(stride, len)| {
            let fits = step == Some(stride);
            step = stride.checked_mul(len);
            fits
        })
    }
}

fn abs(stride: isize) -> i128 {
    i128::from(stride.unsigned_abs() as u64)
}

/// Returns whether two different indices have elements less than `size` bytes apart. `apart` is the distance in bytes
/// by the axes that are chosen already, `moved` whether the indices differ there; `tried` counts the differences that
/// were tried.
fn difference_exists(steps: &[OverlapStep], size: i128, apart: i128, moved: bool, tried: &mut usize) -> bool {
    let Some((step, rest)) = steps.split_first() else { return moved && apart.abs() < size };
    // The axes that follow must bring the distance back below `size`.
    let reach = step.inner.saturating_add(size).saturating_sub(1);
    let most = step.len.saturating_sub(1);
    let low = div_ceil(reach.saturating_neg().saturating_sub(apart), step.stride).max(most.saturating_neg());
    let high = reach.saturating_sub(apart).div_euclid(step.stride).min(most);
    // Of two indices either may be the first.
    let mut by = if moved { low } else { low.max(0) };
    while by <= high {
        *tried = tried.saturating_add(1);
        if *tried > MOST_TRIED {
            return true;
        }
        let apart = apart.saturating_add(by.saturating_mul(step.stride));
        if difference_exists(rest, size, apart, moved || by != 0, tried) {
            return true;
        }
        by = by.saturating_add(1);
    }
    false
}

/// Returns the quotient rounded up, for a positive divisor `by`.
fn div_ceil(number: i128, by: i128) -> i128 {
    number.saturating_neg().div_euclid(by).saturating_neg()
}
