//! Elements that do not live as long as the input: whatever would be borrowed of them is copied.

use alloc::vec::Vec;

use crate::{DecodeError, Element, ElementSource, ElementType, ErrorKind, Header, Tensor, Variable};

/// Returns whether values can borrow from the input of these elements.
pub(crate) fn borrows<'de, E: ElementSource<'de>>(_: &E) -> bool {
    E::BORROWS
}

/// A source of owned values from a tensor that does not live for `'de`: whatever would be borrowed is copied.
pub(crate) struct Detached<S>(pub(crate) S);

impl<'de, 'x, S: ElementSource<'x>> ElementSource<'de> for Detached<S> {
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        self.0.fill(out)
    }

    fn left(&self) -> usize {
        self.0.left()
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        self.0.extend(count, out)
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.0.variable().map(Variable::into_owned)
    }

    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        self.0.take_into(header, into)
    }

    fn skip(&mut self, element_type: ElementType, count: usize) -> Result<(), DecodeError> {
        self.0.skip(element_type, count)
    }

    fn native(&self, element_type: ElementType, count: usize) -> Option<&[u8]> {
        self.0.native(element_type, count)
    }

    fn size_hint(&self) -> usize {
        self.0.size_hint()
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.0.count_empty(items)
    }
}
