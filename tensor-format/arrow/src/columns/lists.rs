//! Lists of any length: where the items of each are.

use std::ops::Range;

use super::{
    arrow_array::{Array, LargeListArray, ListArray},
    arrow_buffer::NullBuffer,
};
use crate::fault::{Fault, FaultKind};

/// The lists of a column.
#[derive(Clone, Copy)]
pub(super) struct Lists<'b> {
    offsets: Offsets<'b>,
    nulls: Option<&'b NullBuffer>,
    /// The number of items.
    items: usize,
}

#[derive(Clone, Copy)]
enum Offsets<'b> {
    Small(&'b [i32]),
    Large(&'b [i64]),
}

impl<'b> Lists<'b> {
    /// Returns the lists of an array and the array of their items; `None` if it is no array of lists.
    pub(super) fn of(array: &'b dyn Array) -> Option<(Self, &'b dyn Array)> {
        if let Some(lists) = array.as_any().downcast_ref::<ListArray>() {
            let offsets = Offsets::Small(lists.value_offsets());
            return Some((
                Self { offsets, nulls: lists.nulls(), items: lists.values().len() },
                lists.values().as_ref(),
            ));
        }
        let lists = array.as_any().downcast_ref::<LargeListArray>()?;
        let offsets = Offsets::Large(lists.value_offsets());
        Some((Self { offsets, nulls: lists.nulls(), items: lists.values().len() }, lists.values().as_ref()))
    }

    /// Returns whether a list is null.
    pub(super) fn is_null(&self, index: usize) -> bool {
        is_null(self.nulls, index)
    }

    /// Returns whether any list of a range is null.
    pub(super) fn any_null(&self, range: Range<usize>) -> bool {
        any_null(self.nulls, range)
    }

    /// Returns which items a list has.
    pub(super) fn range(&self, index: usize) -> Result<Range<usize>, Fault> {
        let (start, end) = match self.offsets {
            Offsets::Small(offsets) => (at(offsets, index), at(offsets, index.saturating_add(1))),
            Offsets::Large(offsets) => (at(offsets, index), at(offsets, index.saturating_add(1))),
        };
        let range = start.zip(end).filter(|(start, end)| start <= end && *end <= self.items);
        let fault = || {
            let expected = format!("offsets that rise, up to {}", self.items);
            Fault::data(FaultKind::Offsets, expected, format!("{start:?} and {end:?}"))
        };
        range.map(|(start, end)| start..end).ok_or_else(fault)
    }
}

fn at<T: Copy + TryInto<usize>>(offsets: &[T], index: usize) -> Option<usize> {
    offsets.get(index).and_then(|offset| (*offset).try_into().ok())
}

/// Returns whether an item is null; items that are not there are not.
pub(super) fn is_null(nulls: Option<&NullBuffer>, index: usize) -> bool {
    nulls.is_some_and(|nulls| index < nulls.len() && nulls.is_null(index))
}

/// Returns whether any item of a range is null.
pub(super) fn any_null(nulls: Option<&NullBuffer>, range: Range<usize>) -> bool {
    let Some(nulls) = nulls.filter(|nulls| nulls.null_count() > 0) else { return false };
    let len = range.end.saturating_sub(range.start);
    // To count those of a slice takes longer.
    if len == 1 {
        return is_null(Some(nulls), range.start);
    }
    // A slice that does not fit would fail.
    let inside = range.start.checked_add(len).is_some_and(|end| end <= nulls.len());
    inside && nulls.slice(range.start, len).null_count() > 0
}
