//! Carries out copies: long runs by `memcpy`, transposes tile by tile, the rest element by element.
//!
//! A transpose reads cache lines of one axis and writes lines of another. Element by element it would fetch a line of
//! memory for every element; tiles use each line whole, on both sides, while the next tile is fetched. Where rows are a
//! power of two apart they share sets of the first-level cache, so that tiles are only two lines wide and what is
//! fetched waits in the second level. A copy larger than the caches is bound by memory: `memcpy` and tiles write past
//! the caches, long runs and channels do not. Their lines are fetched before they are written, which moves half as many
//! bytes again, and takes as much more time.

use super::{
    plan::{Axes, Axis, Plan, Starts, step},
    tiles::{Tiles, together},
};
use crate::util::reinterpret::transpose::{LINE, Stage, Tile, transpose};

/// The number of bytes from which on a copy leaves nothing useful in the caches, so that its target is written past
/// them.
pub(super) const LARGE: usize = if cfg!(test) { 1 << 12 } else { 16 << 20 };

/// The number of elements of an axis that are copied before the next step of a shorter axis, so that cache lines are
/// still in the cache then.
const BLOCK: usize = 1024;

impl Plan {
    /// Carries out the copy. Runs that are outside of either buffer are left out.
    pub(crate) fn copy(&self, source: &[u8], target: &mut [u8]) {
        match self.run {
            1 => self.units::<1>(source, target),
            2 => self.units::<2>(source, target),
            3 => self.short_runs::<3>(source, target),
            4 => self.units::<4>(source, target),
            6 => self.short_runs::<6>(source, target),
            8 => self.units::<8>(source, target),
            12 => self.short_runs::<12>(source, target),
            16 => self.units::<16>(source, target),
            24 => self.short_runs::<24>(source, target),
            32 => self.short_runs::<32>(source, target),
            _ => self.long_runs(source, target),
        }
    }

    fn long_runs(&self, source: &[u8], target: &mut [u8]) {
        for (at, put) in Starts::new(&self.axes, self.at, self.put) {
            if let (Some(from), Some(to)) = (part(source, at, self.run), part_mut(target, put, self.run)) {
                to.copy_from_slice(from);
            }
        }
    }

    /// Carries out a copy of runs of `S` bytes, a size that a register holds: by tiles if it is a transpose.
    fn units<const S: usize>(&self, source: &[u8], target: &mut [u8]) {
        // The innermost axis of the target, the rows, and the axis that is innermost in the source, the columns, make
        // the transpose; all others are loops around it.
        let unit = S as isize;
        let Some((inner, outer)) = self.axes.split_last() else { return self.long_runs(source, target) };
        let which = outer.iter().position(|axis| axis.from.unsigned_abs() == S);
        let (Some(which), true) = (which, inner.to == unit) else { return self.short_runs::<S>(source, target) };
        let Some(mut columns) = outer.get(which).copied() else { return };
        if self.interleave::<S>(source, target) {
            return;
        }
        // Two to four channels are taken apart by loops of constant steps, faster than by tiles of so few columns.
        if columns.len <= 4 && Some(inner.from) == columns.from.checked_mul(columns.len as isize) {
            return self.short_runs::<S>(source, target);
        }
        let others: Axes = outer.iter().enumerate().filter(|(axis, _)| *axis != which).map(|(_, axis)| *axis).collect();
        let (rows, others) = together(*inner, others);
        let count = rows.iter().fold(1_usize, |count, axis| count.saturating_mul(axis.len));
        if count < Tile::<S>::LEAST || columns.len < Tile::<S>::LEAST {
            return self.short_runs::<S>(source, target);
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
    }

    /// Returns the number of bytes that are copied.
    pub(super) fn bytes(&self) -> usize {
        self.axes.iter().fold(self.run, |bytes, axis| bytes.saturating_mul(axis.len))
    }

    /// Carries out a copy of runs of `S` bytes, along the longer of the two innermost axes in blocks.
    fn short_runs<const S: usize>(&self, source: &[u8], target: &mut [u8]) {
        let (Some((inner, outer)), at, put) = (self.axes.split_last(), self.at, self.put) else {
            return self.long_runs(source, target);
        };
        let beside = outer.iter().rposition(|axis| axis.from.unsigned_abs() == S).or(outer.len().checked_sub(1));
        let Some((which, beside)) = beside.and_then(|which| Some((which, *outer.get(which)?))) else {
            return line::<S>(source, target, (at, put), *inner, inner.len);
        };
        let (long, short) = if inner.len < beside.len { (beside, *inner) } else { (*inner, beside) };
        let others: Axes = outer.iter().enumerate().filter(|(axis, _)| *axis != which).map(|(_, axis)| *axis).collect();
        for (at, put) in Starts::new(&others, at, put) {
            for first in (0..long.len).step_by(BLOCK) {
                let len = long.len.saturating_sub(first).min(BLOCK);
                let block = (step(at, long.from, first), step(put, long.to, first));
                for start in Starts::new(&[short], block.0, block.1) {
                    line::<S>(source, target, start, long, len);
                }
            }
        }
    }
}

/// Copies the first `len` runs of `S` bytes along an axis, starting at these byte offsets in source and target. For two
/// to four interleaved channels the strides are constants, so that the compiler unrolls the loop.
#[inline]
fn line<const S: usize>(source: &[u8], target: &mut [u8], (at, put): (usize, usize), axis: Axis, len: usize) {
    // Runs of a source may overlap: those go one by one.
    let apart_by = |stride: isize| usize::try_from(stride).ok().filter(|step| *step >= S);
    if let (Some(from), Some(to)) = (apart_by(axis.from), apart_by(axis.to)) {
        // The last run needs no room behind it.
        let end = |start: usize, step: usize| start.checked_add(len.checked_sub(1)?.checked_mul(step)?)?.checked_add(S);
        let runs = end(at, from).and_then(|end| source.get(at..end));
        let places = end(put, to).and_then(|end| target.get_mut(put..end));
        if let (Some(runs), Some(places)) = (runs, places) {
            let steps = (from.checked_div(S), from.checked_rem(S), to.checked_div(S), to.checked_rem(S));
            return match steps {
                (Some(2), Some(0), Some(1), Some(0)) => apart::<S>(runs, places, 2_usize.wrapping_mul(S), S),
                (Some(3), Some(0), Some(1), Some(0)) => apart::<S>(runs, places, 3_usize.wrapping_mul(S), S),
                (Some(4), Some(0), Some(1), Some(0)) => apart::<S>(runs, places, 4_usize.wrapping_mul(S), S),
                (Some(1), Some(0), Some(2), Some(0)) => apart::<S>(runs, places, S, 2_usize.wrapping_mul(S)),
                (Some(1), Some(0), Some(3), Some(0)) => apart::<S>(runs, places, S, 3_usize.wrapping_mul(S)),
                (Some(1), Some(0), Some(4), Some(0)) => apart::<S>(runs, places, S, 4_usize.wrapping_mul(S)),
                (_, _, Some(1), Some(0)) => apart::<S>(runs, places, from, S),
                _ => apart::<S>(runs, places, from, to),
            };
        }
    }
    for index in 0..len {
        let run = part(source, step(at, axis.from, index), S);
        if let (Some(run), Some(place)) = (run, part_mut(target, step(put, axis.to, index), S)) {
            place.copy_from_slice(run);
        }
    }
}

/// Copies runs of `S` bytes that are `from` bytes apart in the source to where they are `to` bytes apart in the target.
#[inline(always)]
fn apart<const S: usize>(source: &[u8], target: &mut [u8], from: usize, to: usize) {
    let (mut runs, mut places) = (source.chunks_exact(from), target.chunks_exact_mut(to));
    for (run, place) in runs.by_ref().zip(places.by_ref()) {
        if let (Some(run), Some(place)) = (run.first_chunk::<S>(), place.first_chunk_mut::<S>()) {
            *place = *run;
        }
    }
    // The last one of steps greater than a run.
    let last = source.len().checked_sub(S).and_then(|at| source.get(at..));
    let place = target.len().checked_sub(S).and_then(|put| target.get_mut(put..));
    if let (Some(last), Some(place)) = (last, place) {
        place.copy_from_slice(last);
    }
}

fn part(bytes: &[u8], at: usize, len: usize) -> Option<&[u8]> {
    bytes.get(at..at.checked_add(len)?)
}

fn part_mut(bytes: &mut [u8], at: usize, len: usize) -> Option<&mut [u8]> {
    bytes.get_mut(at..at.checked_add(len)?)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn axis(len: usize, from: usize, to: usize) -> Axis {
        Axis { len, from: from as isize, to: to as isize }
    }

    /// Checks that large copies, which bypass the caches from whole lines on, give the same as by element.
    #[test]
    fn large_transposes_are_those_by_element() {
        let (rows, columns) = (100, 2 * Tiles::<4>::STRIP + 3);
        let source: Vec<u8> = (0..rows * columns * 4).map(|byte| (byte * 31 + byte / 251) as u8).collect();
        for put in [0, 4, 20, 1, 23, 62] {
            let mut target = alloc::vec![0xaa; source.len() + put];
            let axes = Axes::from_slice(&[axis(columns, 4, rows * 4), axis(rows, columns * 4, 4)]);
            let plan = Plan { run: 4, axes, at: 0, put };
            assert!(plan.bytes() >= LARGE);
            plan.copy(&source, &mut target);
            assert!(target.iter().take(put).all(|byte| *byte == 0xaa));
            for (at, put) in Starts::new(&plan.axes, 0, put) {
                assert_eq!(part(&target, put, 4), part(&source, at, 4));
            }
        }
    }
}
