//! The source of the elements of a value whose header is a constant.

use alloc::vec::Vec;

use super::elements::read_into;
use crate::{
    ByteOrder, DecodeError, Element, ElementSource, ElementType, ErrorKind, Header, Tensor, TensorRef, Variable, View,
    tensor::Data,
};

/// A source of the elements of one value, whose whole header was compared with a constant.
pub(super) struct BlockSource<'de> {
    pub(super) bytes: &'de [u8],
    /// The position behind the elements in the input.
    pub(super) end: usize,
}

#[cold]
pub(super) fn unread(bytes: usize) -> DecodeError {
    ErrorKind::ElementCount { expected: 0, found: bytes as u64 }.into()
}

impl<'de> BlockSource<'de> {
    #[inline]
    fn fixed(&mut self, size: usize, count: usize) -> Result<&'de [u8], DecodeError> {
        match count.checked_mul(size).and_then(|len| self.bytes.split_at_checked(len)) {
            Some((bytes, rest)) => {
                self.bytes = rest;
                Ok(bytes)
            }
            None => Err(unread(self.bytes.len())),
        }
    }
}

impl<'de> ElementSource<'de> for BlockSource<'de> {
    const BORROWS: bool = true;

    #[inline]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        read_into(self.fixed(T::SIZE, out.len())?, out);
        Ok(())
    }

    fn left(&self) -> usize {
        self.bytes.len()
    }

    #[inline]
    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        T::extend(out, self.fixed(T::SIZE, count)?, ByteOrder::Little);
        Ok(())
    }

    #[inline]
    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        Ok(View::new(self.fixed(T::SIZE, count)?, ByteOrder::Little))
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        Err(unread(self.bytes.len()))
    }

    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError> {
        let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        let bytes = self.fixed(header.element_type.size().unwrap_or(1), count)?;
        Ok(TensorRef { header, data: Data::Fixed { bytes, layout: None, order: ByteOrder::Little } })
    }

    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        Ok(into.set(&self.take(header)?)?)
    }

    fn skip(&mut self, _: ElementType, _: usize) -> Result<(), DecodeError> {
        Err(unread(self.bytes.len()))
    }

    fn size_hint(&self) -> usize {
        self.bytes.len()
    }

    fn element_offset(&self) -> Option<u64> {
        Some(self.end.saturating_sub(self.bytes.len()) as u64)
    }
}
