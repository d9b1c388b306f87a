//! Elements of variable size.

use super::{super::texts, Options, SliceSource, at};
use crate::{
    DecodeError, ElementSource, ElementType, ErrorKind, Limit, Variable,
    variable::{Packed, PackedError, PackedOptions, read_element, split_media},
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

    /// Takes the next element of variable size.
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

    /// Takes up to `count` short strings, and returns how many.
    #[inline]
    pub(super) fn short_texts(
        &mut self,
        count: usize,
        take: impl FnMut(&'de str) -> Result<(), DecodeError>,
    ) -> Result<usize, DecodeError> {
        let count = count.min(self.left);
        let Options { max_bytes, max_element_bytes, .. } = *self.options();
        let unlimited = max_bytes == usize::MAX && max_element_bytes >= texts::LONGEST;
        // For few strings it would not pay to look so far ahead.
        if count < 8 || self.element_type != ElementType::String || !unlimited {
            return Ok(0);
        }
        let (taken, len) = texts::take_short(self.available(), count, take)?;
        self.left = self.left.saturating_sub(taken);
        self.advance(len);
        Ok(taken)
    }

    /// Takes up to `count` media elements, as long as nothing is wrong with them, and returns how many.
    #[inline]
    pub(super) fn plain_media(
        &mut self,
        count: usize,
        mut take: impl FnMut(&'de [u8], &'de [u8]) -> Result<(), DecodeError>,
    ) -> Result<usize, DecodeError> {
        let (options, count) = (self.packed_options(), count.min(self.left));
        if !self.element_type.is_media() || self.options().max_bytes != usize::MAX {
            return Ok(0);
        }
        let (all, mut taken) = (self.available(), 0_usize);
        let mut rest = all;
        while taken < count {
            let Some(((format, data), after)) = split_media(rest, &options) else { break };
            take(format, data)?;
            rest = after;
            taken = taken.wrapping_add(1);
        }
        self.left = self.left.saturating_sub(taken);
        self.advance(all.len().saturating_sub(rest.len()));
        Ok(taken)
    }

    /// The bytes of the next `count` elements of variable size, each of them checked.
    pub(super) fn packed(&mut self, element_type: ElementType, count: usize) -> Result<Packed<'de>, DecodeError> {
        if element_type != self.element_type {
            return Err(self.wrong_type(element_type));
        }
        let start = self.position();
        let options = self.packed_options();
        if element_type == ElementType::String {
            self.texts(count, |_| Ok(()))?;
        } else {
            for _ in self.plain_media(count, |_, _| Ok(()))?..count {
                self.next_variable(&options)?;
            }
        }
        Ok(Packed { bytes: self.input.get(start..self.position()).unwrap_or_default(), form: options.form })
    }
}
