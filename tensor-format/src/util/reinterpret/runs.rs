//! Copies runs of bytes along axes, whose addresses may be anywhere.
//!
//! Where another axis than the innermost has neighbours that are nearer to each other in the source, the copy goes by
//! blocks of both, so that each cache line that is read is used while it is there. All others go line by line.

use super::{
    super::plan::{Axes, Axis, Starts, step},
    transpose::LINE,
};

/// The length of an axis below which a loop along it takes longer than its elements.
const SHORT: usize = 8;

/// The most bytes between neighbours of an axis in the target for which lines along it are taken.
const APART: usize = 512;

/// How a run is copied.
pub(super) trait Run: Copy {
    /// The size of all runs, if a register holds them.
    const SIZE: usize = 0;
    /// The number of runs of each of two axes that are copied before the next ones: together they leave room in the
    /// first-level cache.
    const BLOCK: usize = match Self::SIZE {
        1..=4 => 64,
        8 => 32,
        _ => 16,
    };

    /// # Safety
    ///
    /// The bytes of a run can be read and written at these addresses, and do not overlap.
    unsafe fn copy(self, from: *const u8, to: *mut u8);
}

/// Runs of `S` bytes.
#[derive(Clone, Copy)]
pub(super) struct Exact<const S: usize>;

impl<const S: usize> Run for Exact<S> {
    const SIZE: usize = S;

    #[inline(always)]
    unsafe fn copy(self, from: *const u8, to: *mut u8) {
        // SAFETY: as the caller says; arrays of bytes need no alignment.
        unsafe { to.cast::<[u8; S]>().write(from.cast::<[u8; S]>().read()) };
    }
}

/// Runs of more than `W` bytes and at most twice as many.
#[derive(Clone, Copy)]
pub(super) struct Two<const W: usize>(pub(super) usize);

impl<const W: usize> Run for Two<W> {
    #[inline(always)]
    unsafe fn copy(self, from: *const u8, to: *mut u8) {
        let second = self.0.wrapping_sub(W);
        // SAFETY: as the caller says: the first and the last `W` bytes of a run.
        unsafe {
            let last = from.wrapping_add(second).cast::<[u8; W]>().read();
            to.cast::<[u8; W]>().write(from.cast::<[u8; W]>().read());
            to.wrapping_add(second).cast::<[u8; W]>().write(last);
        }
    }
}

/// Runs of more than `W` bytes.
#[derive(Clone, Copy)]
pub(super) struct Many<const W: usize>(pub(super) usize);

impl<const W: usize> Run for Many<W> {
    #[inline(always)]
    unsafe fn copy(self, from: *const u8, to: *mut u8) {
        let last = self.0.wrapping_sub(W);
        let mut at = 0;
        while at < last {
            // SAFETY: as the caller says: the `W` bytes at `at`, which is before the last ones.
            unsafe { Exact::<W>.copy(from.wrapping_add(at), to.wrapping_add(at)) };
            at = at.wrapping_add(W);
        }
        // SAFETY: as above: the last `W` bytes.
        unsafe { Exact::<W>.copy(from.wrapping_add(last), to.wrapping_add(last)) };
    }
}

/// Runs for which a call is worth it.
#[derive(Clone, Copy)]
pub(super) struct Long(pub(super) usize);

impl Run for Long {
    #[inline(always)]
    unsafe fn copy(self, from: *const u8, to: *mut u8) {
        // SAFETY: as the caller says.
        unsafe { core::ptr::copy_nonoverlapping(from, to, self.0) };
    }
}

/// Returns axes in the order of the source, which is read in smaller pieces than the target is written.
// Not generic: sorting is much code, and would be compiled for each kind of runs.
fn by_source(axes: &[Axis]) -> Axes {
    let mut axes = Axes::from(axes);
    axes.sort_by_key(|axis| core::cmp::Reverse(axis.from.unsigned_abs()));
    axes
}

/// Copies runs along axes.
///
/// # Safety
///
/// At every combination of indices the bytes of a run can be read at the sum of `from` and written at that of `to`, and
/// what is read and what is written do not overlap.
pub(super) unsafe fn copy_runs<R: Run>(mut from: *const u8, mut to: *mut u8, axes: &[Axis], run: R) {
    let Some((inner, outer)) = axes.split_last() else {
        // SAFETY: no axis: one run, at the sum of nothing.
        return unsafe { run.copy(from, to) };
    };
    // Elements of a line of memory that are not neighbours in the target, or an axis that is long enough.
    let nearer = |axis: &Axis| axis.from != 0 && axis.from.unsigned_abs() < inner.from.unsigned_abs();
    let shares =
        |axis: &Axis| axis.len >= SHORT || inner.from.unsigned_abs() >= LINE && axis.from.unsigned_abs() < LINE;
    let others = outer.iter().enumerate().filter(|(_, axis)| nearer(axis) && shares(axis));
    let Some((which, across)) = others.min_by_key(|(_, axis)| axis.from.unsigned_abs()) else {
        // SAFETY: as the caller says.
        return unsafe { lines(from, to, axes, run) };
    };
    let mut across = *across;
    // Lines of memory are read forwards.
    if across.from < 0 {
        from = from.wrapping_add(across.end(0, across.from));
        to = to.wrapping_add(across.end(0, across.to));
        across = across.turned();
    }
    let (outside, inside) = outer.split_at(which);
    let inside = by_source(inside.get(1..).unwrap_or_default());
    for (at, put) in Starts::new(outside, 0, 0) {
        for first in (0..across.len).step_by(R::BLOCK) {
            let (at, put) = (step(at, across.from, first), step(put, across.to, first));
            let across = Axis { len: across.len.saturating_sub(first).min(R::BLOCK), ..across };
            for first in (0..inner.len).step_by(R::BLOCK) {
                let (at, put) = (step(at, inner.from, first), step(put, inner.to, first));
                let inner = Axis { len: inner.len.saturating_sub(first).min(R::BLOCK), ..*inner };
                let (short, long) = if inner.len < across.len { (inner, across) } else { (across, inner) };
                for (at, put) in Starts::new(&inside, at, put) {
                    // SAFETY: as the caller says, at an index of each other axis.
                    unsafe { plane(from.wrapping_add(at), to.wrapping_add(put), short, long, run) };
                }
            }
        }
    }
}

/// Copies runs along axes, in lines along the innermost one that is long enough.
///
/// # Safety
///
/// As [`copy_runs`].
unsafe fn lines<R: Run>(from: *const u8, to: *mut u8, axes: &[Axis], run: R) {
    // What is between neighbours is still in the cache when it comes to the axes inside.
    let near = |axis: &Axis| axis.len >= 2 * SHORT && axis.to.unsigned_abs() <= APART;
    let last = axes.len().saturating_sub(1);
    let short = axes.last().is_some_and(|inner| inner.len < SHORT);
    let which = axes.iter().rposition(near).filter(|_| short).unwrap_or(last);
    let (outside, rest) = axes.split_at(which);
    let Some((long, inside)) = rest.split_first() else { return };
    // The axis around the line is a loop by itself, as it may be short.
    let one = Axis { len: 1, from: 0, to: 0 };
    let (outside, inside, beside) = match inside.split_last() {
        Some((beside, inside)) => (outside, inside, *beside),
        None => outside.split_last().map_or((outside, inside, one), |(beside, outside)| (outside, inside, *beside)),
    };
    let block = if which == last { long.len } else { R::BLOCK.saturating_mul(4) };
    for (at, put) in Starts::new(outside, 0, 0) {
        for first in (0..long.len).step_by(block) {
            let (at, put) = (step(at, long.from, first), step(put, long.to, first));
            let long = Axis { len: long.len.saturating_sub(first).min(block), ..*long };
            for (at, put) in Starts::new(inside, at, put) {
                // SAFETY: as the caller says, at an index of each other axis.
                unsafe { plane(from.wrapping_add(at), to.wrapping_add(put), beside, long, run) };
            }
        }
    }
}

/// Copies runs along two axes, in lines along the latter.
///
/// # Safety
///
/// As [`copy_runs`].
#[inline(always)]
unsafe fn plane<R: Run>(from: *const u8, to: *mut u8, beside: Axis, long: Axis, run: R) {
    for index in 0..beside.len {
        let (at, put) = (step(0, beside.from, index), step(0, beside.to, index));
        let (from, to) = (from.wrapping_add(at), to.wrapping_add(put));
        // SAFETY: as the caller says, at an index of the other axis. A constant distance takes fewer instructions.
        unsafe {
            match usize::try_from(long.to) {
                Ok(size) if size == R::SIZE => line(from, to, Axis { to: R::SIZE as isize, ..long }, run),
                _ => line(from, to, long, run),
            }
        }
    }
}

/// Copies runs along an axis.
///
/// # Safety
///
/// As [`copy_runs`].
#[inline(always)]
unsafe fn line<R: Run>(mut from: *const u8, mut to: *mut u8, axis: Axis, run: R) {
    let (second, third) = (axis.from.wrapping_mul(2), axis.from.wrapping_mul(3));
    let mut left = axis.len;
    while let Some(rest) = left.checked_sub(4) {
        // SAFETY: as the caller says, for the next four indices.
        unsafe {
            run.copy(from, to);
            run.copy(from.wrapping_offset(axis.from), to.wrapping_offset(axis.to));
            run.copy(from.wrapping_offset(second), to.wrapping_offset(axis.to.wrapping_mul(2)));
            run.copy(from.wrapping_offset(third), to.wrapping_offset(axis.to.wrapping_mul(3)));
        }
        from = from.wrapping_offset(axis.from.wrapping_mul(4));
        to = to.wrapping_offset(axis.to.wrapping_mul(4));
        left = rest;
    }
    for _ in 0..left {
        // SAFETY: as the caller says, for one index.
        unsafe { run.copy(from, to) };
        from = from.wrapping_offset(axis.from);
        to = to.wrapping_offset(axis.to);
    }
}
