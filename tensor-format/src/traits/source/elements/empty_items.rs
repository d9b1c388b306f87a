//! Items that hold nothing, whose number is bounded over a whole input.

use crate::{ErrorKind, error::Limit};

/// Items that hold no element, as the rows of `[n, 0]`, cost no bytes in the input, so their number is bounded: over a
/// whole input it is this one, and one for each 4 bytes of it.
/// [`ElementSource::count_empty`](crate::codec::ElementSource::count_empty) counts them.
pub const MAX_EMPTY_ITEMS: usize = 1 << 12;

/// The items of an input that hold nothing, counted over all of its tensors.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EmptyItems(usize);

impl EmptyItems {
    /// Counts more of them, `bytes` into the input. So many may be there in any case, and one for each 4 bytes, so that
    /// they take no more memory than other items do.
    pub(crate) fn add(&mut self, items: usize, free: usize, bytes: usize) -> Result<(), ErrorKind> {
        let found = self.0.saturating_add(items);
        Limit::EmptyItems.check(free.saturating_add(bytes / 4), found)?;
        self.0 = found;
        Ok(())
    }
}
