//! Numbers in the bytes of a message, little-endian, one after another.

use tensor_format::{
    ByteOrder, DecodeError, Element, ElementType, ErrorKind, Header, TensorRef, View, codec::ElementSource,
};

use crate::util::{exhausted, mistyped};

/// Reads numbers from bytes, whose number was compared with the shape.
///
/// `TensorCursor` of `tensor_format` reads them too, but knows layouts and strings: of a tensor of a few numbers,
/// making it takes longer than reading them.
pub(crate) struct Numbers<'de> {
    bytes: &'de [u8],
    element_type: ElementType,
    left: usize,
}

impl<'de> Numbers<'de> {
    pub(crate) fn new(bytes: &'de [u8], element_type: ElementType, count: usize) -> Self {
        Self { bytes, element_type, left: count }
    }

    /// Takes the bytes of the next `count` numbers.
    #[inline]
    fn next(&mut self, element_type: ElementType, count: usize) -> Result<&'de [u8], DecodeError> {
        if element_type != self.element_type {
            return Err(mistyped(element_type, self.element_type));
        }
        let size = element_type.size().unwrap_or(1);
        let split = count.checked_mul(size).and_then(|len| self.bytes.split_at_checked(len));
        let (Some((bytes, rest)), Some(left)) = (split, self.left.checked_sub(count)) else {
            return Err(exhausted(count, self.left));
        };
        (self.bytes, self.left) = (rest, left);
        Ok(bytes)
    }
}

impl<'de> ElementSource<'de> for Numbers<'de> {
    const BORROWS: bool = true;

    #[inline]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        let bytes = self.next(T::TYPE, out.len())?;
        let chunks = bytes.chunks_exact(T::SIZE);
        out.iter_mut().zip(chunks).for_each(|(to, from)| *to = T::read(from, ByteOrder::Little));
        Ok(())
    }

    fn left(&self) -> usize {
        self.left
    }

    #[inline]
    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        let bytes = self.next(T::TYPE, count)?;
        out.try_reserve_exact(count).map_err(|_| ErrorKind::OutOfMemory { bytes: bytes.len() as u64 })?;
        T::extend(out, bytes, ByteOrder::Little);
        Ok(())
    }

    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        let bytes = self.next(T::TYPE, count)?;
        Ok(TensorRef::from_bytes(T::TYPE, count, bytes, ByteOrder::Little)?.view()?)
    }

    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError> {
        let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        let bytes = self.next(header.element_type, count)?;
        Ok(TensorRef::from_bytes(header.element_type, header.shape, bytes, ByteOrder::Little)?)
    }

    fn skip(&mut self, element_type: ElementType, count: usize) -> Result<(), DecodeError> {
        self.next(element_type, count).map(drop)
    }

    fn size_hint(&self) -> usize {
        self.left
    }
}
