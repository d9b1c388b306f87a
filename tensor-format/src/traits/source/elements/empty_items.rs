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

/// How many items without elements, or with next to nothing, may still be read from an input, over all of its tensors.
///
/// A source has one, which its [`ElementSource::count_empty`](crate::codec::ElementSource::count_empty) and
/// [`Source::count_empty`](crate::codec::Source::count_empty) add to, and returns a copy of it by
/// [`Source::empty_limit`](crate::codec::Source::empty_limit).
///
/// ```
/// use tensor_format::codec::{EmptyLimit, MAX_EMPTY_ITEMS};
///
/// let mut limit = EmptyLimit::new(400);
/// limit.add(MAX_EMPTY_ITEMS + 100)?;
/// assert_eq!(limit.add(1).unwrap_err().name(), "limit_exceeded");
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EmptyLimit {
    read: EmptyItems,
    free: usize,
    bytes: usize,
    /// Whether the size of the input is not known, so that the bytes of each tensor are added as it is read.
    grows: bool,
}

impl EmptyLimit {
    /// Returns the limit of an input whose elements take this many bytes: [`MAX_EMPTY_ITEMS`] and one for each 4 bytes.
    #[must_use]
    pub const fn new(bytes: usize) -> Self {
        Self::after(EmptyItems(0), MAX_EMPTY_ITEMS, bytes)
    }

    /// Returns the limit of an input of which `read` items and this many `bytes` were read.
    pub(crate) const fn after(read: EmptyItems, free: usize, bytes: usize) -> Self {
        Self { read, free, bytes, grows: false }
    }

    /// Returns the limit for a further tensor of this many bytes.
    pub(crate) const fn with_tensor(mut self, bytes: usize) -> Self {
        if self.grows {
            self.bytes = self.bytes.saturating_add(bytes);
        }
        self
    }

    /// Counts items, before memory is reserved for them.
    ///
    /// # Errors
    ///
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) when there are too many.
    pub fn add(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.read.add(items, self.free, self.bytes)
    }

    /// Returns the number of items that were counted since the limit was `before`.
    pub(crate) const fn since(&self, before: &Self) -> usize {
        self.read.0.saturating_sub(before.read.0)
    }
}

/// The limit on items without elements for an input whose size is not known: it grows with each tensor.
impl Default for EmptyLimit {
    fn default() -> Self {
        Self { read: EmptyItems::default(), free: MAX_EMPTY_ITEMS, bytes: 0, grows: true }
    }
}
