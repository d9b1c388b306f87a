//! The records of a list as a source fills them that has them as rows.

use super::Source;
use crate::{DecodeError, rules::columns::table::ListColumn};

/// Places for the records of a list.
#[doc(hidden)]
pub trait DecodeItems<'de> {
    /// Returns the columns of the list, if the memory of a record is bounded by what it has in them; nothing if not.
    fn list(&self) -> &'static [ListColumn];

    /// Prepares the places of `n` records, which were counted before.
    ///
    /// # Errors
    ///
    /// [`ElementCount`](crate::ErrorKind::ElementCount) if there is another number of places,
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    fn prepare(&mut self, n: usize) -> Result<(), DecodeError>;

    /// Reads the record at `index`, after those before it; `most` is the number of records still to come, with this one.
    ///
    /// # Errors
    ///
    /// Those of the record.
    fn read<S: Source<'de>>(&mut self, index: usize, most: usize, source: &mut S) -> Result<(), DecodeError>;
}
