//! Reading the elements of the tensor whose header was read.

use alloc::{borrow::Cow, vec::Vec};

use super::{
    super::errors::{at, invalid_boolean},
    SliceSource,
};
use crate::{
    ByteOrder, DecodeError, Element, ElementSource, ElementType, ErrorKind, Header, HeaderPlace, Tensor, TensorRef,
    Variable, View, tensor::Data, traits::source::elements::variable::next_text,
    util::reinterpret::find_invalid_boolean, util::varint,
};

impl<'de, const FAST: bool> ElementSource<'de> for SliceSource<'de, FAST> {
    const BORROWS: bool = true;

    #[inline]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        let bytes = self.fixed(T::TYPE, T::SIZE, out.len())?;
        read_into(bytes, out);
        Ok(())
    }

    #[inline]
    fn left(&self) -> usize {
        self.left
    }

    #[inline]
    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        let start = self.position();
        let bytes = self.unchecked(T::TYPE, T::SIZE, count)?;
        if self.options().allow_any_true_byte {
            T::extend(out, bytes, ByteOrder::Little);
            return Ok(());
        }
        match T::extend_checked(out, bytes, ByteOrder::Little) {
            Ok(()) => Ok(()),
            Err(index) => Err(invalid_boolean(bytes, index, start)),
        }
    }

    #[inline]
    fn borrow<T: Element>(&mut self, count: usize) -> Result<View<'de, T>, DecodeError> {
        let start = self.position();
        let bytes = self.unchecked(T::TYPE, T::SIZE, count)?;
        self.view(bytes, start)
    }

    #[inline]
    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        let options = self.packed_options();
        self.next_variable(&options)
    }

    #[inline]
    fn text(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        match self.plain_text() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => next_text(self),
        }
    }

    #[inline]
    fn texts<F>(&mut self, count: usize, mut take: F) -> Result<(), DecodeError>
    where
        F: FnMut(Cow<'de, str>) -> Result<(), DecodeError>,
    {
        let mut wanted = count;
        while wanted > 0 {
            wanted = wanted.saturating_sub(self.short_texts(wanted, |text| take(Cow::Borrowed(text)))?);
            if wanted > 0 {
                take(self.text()?)?;
                wanted = wanted.saturating_sub(1);
            }
        }
        Ok(())
    }

    #[inline]
    fn media<F>(&mut self, element_type: ElementType, count: usize, take: F) -> Result<(), DecodeError>
    where
        F: FnMut(&'de [u8], &'de [u8]) -> Result<(), DecodeError>,
    {
        self.each_media(element_type, count, take)
    }

    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError> {
        let count = header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        let data = match header.element_type.size() {
            Some(size) => {
                let start = self.position();
                let bytes = self.fixed(header.element_type, size, count)?;
                let bytes = self.lent(bytes, start);
                Data::Fixed { bytes, layout: None, order: ByteOrder::Little }
            }
            None => Data::Packed(self.packed(header.element_type, count)?),
        };
        Ok(TensorRef { header, data })
    }

    fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
        let any_true_byte = header.element_type == ElementType::Bool && self.options().allow_any_true_byte;
        into.set(&self.take(header)?)?;
        if any_true_byte {
            into.buffer.make_booleans();
        }
        Ok(())
    }

    fn skip(&mut self, _: ElementType, count: usize) -> Result<(), DecodeError> {
        match self.element_type.size() {
            Some(size) => self.fixed(self.element_type, size, count).map(|_| ()),
            None => self.packed(self.element_type, count).map(|_| ()),
        }
    }

    #[inline]
    fn native(&self, element_type: ElementType, count: usize) -> Option<&[u8]> {
        let size = element_type.size()?;
        if element_type != self.element_type || count > self.left || ByteOrder::NATIVE != ByteOrder::Little {
            return None;
        }
        let bytes = self.rest.get(..count.checked_mul(size)?)?;
        if element_type == ElementType::Bool && find_invalid_boolean(bytes).is_some() {
            return None;
        }
        Some(bytes)
    }

    fn size_hint(&self) -> usize {
        match self.element_type.size() {
            Some(_) => self.left,
            // Only one byte an element was checked with the header, since these elements have no fixed size.
            None => {
                let least = self.options().dialect.least_element(self.element_type);
                self.left.min(self.available().len().checked_div(least).unwrap_or_default())
            }
        }
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        let bytes = self.before.saturating_add(self.position());
        self.empty.add(items, self.options().max_empty_items, bytes)
    }

    #[inline]
    fn end(&mut self) -> Result<(), DecodeError> {
        if self.left > 0 {
            return Err(at(ErrorKind::ElementCount { expected: 0, found: self.left as u64 }, self.position()));
        }
        match self.section_end {
            Some(end) if end != self.position() => {
                let left = end.saturating_sub(self.position()) as u64;
                let why = "bytes follow its last element";
                Err(at(ErrorKind::SectionLength { why, needed: 0, left }, self.position()))
            }
            _ => Ok(()),
        }
    }

    fn element_offset(&self) -> Option<u64> {
        Some(self.position() as u64)
    }

    #[cold]
    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        let offset = match place {
            HeaderPlace::ElementType => self.start,
            HeaderPlace::Rank => self.start.saturating_add(1),
            HeaderPlace::Axis(axis) => {
                let mut at = self.start.saturating_add(2);
                for _ in 0..axis {
                    let (_, width) = varint::read(self.input.get(at..)?, true).ok()?;
                    at = at.saturating_add(width);
                }
                at
            }
            HeaderPlace::Elements => self.elements_at,
        };
        Some(offset as u64)
    }
}

/// Copies numbers out of their bytes.
#[inline]
pub(super) fn read_into<T: Element>(bytes: &[u8], out: &mut [T]) {
    let chunks = bytes.chunks_exact(T::SIZE);
    out.iter_mut().zip(chunks).for_each(|(to, from)| *to = T::read(from, ByteOrder::Little));
}
