//! Carries out copies: transposes tile by tile, all others run by run.
//!
//! A transpose reads cache lines of one axis and writes lines of another. Element by element it would fetch a line of
//! memory for every element; tiles use each line whole, on both sides, while the next tile is fetched. Where rows are a
//! power of two apart they share sets of the first-level cache, so that tiles are only two lines wide and what is
//! fetched waits in the second level. A copy larger than the caches is bound by memory: `memcpy` and tiles write past
//! the caches, long runs and channels do not. Their lines are fetched before they are written, which moves half as many
//! bytes again, and takes as much more time.

use super::{
    Layout,
    tiles::{Tiles, together},
};
use crate::util::{
    plan::{Axes, Axis, Plan},
    reinterpret::{
        elements::Elements,
        transpose::{LINE, Stage, Tile, transpose},
    },
};

/// The number of bytes from which on a copy leaves nothing useful in the caches, so that its target is written past
/// them.
pub(super) const LARGE: usize = if cfg!(test) { 1 << 12 } else { 16 << 20 };

/// The number of bytes from which on a transpose takes less time by tiles.
pub(crate) const TILED: usize = if cfg!(test) { 0 } else { 1 << 14 };

impl Plan {
    /// Plans the copy of elements of `size` bytes from one layout to another; returns `None` if there are no elements,
    /// or the ranks differ.
    pub(crate) fn new(size: usize, shape: &[usize], from: &Layout, to: &Layout) -> Option<Self> {
        if shape.contains(&0) || from.strides().len() != shape.len() || to.strides().len() != shape.len() {
            return None;
        }
        let strides = from.strides().iter().zip(to.strides());
        let axes = shape.iter().zip(strides).map(|(&len, (&from, &to))| Axis { len, from, to });
        Some(Self::of(size, axes.collect(), from.offset(), to.offset()))
    }

    /// Carries out the copy. Nothing is copied if a run is outside of either buffer.
    pub(crate) fn copy(&self, source: &[u8], target: &mut [u8]) {
        let done = self.is_transpose()
            && match self.run {
                1 => self.tiles::<1>(source, target),
                2 => self.tiles::<2>(source, target),
                4 => self.tiles::<4>(source, target),
                8 => self.tiles::<8>(source, target),
                16 => self.tiles::<16>(source, target),
                _ => false,
            };
        if let (false, Some(elements)) = (done, Elements::of_slice(source, self)) {
            elements.copy(target);
        }
    }

    /// Returns whether the innermost axis of the source is another one than that of the target, and the copy is better
    /// made by tiles: those of 8 bytes or more are of use past the caches only.
    pub(super) fn is_transpose(&self) -> bool {
        let least = if self.run >= 8 { LARGE } else { TILED };
        let across = |axis: &Axis| axis.from.unsigned_abs() == self.run;
        self.bytes() >= least && self.axes.split_last().is_some_and(|(_, outer)| outer.iter().any(across))
    }

    /// Carries out a copy of runs of `S` bytes, a size that a register holds, if it is a transpose; returns `false`
    /// without copying if it is not.
    fn tiles<const S: usize>(&self, source: &[u8], target: &mut [u8]) -> bool {
        // The innermost axis of the target, the rows, and the axis that is innermost in the source, the columns, make
        // the transpose; all others are loops around it.
        let unit = S as isize;
        let Some((inner, outer)) = self.axes.split_last() else { return false };
        let which = outer.iter().position(|axis| axis.from.unsigned_abs() == S);
        let (Some(which), true) = (which, inner.to == unit) else { return false };
        let Some(mut columns) = outer.get(which).copied() else { return false };
        if self.interleave::<S>(source, target) {
            return true;
        }
        // Two to four channels are taken apart by loops of constant steps, faster than by tiles of so few columns.
        if columns.len <= 4 && Some(inner.from) == columns.from.checked_mul(columns.len as isize) {
            return false;
        }
        let others: Axes = outer.iter().enumerate().filter(|(axis, _)| *axis != which).map(|(_, axis)| *axis).collect();
        let (rows, others) = together(*inner, others);
        let count = rows.iter().fold(1_usize, |count, axis| count.saturating_mul(axis.len));
        if count < Tile::<S>::LEAST || columns.len < Tile::<S>::LEAST {
            return false;
        }
        let (mut at, mut put) = (self.at, self.put);
        // Tiles read lines of the source forwards: columns that run backwards are turned around, on both sides.
        if columns.from != unit {
            (at, put) = (columns.end(at, columns.from), columns.end(put, columns.to));
            columns = columns.turned();
        }
        let stream = self.bytes() >= LARGE;
        let mut tiles = Tiles::<S>::new(&rows, &others, columns, at, put);
        if stream {
            // The first tiles fill up lines, so that all tiles after them begin with one.
            let lead = |bytes: &[u8]| bytes.as_ptr().align_offset(LINE).min(LINE).div_ceil(S);
            tiles.lead_rows = lead(target.get(put..).unwrap_or_default());
            if columns.len >= Tile::<S>::COLUMNS.saturating_mul(16) {
                tiles.lead_columns = lead(source.get(at..).unwrap_or_default());
            }
        }
        // Rows that share lines are read one after another, as the processor expects.
        let apart = inner.from.unsigned_abs() >= LINE;
        let mut stage = Stage::new();
        let mut next = tiles.next();
        while let Some(place) = next {
            next = tiles.next();
            let ahead = next.filter(|_| apart).map(|place| tiles.tile(place));
            transpose(source, target, tiles.tile(place), ahead, stream, &mut stage);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::util::plan::Starts;

    fn part(bytes: &[u8], at: usize, len: usize) -> Option<&[u8]> {
        bytes.get(at..at.checked_add(len)?)
    }

    fn axis(len: usize, from: usize, to: usize) -> Axis {
        Axis { len, from: from as isize, to: to as isize }
    }

    /// Checks that large copies, which bypass the caches from whole lines on, give the same as by element.
    #[test]
    fn large_transposes_are_those_by_element() {
        // Miri bypasses no cache, and takes the square of the size.
        let (rows, columns) = if cfg!(miri) { (9, 19) } else { (100, 2 * Tiles::<4>::STRIP + 3) };
        let source: Vec<u8> = (0..rows * columns * 4).map(|byte| (byte * 31 + byte / 251) as u8).collect();
        for put in [0, 4, 20, 1, 23, 62] {
            let mut target = alloc::vec![0xaa; source.len() + put];
            let axes = Axes::from_slice(&[axis(columns, 4, rows * 4), axis(rows, columns * 4, 4)]);
            let plan = Plan { run: 4, axes, at: 0, put };
            assert!(cfg!(miri) || plan.bytes() >= LARGE);
            plan.copy(&source, &mut target);
            assert!(target.iter().take(put).all(|byte| *byte == 0xaa));
            for (at, put) in Starts::new(&plan.axes, 0, put) {
                assert_eq!(part(&target, put, 4), part(&source, at, 4));
            }
        }
    }
}
