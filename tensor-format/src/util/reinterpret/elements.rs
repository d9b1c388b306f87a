//! Elements that are anywhere in memory, at strides along axes, and copies of them.
//!
//! What is between the elements of a view may be other values, which somebody else writes to meanwhile: a slice of all
//! would be undefined behaviour. Here elements are read one by one through pointers, and nothing else is.
//!
//! A copy takes the axes in the order of the target. An axis of stride 0, whose elements are all the same, is written
//! once and then copied within the target.
#![cfg_attr(
    not(any(feature = "ndarray", feature = "ndarray_0_16", feature = "ndarray_0_15")),
    allow(dead_code, reason = "other sources are slices")
)]

use core::{marker::PhantomData, mem::MaybeUninit, slice};

use super::{
    super::plan::{Axes, Axis, Plan, Starts, step},
    runs::{Exact, Long, Many, Two, copy_runs},
};

/// The number of bytes from which on elements that repeat are copied within the target.
const REPEATED: usize = 256;

/// The most bytes that are copied within the target at once, unless more repeat: they are in the first-level cache.
const REPEATED_AT_ONCE: usize = 1 << 13;

/// Shows that values of `T` are bytes and nothing else: no padding, and nothing that changes while it is borrowed.
#[derive(Debug)]
pub struct Bytewise<T>(PhantomData<fn() -> T>);

impl<T: bytemuck::NoUninit> Bytewise<T> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Bytewise<T> {
    pub(crate) const fn array<const N: usize>(self) -> Bytewise<[T; N]> {
        // An array has no bytes but those of its items.
        Bytewise(PhantomData)
    }
}

/// Elements in memory, in runs of bytes, and where they are to be put: at least one.
///
/// From `start` on every run of the plan is in memory, whose bytes are initialised, and which for `'a` nobody writes
/// to.
#[derive(Clone, Debug)]
pub struct Elements<'a> {
    start: *const u8,
    plan: Plan,
    memory: PhantomData<&'a [u8]>,
}

/// Returns from where to where, relative to the first run, `run` bytes at strides along axes reach, none of which has
/// length 0.
fn reach(run: usize, mut axes: impl Iterator<Item = (usize, isize)>) -> Option<(usize, usize)> {
    axes.try_fold((0_usize, run), |(before, after), (len, stride)| {
        let reach = stride.unsigned_abs().checked_mul(len.checked_sub(1)?)?;
        match stride < 0 {
            true => Some((before.checked_add(reach)?, after)),
            false => Some((before, after.checked_add(reach)?)),
        }
    })
}

/// Returns whether runs that reach from `before` to `after` a start are in a buffer.
fn inside(start: usize, reach: Option<(usize, usize)>, len: usize) -> bool {
    reach.is_some_and(|(before, after)| start >= before && start.checked_add(after).is_some_and(|end| end <= len))
}

impl<'a> Elements<'a> {
    /// Returns the runs that a plan reads from a slice; `None` if there are none, or one is outside of it.
    pub(crate) fn of_slice(source: &'a [u8], plan: &Plan) -> Option<Self> {
        let reach = reach(plan.run, plan.axes.iter().map(|axis| (axis.len, axis.from)));
        // All runs are in the slice, which is borrowed for `'a`.
        inside(plan.at, reach, source.len()).then(|| Self {
            start: source.as_ptr().wrapping_add(plan.at),
            plan: Plan { at: 0, ..plan.clone() },
            memory: PhantomData,
        })
    }

    /// Returns the elements at an address, of `size` bytes each, to be put in row-major order; `None` if there are
    /// none, or their places overflow.
    ///
    /// # Safety
    ///
    /// An element is at every combination of indices, at the sum of index times stride in elements. Their bytes are
    /// initialised, and for `'a` nobody writes to them.
    unsafe fn at(first: *const u8, size: usize, shape: &[usize], strides: &[isize]) -> Option<Self> {
        if size == 0 || shape.contains(&0) {
            return None;
        }
        // A plan has the same elements as its axes, whatever it joins, drops and turns around: its runs are those of
        // the caller.
        let plan = Plan::row_major(size, shape, strides)?;
        Some(Self { start: first.wrapping_add(plan.at), plan: Plan { at: 0, ..plan }, memory: PhantomData })
    }

    /// Returns the number of bytes that are contiguous in both source and target.
    pub(crate) fn run(&self) -> usize {
        self.plan.run
    }

    /// Returns the number of bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.plan.bytes()
    }

    /// Returns whether elements are the same along an axis.
    pub(crate) fn repeat(&self) -> bool {
        self.plan.axes.iter().any(|axis| axis.from == 0)
    }

    /// Returns the runs, in the order of their places in the target.
    pub(crate) fn runs(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let (start, run) = (self.start, self.plan.run);
        // SAFETY: the place of a run, which is as this type says.
        Starts::new(&self.plan.axes, 0, 0)
            .map(move |(at, _)| unsafe { slice::from_raw_parts(start.wrapping_add(at), run) })
    }

    /// Calls `take` with parts of elements in row-major order, one after another, each to be put into a target of its
    /// own, and with its number of bytes: at most `most`, or one run.
    ///
    /// # Errors
    ///
    /// Those of `take`.
    pub(crate) fn parts<E>(
        &self,
        most: usize,
        take: &mut impl FnMut(&Elements<'a>, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let bytes = self.bytes();
        let Some((outer, inner)) = self.plan.axes.split_first().filter(|_| bytes > most) else {
            return take(self, bytes);
        };
        let size = bytes.checked_div(outer.len).unwrap_or_default();
        let block = most.checked_div(size).unwrap_or(1);
        let mut part = self.clone();
        if block == 0 {
            part.plan.axes = inner.into();
        }
        for first in (0..outer.len).step_by(block.max(1)) {
            part.start = self.start.wrapping_add(step(0, outer.from, first));
            if block == 0 {
                part.parts(most, take)?;
                continue;
            }
            let len = outer.len.saturating_sub(first).min(block);
            // The same elements with a smaller index along one axis.
            if let Some(axis) = part.plan.axes.first_mut() {
                axis.len = len;
            }
            take(&part, size.saturating_mul(len))?;
        }
        Ok(())
    }

    /// Fills memory with the elements, and returns whether all of it is written: if not, their places leave gaps or are
    /// more or fewer.
    pub(super) fn fill(&self, target: &mut [MaybeUninit<u8>]) -> bool {
        let mut dense = Some(self.plan.run);
        for axis in self.plan.axes.iter().rev() {
            dense = dense.filter(|inside| isize::try_from(*inside).is_ok_and(|inside| inside == axis.to));
            dense = dense.and_then(|inside| inside.checked_mul(axis.len));
        }
        let fills = self.plan.put == 0 && dense == Some(target.len());
        if fills {
            // SAFETY: each axis has the others inside of it without a gap, so that the runs at all indices fill the memory,
            // which is borrowed exclusively.
            unsafe { self.copy_to(target.as_mut_ptr().cast()) };
        }
        fills
    }

    /// Puts the elements into the target; does nothing if one has no place in it.
    pub(crate) fn copy(&self, target: &mut [u8]) {
        let reach = reach(self.plan.run, self.plan.axes.iter().map(|axis| (axis.len, axis.to)));
        if !inside(self.plan.put, reach, target.len()) {
            return;
        }
        // SAFETY: as `inside` found, all places are in the target, which is borrowed exclusively.
        unsafe { self.copy_to(target.as_mut_ptr().wrapping_add(self.plan.put)) };
    }

    /// Puts the elements into a target whose first place is `to`: every one is written.
    ///
    /// # Safety
    ///
    /// All places are in one target, which is borrowed exclusively.
    unsafe fn copy_to(&self, to: *mut u8) {
        if self.repeat() {
            let (axes, repeated) = self.repeated();
            // SAFETY: as below: the elements at some of the indices, and then those at the others.
            return unsafe {
                self.copy_along(&axes, to);
                repeated.into_iter().for_each(|axis| again(to, axis, &axes));
            };
        }
        // SAFETY: as the caller says.
        unsafe { self.copy_along(&self.plan.axes, to) };
    }

    /// Puts the elements at the indices of some axes, and at index 0 of the others, into the target, whose first place
    /// is `to`.
    ///
    /// # Safety
    ///
    /// Their places are in a target that is borrowed exclusively.
    unsafe fn copy_along(&self, axes: &[Axis], to: *mut u8) {
        let run = self.plan.run;
        // SAFETY: as the caller says of the target, and this type of the elements.
        unsafe {
            match run {
                1 => copy_runs(self.start, to, axes, Exact::<1>),
                2 => copy_runs(self.start, to, axes, Exact::<2>),
                4 => copy_runs(self.start, to, axes, Exact::<4>),
                8 => copy_runs(self.start, to, axes, Exact::<8>),
                16 => copy_runs(self.start, to, axes, Exact::<16>),
                3 => copy_runs(self.start, to, axes, Two::<2>(run)),
                5..8 => copy_runs(self.start, to, axes, Two::<4>(run)),
                9..16 => copy_runs(self.start, to, axes, Two::<8>(run)),
                17..=64 => copy_runs(self.start, to, axes, Many::<16>(run)),
                65..=512 => copy_runs(self.start, to, axes, Many::<64>(run)),
                _ => copy_runs(self.start, to, axes, Long(run)),
            }
        }
    }

    /// Returns the axes without those whose elements are all the same and are better copied within the target, and the
    /// positions of the latter, the innermost first.
    fn repeated(&self) -> (Axes, Axes) {
        let (mut axes, mut repeated) = (Axes::new(), Axes::new());
        // The number of bytes of what is inside of an axis, as long as there are no gaps.
        let mut dense = Some(self.plan.run);
        for axis in self.plan.axes.iter().rev() {
            dense = dense.filter(|inside| isize::try_from(*inside).is_ok_and(|inside| inside == axis.to));
            dense = dense.and_then(|inside| inside.checked_mul(axis.len));
            let fills = axes.is_empty() && repeated.is_empty() && self.plan.run <= 16;
            if axis.from == 0 && dense.is_some_and(|all| all >= REPEATED) && !fills {
                repeated.push(*axis);
            } else {
                axes.insert(0, *axis);
            }
        }
        (axes, repeated)
    }
}

/// Copies the elements at index 0 of an axis, `axis.to` bytes without gaps, to its other indices, at the indices of
/// those of `axes` that are outside of it.
///
/// # Safety
///
/// What is inside of the axis has no gaps, all its places are in a target that is borrowed exclusively, whose first
/// place is `to`, and those at index 0 are written.
unsafe fn again(to: *mut u8, axis: Axis, axes: &[Axis]) {
    let Ok(block) = usize::try_from(axis.to) else { return };
    let all = block.saturating_mul(axis.len);
    // Whole blocks.
    let most = block.saturating_mul(REPEATED_AT_ONCE.checked_div(block).unwrap_or_default().max(1));
    let outside: Axes = axes.iter().filter(|other| other.to > axis.to).copied().collect();
    for (_, put) in Starts::new(&outside, 0, 0) {
        let mut done = block;
        while done < all {
            let some = done.min(all.saturating_sub(done)).min(most);
            // SAFETY: `all` bytes from here on are places of this target, those at the indices of the axis and inside
            // of it, and `done` of them are written. `some` is at most `done`, so that they do not overlap.
            unsafe {
                let to = to.wrapping_add(put);
                core::ptr::copy_nonoverlapping(to, to.wrapping_add(done), some);
            }
            done = done.saturating_add(some);
        }
    }
}

/// Defines how the elements of the views of one version of ndarray are taken.
macro_rules! views {
    ($($feature:literal, $ndarray:ident, $name:ident;)*) => { $(
        /// Returns the elements of a view, to be put in row-major order; `None` if there are none.
        #[cfg(feature = $feature)]
        pub(crate) fn $name<'a, T, D: ::$ndarray::Dimension>(
            view: &::$ndarray::ArrayView<'a, T, D>,
            _: Bytewise<T>,
        ) -> Option<Elements<'a>> {
            // SAFETY: a view holds for `'a` a reference to the element at each combination of indices, and they are
            // where its pointer and strides say. The elements are bytes, which `Bytewise` shows.
            unsafe { Elements::at(view.as_ptr().cast(), size_of::<T>(), view.shape(), view.strides()) }
        }
    )* };
}

views! {
    "ndarray", ndarray, of_view;
    "ndarray_0_16", ndarray_0_16, of_view_0_16;
    "ndarray_0_15", ndarray_0_15, of_view_0_15;
}

#[cfg(test)]
mod tests;
