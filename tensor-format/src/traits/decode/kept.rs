//! Tensors that are kept until others have been read. They are lent by the input, or copied from one that lends nothing:
//! what would be borrowed of a copy is copied once more.

use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::{
    DecodeError, Element, ElementSource, ElementType, ErrorKind, Header, Tensor, TensorRef, Variable, View,
    traits::source::elements::NOT_LENT, values::tensor_elements::TensorCursor, variable::take_text,
};

/// What is lent, or owned. Code that reads kept tensors is compiled once for both.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kept<L, O> {
    Lent(L),
    Owned(O),
}

pub(crate) type KeptTensor<'de> = Kept<TensorRef<'de>, Tensor>;
pub(crate) type KeptCursor<'de, 'x> = Kept<TensorCursor<'de>, TensorCursor<'x>>;
pub(crate) type KeptBytes<'de, 'k> = Kept<&'de [u8], &'k [u8]>;

impl<'de> KeptTensor<'de> {
    /// Reads a whole tensor, whose header was read.
    pub(crate) fn read<E: ElementSource<'de>>(header: Header, elements: &mut E) -> Result<Self, DecodeError> {
        let kept = if elements.lends() {
            Kept::Lent(elements.take(header)?)
        } else {
            let mut tensor = Tensor::empty();
            elements.take_into(header, &mut tensor)?;
            Kept::Owned(tensor)
        };
        elements.end()?;
        Ok(kept)
    }

    #[inline]
    pub(crate) fn as_ref(&self) -> TensorRef<'_> {
        match self {
            Kept::Lent(tensor) => tensor.clone(),
            Kept::Owned(tensor) => tensor.as_ref(),
        }
    }

    /// Returns the elements, from the first on.
    #[inline]
    pub(crate) fn cursor(&self) -> KeptCursor<'de, '_> {
        match self {
            Kept::Lent(tensor) => Kept::Lent(TensorCursor::new(tensor)),
            Kept::Owned(tensor) => Kept::Owned(TensorCursor::new(&tensor.as_ref())),
        }
    }
}

impl<'de, 'x> KeptCursor<'de, 'x> {
    /// Returns the next elements, if they are in memory as a source lends them.
    pub(crate) fn elements(&self, element_type: ElementType, count: usize) -> Option<KeptBytes<'de, 'x>> {
        match self {
            Kept::Lent(elements) => elements.lent_elements(element_type, count).map(Kept::Lent),
            Kept::Owned(elements) => elements.lent_elements(element_type, count).map(Kept::Owned),
        }
    }
}

impl<'de: 'k, 'k> KeptBytes<'de, 'k> {
    /// Returns the bytes, lent or not.
    #[inline]
    pub(crate) fn get(&self) -> &'k [u8] {
        match *self {
            Kept::Lent(bytes) => bytes,
            Kept::Owned(bytes) => bytes,
        }
    }

    /// Takes the next `len` bytes off.
    #[inline]
    pub(crate) fn take(&mut self, len: usize) -> Option<Self> {
        match self {
            Kept::Lent(bytes) => take(bytes, len).map(Kept::Lent),
            Kept::Owned(bytes) => take(bytes, len).map(Kept::Owned),
        }
    }

    /// Takes the next text off, which is behind its length.
    #[inline]
    pub(crate) fn take_text(&mut self) -> Option<Cow<'de, str>> {
        match self {
            Kept::Lent(bytes) => take_text(bytes).map(Cow::Borrowed),
            Kept::Owned(bytes) => take_own_text(bytes).map(Cow::Owned),
        }
    }
}

/// Takes the next text off, and copies it. Apart from [`take_text`], which is inlined.
#[inline(never)]
fn take_own_text(bytes: &mut &[u8]) -> Option<String> {
    take_text(bytes).map(String::from)
}

/// Takes the next `len` bytes off.
#[inline]
pub(crate) fn take<'b>(bytes: &mut &'b [u8], len: usize) -> Option<&'b [u8]> {
    let (next, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;
    Some(next)
}

/// Calls a method of what is lent or owned.
macro_rules! of_both {
    ($kept:expr, $inner:ident => $call:expr) => {
        match $kept {
            Kept::Lent($inner) => $call,
            Kept::Owned($inner) => $call,
        }
    };
}
pub(crate) use of_both;

impl<'de, 'x, L: ElementSource<'de>, O: ElementSource<'x>> ElementSource<'de> for Kept<L, O> {
    const BORROWS: bool = L::BORROWS;

    #[inline]
    fn lends(&self) -> bool {
        matches!(self, Kept::Lent(_))
    }

    #[inline]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        of_both!(self, elements => elements.fill(out))
    }

    #[inline]
    fn left(&self) -> usize {
        of_both!(self, elements => elements.left())
    }

    #[inline]
    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        of_both!(self, elements => elements.extend(count, out))
    }

    #[inline]
    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        match self {
            Kept::Lent(elements) => elements.borrow(count),
            Kept::Owned(_) => Err(NOT_LENT.into()),
        }
    }

    #[inline]
    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        match self {
            Kept::Lent(elements) => elements.variable(),
            Kept::Owned(elements) => Ok(elements.variable()?.into_owned()),
        }
    }

    #[inline]
    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError> {
        match self {
            Kept::Lent(elements) => elements.take(header),
            Kept::Owned(_) => Err(NOT_LENT.into()),
        }
    }

    #[inline]
    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        of_both!(self, elements => elements.take_into(header, into))
    }

    #[inline]
    fn skip(&mut self, element_type: ElementType, count: usize) -> Result<(), DecodeError> {
        of_both!(self, elements => elements.skip(element_type, count))
    }

    #[inline]
    fn native(&self, element_type: ElementType, count: usize) -> Option<&[u8]> {
        of_both!(self, elements => elements.native(element_type, count))
    }

    #[inline]
    fn lent_elements(&self, element_type: ElementType, count: usize) -> Option<&'de [u8]> {
        match self {
            Kept::Lent(elements) => elements.lent_elements(element_type, count),
            Kept::Owned(_) => None,
        }
    }

    #[inline]
    fn size_hint(&self) -> usize {
        of_both!(self, elements => elements.size_hint())
    }

    #[inline]
    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        of_both!(self, elements => elements.count_empty(items))
    }
}
