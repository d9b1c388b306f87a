//! The numbers of a tensor one by one, read in place.

use core::{iter::FusedIterator, marker::PhantomData};

use crate::{ByteOrder, Element, layout::Runs};

/// The elements of a tensor in row-major order, read in place at any alignment; made by
/// [`TensorRef::iter`](crate::TensorRef::iter).
#[derive(Clone, Debug)]
pub struct Elements<'a, T> {
    buffer: &'a [u8],
    runs: Option<Runs>,
    run: &'a [u8],
    order: ByteOrder,
    left: usize,
    element: PhantomData<fn() -> T>,
}

impl<'a, T: Element> Elements<'a, T> {
    pub(super) fn new(buffer: &'a [u8], runs: Option<Runs>, order: ByteOrder, count: usize) -> Self {
        Self { buffer, runs, run: &[], order, left: count, element: PhantomData }
    }

    pub(super) fn none() -> Self {
        Self::new(&[], None, ByteOrder::NATIVE, 0)
    }
}

impl<T: Element> Iterator for Elements<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        if self.run.is_empty() {
            let (at, len) = self.runs.as_mut()?.next()?;
            self.run = super::run_of(self.buffer, at, len);
        }
        let (element, rest) = self.run.split_at_checked(T::SIZE)?;
        self.run = rest;
        self.left = self.left.saturating_sub(1);
        Some(T::read(element, self.order))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T: Element> ExactSizeIterator for Elements<'_, T> {}
impl<T: Element> FusedIterator for Elements<'_, T> {}
