//! Reads elements of variable size.

use super::{super::errors::at, Options, SliceSource, short_strings};
use crate::{
    DecodeError, ElementSource, ElementType, ErrorKind, Limit, Variable,
    traits::source::elements::variable::borrowed_media,
    variable::{Packed, PackedError, PackedOptions, read_element, split_media, split_packed, text_of},
};

impl<'de, const FAST: bool> SliceSource<'de, FAST> {
    pub(super) fn packed_options(&self) -> PackedOptions {
        PackedOptions {
            form: self.options().dialect.media_form(),
            allow_non_canonical: self.options().allow_non_canonical_varint,
            allow_non_ascii: self.options().allow_non_ascii_format,
            max_element_bytes: self.options().max_element_bytes,
        }
    }

    /// Reads the next element of variable size.
    #[inline]
    pub(super) fn next_variable(&mut self, options: &PackedOptions) -> Result<Variable<'de>, DecodeError> {
        let Some(left) = self.left.checked_sub(1) else {
            return Err(at(ErrorKind::ElementCount { expected: 1, found: 0 }, self.position()));
        };
        match read_element(self.available(), self.element_type, options) {
            Ok((element, len)) => {
                let found = self.position().saturating_sub(self.elements_at).saturating_add(len);
                self.limit(Limit::Bytes, self.options().max_bytes, found as u64, self.position())?;
                self.left = left;
                self.advance(len);
                Ok(element)
            }
            Err(error) => Err(self.element_error(error)),
        }
    }

    #[cold]
    fn element_error(&self, mut error: PackedError) -> DecodeError {
        if let (Some(_), ErrorKind::UnexpectedEnd { needed, left }) = (self.section_end, &error.kind) {
            let why = "an element reaches beyond the section";
            error.kind = ErrorKind::SectionLength { why, needed: *needed, left: *left };
        }
        self.packed_error(error)
    }

    /// Reads the next element if it is a text; `None` if it is not, or there is none.
    #[inline]
    pub(super) fn plain_text(&mut self) -> Option<&'de str> {
        if self.element_type != ElementType::String || !self.is_plain() {
            return None;
        }
        let left = self.left.checked_sub(1)?;
        let (text, rest) = split_packed(self.rest)?;
        let text = text_of(text).ok()?;
        (self.left, self.rest) = (left, rest);
        Some(text)
    }

    /// Reads up to `count` short strings, and returns how many there were.
    #[inline]
    pub(super) fn short_texts(
        &mut self,
        count: usize,
        take: impl FnMut(&'de str) -> Result<(), DecodeError>,
    ) -> Result<usize, DecodeError> {
        let count = count.min(self.left);
        let Options { max_bytes, max_element_bytes, .. } = *self.options();
        let unlimited = max_bytes == usize::MAX && max_element_bytes >= short_strings::LONGEST;
        // For few strings the search ahead would take longer than it saves.
        if count < 8 || self.element_type != ElementType::String || !unlimited {
            return Ok(0);
        }
        let (taken, len) = short_strings::take_short(self.available(), count, take)?;
        self.pass(taken, len);
        Ok(taken)
    }

    /// Reads the next `count` media elements, and calls `take` with each.
    #[inline(never)]
    pub(super) fn each_media(
        &mut self,
        element_type: ElementType,
        count: usize,
        mut take: impl FnMut(&'de [u8], &'de [u8]) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        let Options { max_bytes, max_element_bytes, dialect, .. } = *self.options();
        let form = dialect.media_form();
        // Else each element has to be checked against the limits by itself.
        let plain = max_bytes == usize::MAX
            && count <= self.left
            && element_type == self.element_type
            && element_type.is_media();
        // `all` begins with element `first`, behind which `rest` elements are left.
        let (mut first, mut all) = (0, self.available());
        let mut rest = all;
        for index in 0..count {
            let split = if plain { split_media(rest, form, max_element_bytes) } else { None };
            // One call of `take`, so that the compiler inlines it.
            let (format, data) = match split {
                Some((media, after)) => {
                    rest = after;
                    media
                }
                None => {
                    self.pass(index.saturating_sub(first), all.len().saturating_sub(rest.len()));
                    let media = self.checked_media(element_type)?;
                    (first, all) = (index.saturating_add(1), self.available());
                    rest = all;
                    media
                }
            };
            take(format, data)?;
        }
        self.pass(count.saturating_sub(first), all.len().saturating_sub(rest.len()));
        Ok(())
    }

    /// Passes over `count` elements of `len` bytes in all.
    #[inline]
    fn pass(&mut self, count: usize, len: usize) {
        self.left = self.left.saturating_sub(count);
        self.advance(len);
    }

    #[cold]
    fn checked_media(&mut self, element_type: ElementType) -> Result<(&'de [u8], &'de [u8]), DecodeError> {
        borrowed_media(self, element_type)
    }

    /// Returns the bytes of the next `count` elements of variable size, each of them checked.
    pub(super) fn packed(&mut self, element_type: ElementType, count: usize) -> Result<Packed<'de>, DecodeError> {
        if element_type != self.element_type {
            return Err(self.wrong_type(element_type));
        }
        let start = self.position();
        let options = self.packed_options();
        match element_type {
            ElementType::String => self.texts(count, |_| Ok(()))?,
            _ if element_type.is_media() => self.each_media(element_type, count, |_, _| Ok(()))?,
            _ => (0..count).try_for_each(|_| self.next_variable(&options).map(drop))?,
        }
        Ok(Packed { bytes: self.input.get(start..self.position()).unwrap_or_default(), form: options.form })
    }
}
