//! A list that holds a few items without allocation.

use alloc::vec::Vec;
use core::{
    fmt,
    iter::FusedIterator,
    ops::{Deref, DerefMut},
    slice,
};

use smallvec::SmallVec;

/// Appends an item to a list that may become long; `most` is the number of items still to come, with this one. The list
/// grows by half and not to twice its length, since both the old and the new memory exist while it moves.
#[inline]
pub(crate) fn push_slowly<T>(items: &mut Vec<T>, item: T, most: usize) {
    if items.len() == items.capacity() {
        items.reserve_exact((items.len() / 2).max(4).min(most.max(1)));
    }
    items.push(item);
}

/// A list that holds up to `N` items without allocation; only a longer one allocates. Read it as a slice.
///
/// ```
/// use tensor_format::layout::InlineVec;
/// let mut order: InlineVec<usize> = (0..3).rev().collect();
/// order.push(3);
/// assert_eq!(order, [2, 1, 0, 3]);
/// assert_eq!(order.iter().max(), Some(&3));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct InlineVec<T, const N: usize = 6>(SmallVec<[T; N]>);

impl<T, const N: usize> InlineVec<T, N> {
    /// Creates an empty list.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self(SmallVec::new())
    }

    /// Creates an empty list with room for `capacity` items.
    #[inline]
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self(SmallVec::with_capacity(capacity))
    }

    /// Creates a list of `len` items, all of them copies of `item`.
    #[inline]
    #[must_use]
    pub fn from_elem(item: T, len: usize) -> Self
    where
        T: Clone,
    {
        Self(SmallVec::from_elem(item, len))
    }

    /// Returns the items as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// Appends an item.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.0.push(item);
    }

    /// Inserts an item before the one at position `at`, or at the end if there are no more than `at`.
    #[inline]
    pub fn insert(&mut self, at: usize, item: T) {
        self.0.insert(at.min(self.0.len()), item);
    }

    /// Removes and returns the item at position `at`; returns `None` if there is none.
    #[inline]
    pub fn remove(&mut self, at: usize) -> Option<T> {
        (at < self.0.len()).then(|| self.0.remove(at))
    }

    /// Removes the items for which `keep` returns `false`.
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.0.retain(|item| keep(item));
    }

    /// Removes all items, keeping the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the items in a vector.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.0.into_vec()
    }
}

impl<T, const N: usize> Deref for InlineVec<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const N: usize> DerefMut for InlineVec<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T, const N: usize> AsRef<[T]> for InlineVec<T, N> {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T, const N: usize> Default for InlineVec<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for InlineVec<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: PartialEq, const N: usize> PartialEq<[T]> for InlineVec<T, N> {
    fn eq(&self, other: &[T]) -> bool {
        **self == *other
    }
}

impl<T: PartialEq, const N: usize> PartialEq<&[T]> for InlineVec<T, N> {
    fn eq(&self, other: &&[T]) -> bool {
        **self == **other
    }
}

impl<T: PartialEq, const N: usize, const M: usize> PartialEq<[T; M]> for InlineVec<T, N> {
    fn eq(&self, other: &[T; M]) -> bool {
        **self == *other
    }
}

impl<T: Copy, const N: usize> From<&[T]> for InlineVec<T, N> {
    #[inline]
    fn from(items: &[T]) -> Self {
        Self(SmallVec::from_slice(items))
    }
}

impl<T, const N: usize, const M: usize> From<[T; M]> for InlineVec<T, N> {
    fn from(items: [T; M]) -> Self {
        items.into_iter().collect()
    }
}

impl<T, const N: usize> From<Vec<T>> for InlineVec<T, N> {
    fn from(items: Vec<T>) -> Self {
        Self(SmallVec::from_vec(items))
    }
}

impl<T, const N: usize> From<InlineVec<T, N>> for Vec<T> {
    fn from(items: InlineVec<T, N>) -> Self {
        items.into_vec()
    }
}

impl<T, const N: usize> FromIterator<T> for InlineVec<T, N> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T, const N: usize> Extend<T> for InlineVec<T, N> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.0.extend(items);
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a InlineVec<T, N> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a mut InlineVec<T, N> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T, const N: usize> IntoIterator for InlineVec<T, N> {
    type Item = T;
    type IntoIter = InlineIter<T, N>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        InlineIter(self.0.into_iter())
    }
}

/// The items of an [`InlineVec`] by value, in order.
#[derive(Clone)]
pub struct InlineIter<T, const N: usize>(smallvec::IntoIter<[T; N]>);

impl<T, const N: usize> Iterator for InlineIter<T, N> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T, const N: usize> DoubleEndedIterator for InlineIter<T, N> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.0.next_back()
    }
}

impl<T, const N: usize> ExactSizeIterator for InlineIter<T, N> {}

impl<T, const N: usize> FusedIterator for InlineIter<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for InlineIter<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use alloc::{format, string::String, vec, vec::Vec};
    use core::hash::{BuildHasher, BuildHasherDefault};

    use super::push_slowly;
    use crate::InlineVec;

    #[test]
    fn a_list_that_grows_slowly_moves_seldom() {
        let (mut items, mut moves) = (Vec::new(), 0);
        for item in 0..10_000_u32 {
            let capacity = items.capacity();
            push_slowly(&mut items, item, usize::MAX);
            moves += usize::from(items.capacity() != capacity);
            assert!(items.capacity() <= items.len().max(8) * 3 / 2 + 4);
        }
        assert!(items.iter().copied().eq(0..10_000) && moves < 25, "{moves}");
        // No more than what is still to come.
        let mut last = vec![1; 8];
        push_slowly(&mut last, 2, 1);
        assert_eq!((last.len(), last.capacity()), (9, 9));
    }

    #[test]
    fn is_as_a_vector_is() {
        for len in 0..5_usize {
            let vec: Vec<usize> = (0..len).collect();
            let list: InlineVec<usize, 2> = vec.iter().copied().collect();
            assert_eq!((list.as_slice(), list.as_ref(), &*list), (&*vec, &*vec, &*vec));
            assert_eq!((format!("{list:?}"), list.len()), (format!("{vec:?}"), len));
            assert_eq!((&list, &list), (&InlineVec::from(&*vec), &InlineVec::from(vec.clone())));
            assert!(list == *vec.as_slice() && list == vec.as_slice() && list != [7; 3]);
            let other: &[usize] = &[7; 3];
            assert!(list != other && list != *other);
            let hash = BuildHasherDefault::<std::hash::DefaultHasher>::default();
            assert_eq!(hash.hash_one(&list), hash.hash_one(&vec));
            assert!(list.clone().into_iter().rev().eq(vec.iter().copied().rev()));
            let mut items = list.clone().into_iter();
            assert_eq!((items.len(), items.next()), (len, vec.first().copied()));
            assert_eq!(format!("{items:?}"), format!("{:?}", vec.get(1..).unwrap_or_default()));
            assert_eq!((list.clone().into_vec(), Vec::from(list.clone())), (vec.clone(), vec.clone()));
            for at in 0..=len {
                let (mut longer, mut expected) = (list.clone(), vec.clone());
                longer.insert(at, 9);
                expected.insert(at, 9);
                assert_eq!(longer, *expected);
                assert_eq!((longer.remove(at), &longer), (Some(9), &list));
            }
            let mut more = list.clone();
            more.insert(usize::MAX, 9);
            assert_eq!((more.remove(len), more.remove(len)), (Some(9), None));
            more.extend([4, 5]);
            more.retain(|item| item % 2 == 0);
            for item in &mut more {
                *item += 1;
            }
            let expected: Vec<usize> =
                vec.iter().copied().chain([4, 5]).filter(|item| item % 2 == 0).map(|i| i + 1).collect();
            assert!((&more).into_iter().eq(&expected));
            more.clear();
            assert_eq!(more, InlineVec::default());
        }
        let texts = InlineVec::<String, 1>::from([String::from("a"), "b".into()]);
        assert_eq!(texts.clone().into_vec(), texts.iter().cloned().collect::<Vec<_>>());
        assert_eq!(InlineVec::<_, 2>::from_elem(7, 3), InlineVec::from(vec![7; 3]));
        assert_eq!(InlineVec::<u8>::with_capacity(9), []);
    }
}
