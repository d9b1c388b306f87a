//! Numbers read in place, at any alignment.

use alloc::vec::Vec;
use core::{fmt, iter::FusedIterator, marker::PhantomData, slice::ChunksExact};

use crate::{ByteOrder, Element, ErrorKind};

/// A sequence of numbers read in place: shape `[_]`, at any alignment and in any byte order, without a copy.
///
/// ```
/// use tensor_format::{ByteOrder, View};
/// let bytes = [0xff, 0, 1, 0, 2];
/// let view = View::<u16>::new(&bytes[1..], ByteOrder::Big);
/// assert_eq!(view.get(1), Some(2));
/// assert_eq!(view.iter().sum::<u16>(), 3);
/// ```
pub struct View<'a, T> {
    bytes: &'a [u8],
    order: ByteOrder,
    /// The elements as a slice, if a check has shown already that they can be one: booleans are checked only once.
    lent: Option<&'a [T]>,
}

impl<'a, T: Element> View<'a, T> {
    /// Creates a view of the numbers that `bytes` hold one after another; an incomplete number at the end is left out.
    #[must_use]
    pub fn new(bytes: &'a [u8], order: ByteOrder) -> Self {
        let whole = bytes.len().saturating_sub(bytes.len().checked_rem(T::SIZE).unwrap_or_default());
        Self { bytes: bytes.get(..whole).unwrap_or_default(), order, lent: None }
    }

    /// Does the same as [`new`](Self::new), but checks booleans: the error is the position of the first byte that is
    /// neither 0 nor 1.
    #[inline]
    pub(crate) fn checked(bytes: &'a [u8], order: ByteOrder) -> Result<Self, usize> {
        let lent = T::checked(bytes)?;
        Ok(Self { lent, ..Self::new(bytes, order) })
    }

    /// Returns the first `count` elements, and the rest; none of them if there are fewer.
    #[inline]
    pub(crate) fn split_at(self, count: usize) -> (Self, Self) {
        let (first, rest) = self.bytes.split_at_checked(count.saturating_mul(T::SIZE)).unwrap_or_default();
        let (lent, lent_rest) = self.lent.and_then(|lent| lent.split_at_checked(count)).unzip();
        let part = |bytes, lent| Self { bytes, order: self.order, lent };
        (part(first, lent), part(rest, lent_rest))
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len().checked_div(T::SIZE).unwrap_or_default()
    }

    /// Returns whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the element at `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(T::SIZE)?;
        Some(T::read(self.bytes.get(start..start.checked_add(T::SIZE)?)?, self.order))
    }

    /// Returns the elements in order.
    #[must_use]
    pub fn iter(&self) -> ViewIter<'a, T> {
        ViewIter { chunks: self.bytes.chunks_exact(T::SIZE), order: self.order, element: PhantomData }
    }

    /// Returns the elements, copied.
    #[must_use]
    pub fn to_vec(&self) -> Vec<T> {
        let mut out = Vec::with_capacity(self.len());
        T::extend(&mut out, self.bytes, self.order);
        out
    }

    /// Returns the elements as a slice, if they are aligned and in this machine's byte order.
    #[must_use]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        self.cast().ok()
    }

    /// Returns the elements as a slice, or the reason why they cannot be one.
    pub(crate) fn cast(&self) -> Result<&'a [T], ErrorKind> {
        match self.lent {
            Some(elements) => Ok(elements),
            None if self.order != ByteOrder::NATIVE && T::SIZE > 1 => {
                Err(ErrorKind::NotBorrowable { why: "the byte order is not this machine's" })
            }
            None => T::cast(self.bytes),
        }
    }

    /// Returns the bytes of the elements.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the order of the bytes of an element.
    #[must_use]
    pub fn byte_order(&self) -> ByteOrder {
        self.order
    }
}

impl<'a, T: Element> From<&'a [T]> for View<'a, T> {
    fn from(elements: &'a [T]) -> Self {
        Self { bytes: T::as_bytes(elements), order: ByteOrder::NATIVE, lent: Some(elements) }
    }
}

impl<T: Element> Default for View<'_, T> {
    fn default() -> Self {
        Self::new(&[], ByteOrder::NATIVE)
    }
}

impl<'a, T: Element> IntoIterator for View<'a, T> {
    type Item = T;
    type IntoIter = ViewIter<'a, T>;

    fn into_iter(self) -> ViewIter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Element> IntoIterator for &View<'a, T> {
    type Item = T;
    type IntoIter = ViewIter<'a, T>;

    fn into_iter(self) -> ViewIter<'a, T> {
        self.iter()
    }
}

impl<T: Element> PartialEq<[T]> for View<'_, T> {
    fn eq(&self, other: &[T]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

impl<T> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for View<'_, T> {}

impl<T: Element> PartialEq for View<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

/// Writes a list of the elements; of more than 1000 the first and the last three.
impl<T: Element> fmt::Debug for View<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const ENDS: usize = 3;
        let mut list = f.debug_list();
        match self.len() {
            ..=1000 => list.entries(self.iter()),
            len => list
                .entries(self.iter().take(ENDS))
                .entry(&format_args!("..."))
                .entries((len.saturating_sub(ENDS)..len).filter_map(|index| self.get(index))),
        };
        list.finish()
    }
}

/// The elements of a [`View`] in order; made by [`View::iter`].
#[derive(Clone, Debug)]
pub struct ViewIter<'a, T> {
    chunks: ChunksExact<'a, u8>,
    order: ByteOrder,
    element: PhantomData<fn() -> T>,
}

impl<T: Element> Iterator for ViewIter<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.chunks.next().map(|chunk| T::read(chunk, self.order))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        self.chunks.nth(n).map(|chunk| T::read(chunk, self.order))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.chunks.size_hint()
    }
}

impl<T: Element> DoubleEndedIterator for ViewIter<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.chunks.next_back().map(|chunk| T::read(chunk, self.order))
    }
}

impl<T: Element> ExactSizeIterator for ViewIter<'_, T> {}
impl<T: Element> FusedIterator for ViewIter<'_, T> {}
