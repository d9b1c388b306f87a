//! Reads the bytes of a tensor, field by field and element by element.

use super::{
    super::errors::{at, invalid_boolean},
    SliceSource,
    short_header::ShortHeader,
};
use crate::{
    ByteOrder, DecodeError, Element, ElementType, ElementTypes, ErrorKind, Limit, View,
    util::reinterpret::find_invalid_boolean,
    util::varint,
    variable::{PackedError, varint_error},
};

impl<'de, const FAST: bool> SliceSource<'de, FAST> {
    #[inline]
    pub(super) fn advance(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8, DecodeError> {
        match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                Ok(byte)
            }
            None => Err(at(ErrorKind::UnexpectedEnd { needed: 1, left: 0 }, self.position())),
        }
    }

    #[inline]
    pub(super) fn varint(&mut self) -> Result<u64, DecodeError> {
        match varint::read(self.rest, self.options().allow_non_canonical_varint) {
            Ok((value, width)) => {
                self.advance(width);
                Ok(value)
            }
            Err(error) => Err(self.packed_error(varint_error(error, self.rest.len(), 0))),
        }
    }

    #[cold]
    pub(super) fn packed_error(&self, error: PackedError) -> DecodeError {
        at(error.kind, self.position().saturating_add(error.at))
    }

    pub(super) fn limit(&self, limit: Limit, max: usize, found: u64, place: usize) -> Result<(), DecodeError> {
        if found > max as u64 {
            return Err(at(ErrorKind::LimitExceeded { limit, max: max as u64, found }, place));
        }
        Ok(())
    }

    /// Begins to read the tensor of a header that was read just now: passes over that header.
    #[inline]
    pub(super) fn begin_short(&mut self, short: &ShortHeader<'de>) {
        self.start = self.position();
        self.rest = short.rest;
        self.elements_at = self.position();
        self.element_type = short.element_type;
        self.left = short.count;
        self.section_end = None;
    }

    /// Reads the bytes of the next `count` elements of fixed size, and checks booleans.
    #[inline]
    pub(super) fn fixed(
        &mut self,
        element_type: ElementType,
        size: usize,
        count: usize,
    ) -> Result<&'de [u8], DecodeError> {
        let start = self.position();
        let bytes = self.unchecked(element_type, size, count)?;
        if element_type == ElementType::Bool {
            self.check_booleans(bytes, start)?;
        }
        Ok(bytes)
    }

    /// Reads the bytes of the next `count` elements of fixed size; booleans are not checked.
    #[inline]
    pub(super) fn unchecked(
        &mut self,
        element_type: ElementType,
        size: usize,
        count: usize,
    ) -> Result<&'de [u8], DecodeError> {
        if element_type != self.element_type {
            return Err(self.wrong_type(element_type));
        }
        let split = count.checked_mul(size).and_then(|len| self.rest.split_at_checked(len));
        let (Some(left), Some((bytes, rest))) = (self.left.checked_sub(count), split) else {
            return Err(at(
                ErrorKind::ElementCount { expected: count as u64, found: self.left as u64 },
                self.position(),
            ));
        };
        self.left = left;
        self.rest = rest;
        Ok(bytes)
    }

    #[cold]
    pub(super) fn wrong_type(&self, wanted: ElementType) -> DecodeError {
        at(ErrorKind::ElementType { allowed: ElementTypes::of(wanted), found: self.element_type }, self.start)
    }

    #[inline]
    pub(super) fn check_booleans(&self, bytes: &[u8], start: usize) -> Result<(), DecodeError> {
        if self.options().allow_any_true_byte {
            return Ok(());
        }
        find_invalid_boolean(bytes).map_or(Ok(()), |index| Err(invalid_boolean(bytes, index, start)))
    }

    /// Returns the bytes of elements as they can be borrowed, which begin at offset `start` of the input.
    #[inline]
    pub(super) fn lent(&self, bytes: &'de [u8], start: usize) -> &'de [u8] {
        match self.copies {
            Some(copies) if !FAST => copies.copy_of(bytes, start),
            _ => bytes,
        }
    }

    /// Returns the elements in `bytes`, which begin at offset `start` of the input, and checks booleans.
    #[inline]
    pub(super) fn view<T: Element>(&self, bytes: &'de [u8], start: usize) -> Result<View<'de, T>, DecodeError> {
        let bytes = self.lent(bytes, start);
        if self.options().allow_any_true_byte {
            return Ok(View::new(bytes, ByteOrder::Little));
        }
        View::checked(bytes, ByteOrder::Little).map_err(|index| invalid_boolean(bytes, index, start))
    }

    /// Returns the unread bytes, up to where the elements of the current tensor have to end.
    #[inline]
    pub(super) fn available(&self) -> &'de [u8] {
        match self.section_end {
            None => self.rest,
            Some(end) => self.rest.get(..end.saturating_sub(self.position())).unwrap_or_default(),
        }
    }
}
