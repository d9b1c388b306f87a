//! The records of a list as a sink takes them that knows what to do with them.

use super::Sink;
use crate::{ElementType, EncodeError, ErrorKind, rules::columns::table::ListColumn};

/// The records of a list, one after another.
#[doc(hidden)]
pub trait EncodeItems<'a>: Clone {
    /// The columns of the list.
    const LIST: &'static [ListColumn];
    /// The number of bytes of the numbers that a record has in the columns that stack them.
    const ROW: usize;

    /// Checks a tensor against the rules of the parameter at position `at` of a record.
    ///
    /// # Errors
    ///
    /// Those of the rules.
    fn check(at: usize, element_type: ElementType, shape: &[usize]) -> Result<(), ErrorKind>;

    /// Returns the number of records that are left.
    fn count(&self) -> usize;

    /// Writes the next record; `None` if there is none.
    fn encode_next<S: Sink<'a>>(&mut self, sink: &mut S) -> Option<Result<(), EncodeError>>;
}
