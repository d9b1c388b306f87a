//! Counts items that hold no element, whose number is bounded over a whole input.

use crate::{ErrorKind, error::Limit};

/// The number of items without elements, such as the rows of `[n, 0]`, that every input may have; for each 4 bytes of
/// input it may have one more. They cost no bytes, so that their number needs a bound.
/// [`ElementSource::count_empty`](crate::codec::ElementSource::count_empty) counts them.
pub const MAX_EMPTY_ITEMS: usize = 1 << 12;

/// The number of items without elements that were read from an input, over all of its tensors.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EmptyItems(usize);

impl EmptyItems {
    /// Adds `items` to the count; returns an error if it exceeds `free` and one for each 4 of the `bytes` of input, so
    /// that such items take no more memory than others do.
    pub(crate) fn add(&mut self, items: usize, free: usize, bytes: usize) -> Result<(), ErrorKind> {
        let found = self.0.saturating_add(items);
        Limit::EmptyItems.check(free.saturating_add(bytes / 4), found)?;
        self.0 = found;
        Ok(())
    }
}
