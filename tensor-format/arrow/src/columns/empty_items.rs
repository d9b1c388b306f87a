//! Counts items without elements in the tensors of a batch.
//!
//! Rows are read in any order and any number of times, so that what a batch may have of such items is divided among its
//! rows; each row may have one more for each 4 bytes of its own.

use std::{cell::Cell, ops::Range};

use tensor_format::{
    ErrorKind,
    codec::{EmptyLimit, MAX_EMPTY_ITEMS},
};

/// A column or several, of which rows are read.
pub(super) trait Measured {
    /// Returns how many rows there are, and the most items without elements that all of them may have beyond one for each
    /// 4 bytes.
    fn shared(&self) -> (usize, usize);

    /// Returns the bytes that the tensors of a row take; none for what is damaged.
    fn bytes_of(&self, row: usize) -> usize;
}

/// The row of which the last were counted, and how many it may still have. Whoever reads a row again sets it to `None`.
pub(super) type RowLimit = Cell<Option<(usize, EmptyLimit)>>;

/// Counts for all tensors of a row together: the empty lists of a ragged field are lengths in one column, and items in
/// another.
#[derive(Clone, Copy)]
pub(super) struct EmptyOfRow<'c> {
    pub(super) columns: &'c dyn Measured,
    pub(super) row: usize,
    pub(super) limit: &'c RowLimit,
}

impl EmptyOfRow<'_> {
    pub(super) fn count(self, items: usize) -> Result<(), ErrorKind> {
        // Most rows have none, and need not be measured.
        if items == 0 {
            return Ok(());
        }
        let mut left = self.left()?;
        left.add(items)?;
        self.limit.set(Some((self.row, left)));
        Ok(())
    }

    /// Counts the tensors of a parameter if none of its column takes bytes: a list has as many as it says.
    pub(super) fn count_tensors(self, take_nothing: bool, tensors: &Range<usize>) -> Result<(), ErrorKind> {
        if take_nothing && tensors.len() > 1 {
            return self.count(tensors.len());
        }
        Ok(())
    }

    /// Returns how many the row may still have.
    pub(super) fn left(self) -> Result<EmptyLimit, ErrorKind> {
        if let Some((_, left)) = self.limit.get().filter(|(row, _)| *row == self.row) {
            return Ok(left);
        }
        let (rows, max) = self.columns.shared();
        share(max, rows, self.columns.bytes_of(self.row))
    }
}

/// Returns the limit of one of so many rows that may have `max` items without elements together, if it has these bytes.
fn share(max: usize, rows: usize, bytes: usize) -> Result<EmptyLimit, ErrorKind> {
    let own = max.div_ceil(rows.max(1));
    // The limit is that of a whole input, to which bytes add one for each 4.
    let mut limit = EmptyLimit::new(bytes.saturating_add(own.saturating_sub(MAX_EMPTY_ITEMS).saturating_mul(4)));
    limit.add(MAX_EMPTY_ITEMS.saturating_sub(own))?;
    Ok(limit)
}
