//! Counts items without elements in the tensors of a batch.
//!
//! Where rows are read in any order and any number of times, what a batch may have of such items is divided among its rows;
//! each row may have one more for each 4 bytes of its own. Rows that are read one after another, each once, have together
//! what they have apart.

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

    /// Returns the rows that are counted together with a row.
    fn together(&self, row: usize) -> Range<usize> {
        row..row.saturating_add(1)
    }
}

/// The first of the rows that the last were counted for, and how many they may still have. Whoever reads a row again sets it to
/// `None`.
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
        self.limit.set(Some((self.columns.together(self.row).start, left)));
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
        let together = self.columns.together(self.row);
        if let Some((_, left)) = self.limit.get().filter(|(first, _)| *first == together.start) {
            return Ok(left);
        }
        let (rows, max) = self.columns.shared();
        let own = max.div_ceil(rows.max(1)).saturating_mul(together.len());
        let bytes = together.clone().map(|row| self.columns.bytes_of(row)).fold(0, usize::saturating_add);
        let left = share(own, bytes)?;
        // Rows that are counted together are measured once.
        self.limit.set(Some((together.start, left)));
        Ok(left)
    }
}

/// Returns the limit of rows that may have `own` items without elements and one for each 4 of these bytes.
fn share(own: usize, bytes: usize) -> Result<EmptyLimit, ErrorKind> {
    // The limit is that of a whole input, to which bytes add one for each 4.
    let mut limit = EmptyLimit::new(bytes.saturating_add(own.saturating_sub(MAX_EMPTY_ITEMS).saturating_mul(4)));
    limit.add(MAX_EMPTY_ITEMS.saturating_sub(own))?;
    Ok(limit)
}
