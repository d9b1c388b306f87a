//! Reads elements of variable size from a stream.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::str::Utf8Error;
use std::io::Read;

use super::{ReadSource, fault};
use crate::{
    DecodeError, ElementType, ErrorKind, Limit, Variable,
    util::varint,
    variable::{MediaForm, escape, push_element, text_of},
};

impl<R: Read> ReadSource<R> {
    /// Returns the number of unread bytes of an element of `len` bytes that begins at position `start`.
    fn left_of_body(&self, start: u64, len: u64) -> Result<usize, DecodeError> {
        let rest = len.saturating_sub(self.position.saturating_sub(start));
        usize::try_from(rest).map_err(|_| fault(ErrorKind::UnexpectedEnd { needed: len, left: 0 }, start))
    }

    fn rest_of_body(&mut self, start: u64, len: u64) -> Result<Vec<u8>, DecodeError> {
        let rest = self.left_of_body(start, len)?;
        self.read_bytes(rest, start)
    }

    /// Reads the next element of variable size behind those that are packed already.
    pub(super) fn append_variable(&mut self, packed: &mut Vec<u8>) -> Result<(), DecodeError> {
        if !matches!(self.element_type, ElementType::String | ElementType::Binary) {
            push_element(packed, &self.next_variable()?, self.options.dialect.media_form());
            return Ok(());
        }
        let (_, start, len) = self.begin_variable()?;
        let rest = self.left_of_body(start, len)?;
        varint::push(packed, len);
        let body = packed.len();
        self.append_bytes(packed, rest, start)?;
        if self.element_type == ElementType::String {
            text_of(packed.get(body..).unwrap_or_default()).map_err(|error| no_text(&error, start))?;
        }
        Ok(())
    }

    /// Begins the next element of variable size, and returns its offset, that of its body, and the number of bytes of the
    /// body.
    fn begin_variable(&mut self) -> Result<(u64, u64, u64), DecodeError> {
        let tag_at = self.position;
        self.claim(self.element_type, 1)?;
        let len = self.varint()?;
        self.within_section(len, self.position)?;
        self.limit(Limit::ElementBytes, self.options.max_element_bytes, len, self.position)?;
        let start = self.position;
        let found = start.saturating_sub(self.elements.start).saturating_add(len);
        self.limit(Limit::Bytes, self.options.max_bytes, found, tag_at)?;
        Ok((tag_at, start, len))
    }

    /// Reads the next element of variable size.
    pub(super) fn next_variable(&mut self) -> Result<Variable<'static>, DecodeError> {
        let (tag_at, start, len) = self.begin_variable()?;
        match self.element_type {
            ElementType::String => {
                let bytes = self.rest_of_body(start, len)?;
                let text = String::from_utf8(bytes).map_err(|error| no_text(&error.utf8_error(), start))?;
                Ok(Variable::Text(Cow::Owned(text)))
            }
            ElementType::Binary => Ok(Variable::Bytes(Cow::Owned(self.rest_of_body(start, len)?))),
            _ => self.next_media(len, tag_at),
        }
    }

    fn next_media(&mut self, len: u64, tag_at: u64) -> Result<Variable<'static>, DecodeError> {
        let start = self.position;
        let too_short = |needed: u64, at| fault(ErrorKind::MediaTooShort { needed, found: len }, at);
        let format_len = match self.options.dialect.media_form() {
            MediaForm::ThreeBytes if len < 3 => return Err(too_short(3, tag_at)),
            MediaForm::ThreeBytes => 3,
            MediaForm::LengthPrefixed if len < 1 => return Err(too_short(1, tag_at)),
            MediaForm::LengthPrefixed => {
                let format_len = u64::from(self.byte()?);
                if format_len >= len {
                    return Err(too_short(format_len.saturating_add(1), start));
                }
                format_len
            }
        };
        let format_at = self.position;
        let format = self.read_bytes(usize::try_from(format_len).unwrap_or_default(), start)?;
        if let (false, Some(bad)) = (self.options.allow_non_ascii_format, format.iter().position(|b| !b.is_ascii())) {
            let why = "the bytes of a format must be ASCII";
            let kind = ErrorKind::InvalidMediaFormat { format: escape(&format), why };
            return Err(fault(kind, format_at.saturating_add(bad as u64)));
        }
        let data = self.rest_of_body(start, len)?;
        Ok(Variable::Media { format: Cow::Owned(format), data: Cow::Owned(data) })
    }
}

#[cold]
fn no_text(error: &Utf8Error, start: u64) -> DecodeError {
    fault(ErrorKind::InvalidUtf8, start.saturating_add(error.valid_up_to() as u64))
}
