//! Where the records of a list are read into: a `Vec`, which grows, an array that is made, or a slice, which has its
//! length.

use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::{DecodeError, ErrorKind, util::inline_vec::push_slowly};

/// Places for records that are read one after another.
pub(crate) trait Places<T> {
    /// Prepares the places of `n` records, which were counted before.
    ///
    /// # Errors
    ///
    /// [`ElementCount`](ErrorKind::ElementCount) if there is another number of places,
    /// [`OutOfMemory`](ErrorKind::OutOfMemory).
    fn prepare(&mut self, n: usize) -> Result<(), DecodeError>;

    /// Returns the record at `index` to read into; `None` if there is none yet.
    fn existing(&mut self, index: usize) -> Option<&mut T>;

    /// Appends a record. `most` is the number of records still to come, with this one.
    fn append(&mut self, item: T, most: usize);
}

impl<T> Places<T> for Vec<T> {
    fn prepare(&mut self, n: usize) -> Result<(), DecodeError> {
        self.truncate(n);
        let more = n.saturating_sub(self.len());
        Ok(crate::error::memory::reserve_exact(self, more)?)
    }

    #[inline]
    fn existing(&mut self, index: usize) -> Option<&mut T> {
        self.get_mut(index)
    }

    #[inline]
    fn append(&mut self, item: T, most: usize) {
        push_slowly(self, item, most);
    }
}

/// The places behind the items of a list that are there already.
pub(crate) struct Behind<'v, T> {
    items: &'v mut Vec<T>,
    before: usize,
}

impl<'v, T> Behind<'v, T> {
    pub(crate) fn new(items: &'v mut Vec<T>) -> Self {
        Self { before: items.len(), items }
    }
}

impl<T> Places<T> for Behind<'_, T> {
    fn prepare(&mut self, n: usize) -> Result<(), DecodeError> {
        Ok(crate::error::memory::reserve_exact(self.items, n)?)
    }

    #[inline]
    fn existing(&mut self, index: usize) -> Option<&mut T> {
        self.items.get_mut(self.before.checked_add(index)?)
    }

    #[inline]
    fn append(&mut self, item: T, most: usize) {
        push_slowly(self.items, item, most);
    }
}

/// The items of an array, as many as have been read.
impl<T, const N: usize> Places<T> for SmallVec<[T; N]> {
    fn prepare(&mut self, n: usize) -> Result<(), DecodeError> {
        if n == N { Ok(()) } else { Err(unequal(N, n)) }
    }

    #[inline]
    fn existing(&mut self, index: usize) -> Option<&mut T> {
        self.get_mut(index)
    }

    #[inline]
    fn append(&mut self, item: T, _: usize) {
        self.push(item);
    }
}

impl<T> Places<T> for [T] {
    fn prepare(&mut self, n: usize) -> Result<(), DecodeError> {
        if n == self.len() { Ok(()) } else { Err(unequal(self.len(), n)) }
    }

    #[inline]
    fn existing(&mut self, index: usize) -> Option<&mut T> {
        self.get_mut(index)
    }

    fn append(&mut self, _: T, _: usize) {}
}

/// Returns the error of another number of records than there are places.
#[cold]
pub(crate) fn unequal(places: usize, found: usize) -> DecodeError {
    ErrorKind::ElementCount { expected: places as u64, found: found as u64 }.into()
}
