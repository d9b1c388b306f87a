//! The plan of a copy between two layouts: as long runs of bytes as possible, over as few axes as possible.
//!
//! Axes are sorted by their strides in the target, so that it is written in the order of memory: writes out of order
//! cost more than reads, as each fetches its cache line first. Then neighbours merge. For example 4 x 3 x 5 elements of
//! 4 bytes, from byte strides 60, 20, 4 to 80, 20, 4: the axes of 3 and 5 are one of 15 elements on both sides, which
//! becomes a run of 60 bytes, and the axis of 4 is left. A transpose leaves two axes that do not merge, and runs of one
//! element.

use smallvec::SmallVec;

/// An axis of a copy: its length, and the distance in bytes between neighbours in the source (`from`) and the target
/// (`to`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) len: usize,
    pub(crate) from: isize,
    pub(crate) to: isize,
}

pub(crate) type Axes = SmallVec<[Axis; 6]>;

/// A copy of runs of bytes. It does not know the buffers: whoever carries it out checks that each run is inside of
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The number of bytes of a run, which are contiguous in both source and target.
    pub(crate) run: usize,
    /// The axes over runs, those of the greatest strides in the target first; none has a negative stride there or
    /// length 1.
    pub(crate) axes: Axes,
    /// The byte offset of the first run in the source.
    pub(crate) at: usize,
    /// The byte offset of the first run in the target.
    pub(crate) put: usize,
}

impl Plan {
    /// Plans the copy of elements of `size` bytes along these axes, none of which has length 0. The first element is at
    /// byte offset `at` in the source and `put` in the target.
    pub(crate) fn of(size: usize, axes: Axes, at: usize, put: usize) -> Self {
        let mut plan = Self { run: size, axes, at, put };
        plan.axes.retain(|axis| axis.len != 1);
        for axis in &mut plan.axes {
            // Backwards on both sides is forwards: what is backwards in the target begins at its last element.
            if axis.to < 0 {
                (plan.at, plan.put) = (axis.end(plan.at, axis.from), axis.end(plan.put, axis.to));
                *axis = axis.turned();
            }
        }
        plan.axes.sort_by_key(|axis| core::cmp::Reverse(axis.to));
        plan.merge();
        if let Some(inner) = plan.axes.last().copied() {
            let step = isize::try_from(size).ok();
            if step == Some(inner.from) && step == Some(inner.to) {
                plan.run = size.saturating_mul(inner.len);
                plan.axes.pop();
            }
        }
        plan
    }

    /// Plans the copy of elements of `size` bytes, at strides in elements, into row-major order; returns `None` if
    /// there are none, or their offsets overflow. The first element is at byte offset 0 in the source.
    pub(crate) fn row_major(size: usize, shape: &[usize], strides: &[isize]) -> Option<Self> {
        let mut plan = Self { run: size, axes: Axes::new(), at: 0, put: 0 };
        let (unit, mut to) = (isize::try_from(size).ok()?, isize::try_from(size).ok()?);
        for (&len, &stride) in shape.iter().zip(strides).rev() {
            // Whose stride may be anything.
            if len == 1 {
                continue;
            }
            let (from, count) = (stride.checked_mul(unit)?, isize::try_from(len).ok()?);
            let axis = Axis { len, from, to };
            to = to.checked_mul(count)?;
            match plan.axes.last_mut() {
                None if isize::try_from(plan.run).ok()? == from => plan.run = plan.run.checked_mul(len)?,
                Some(inner) if inner.from.checked_mul(isize::try_from(inner.len).ok()?) == Some(from) => {
                    inner.len = inner.len.checked_mul(len)?;
                }
                _ => plan.axes.push(axis),
            }
        }
        plan.axes.reverse();
        (to > 0).then_some(plan)
    }

    /// Returns the number of bytes that are copied.
    pub(crate) fn bytes(&self) -> usize {
        self.axes.iter().fold(self.run, |bytes, axis| bytes.saturating_mul(axis.len))
    }

    /// Merges each two neighbouring axes where the outer one continues where the inner one ends, in both source and
    /// target.
    fn merge(&mut self) {
        let mut merged = Axes::new();
        for axis in self.axes.drain(..).rev() {
            let Some(inner) = merged.last_mut() else {
                merged.push(axis);
                continue;
            };
            let reach = |step: isize| isize::try_from(inner.len).ok().and_then(|len| step.checked_mul(len));
            match inner.len.checked_mul(axis.len) {
                Some(len) if reach(inner.from) == Some(axis.from) && reach(inner.to) == Some(axis.to) => {
                    inner.len = len;
                }
                _ => merged.push(axis),
            }
        }
        merged.reverse();
        self.axes = merged;
    }
}

impl Axis {
    /// Returns the axis in the opposite direction, from its last element to its first.
    pub(crate) fn turned(self) -> Self {
        Self { len: self.len, from: self.from.wrapping_neg(), to: self.to.wrapping_neg() }
    }

    /// Returns the byte offset of the last element along the axis by `stride`, if the first is at `start`.
    pub(crate) fn end(self, start: usize, stride: isize) -> usize {
        step(start, stride, self.len.saturating_sub(1))
    }
}

/// Returns the byte offset that is `count` strides after `start`.
pub(crate) fn step(start: usize, stride: isize, count: usize) -> usize {
    start.wrapping_add_signed(stride.wrapping_mul(count as isize))
}

/// Goes over the indices of some axes, the last varying fastest, and returns the byte offsets of each in source and
/// target.
#[derive(Clone, Debug)]
pub(crate) struct Starts {
    /// The axes, innermost first, each with its current index.
    axes: SmallVec<[(Axis, usize); 6]>,
    next: Option<(usize, usize)>,
}

impl Starts {
    pub(crate) fn new(axes: &[Axis], at: usize, put: usize) -> Self {
        Self { axes: axes.iter().rev().map(|axis| (*axis, 0)).collect(), next: Some((at, put)) }
    }

    /// Starts again at the first index, with other byte offsets `at` in the source and `put` in the target.
    pub(crate) fn restart(&mut self, at: usize, put: usize) {
        self.axes.iter_mut().for_each(|(_, index)| *index = 0);
        self.next = Some((at, put));
    }
}

impl Iterator for Starts {
    type Item = (usize, usize);

    #[inline]
    fn next(&mut self) -> Option<(usize, usize)> {
        let here = self.next?;
        let (mut at, mut put) = here;
        self.next = None;
        for (axis, index) in &mut self.axes {
            *index = index.wrapping_add(1);
            if *index < axis.len {
                self.next = Some((at.wrapping_add_signed(axis.from), put.wrapping_add_signed(axis.to)));
                break;
            }
            // Back to the first element of this axis, and on to the next of the axis around it.
            at = axis.end(at, axis.from.wrapping_neg());
            put = axis.end(put, axis.to.wrapping_neg());
            *index = 0;
        }
        Some(here)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn places_begin_anew_from_the_first_index() {
        let axes = [Axis { len: 2, from: 10, to: 1 }, Axis { len: 3, from: 1, to: 2 }];
        let all: Vec<_> = Starts::new(&axes, 0, 0).collect();
        assert_eq!(all, [(0, 0), (1, 2), (2, 4), (10, 1), (11, 3), (12, 5)]);
        for begun in 0..=all.len() {
            let mut starts = Starts::new(&axes, 0, 0);
            assert!(starts.by_ref().take(begun).eq(all.iter().copied().take(begun)));
            starts.restart(100, 200);
            assert!(starts.eq(all.iter().map(|(from, to)| (from + 100, to + 200))));
        }
    }
}
