//! Reads the bytes of a stream, field by field.

use alloc::vec::Vec;
use std::io::{self, BufRead, Read};

use super::{ElementSpan, GROWTH, PART, ReadSource, fault};
use crate::{
    DecodeError, ErrorKind,
    util::varint::{self, VarintError},
};

impl<R: Read> ReadSource<R> {
    /// Returns whether the stream has ended.
    #[inline]
    pub(super) fn at_end(&mut self) -> Result<bool, DecodeError> {
        if self.reader.buffer().is_empty() { self.ends_here() } else { Ok(false) }
    }

    /// Does the same where nothing more has arrived.
    fn ends_here(&mut self) -> Result<bool, DecodeError> {
        loop {
            match self.reader.fill_buf() {
                Ok(buffer) => return Ok(buffer.is_empty()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(DecodeError::from(error).at(self.position)),
            }
        }
    }

    /// Returns the error of an input that ends within the field at position `field`, which needs `needed` bytes. If the
    /// elements have fewer bytes than the header announced, the error is about all of them, as when reading from
    /// memory.
    #[cold]
    pub(super) fn ended(&self, field: u64, needed: u64) -> DecodeError {
        let ElementSpan { start, needed: all, open } = self.elements;
        let left = self.position.saturating_sub(start);
        if open && all > left {
            return fault(ErrorKind::UnexpectedEnd { needed: all, left }, start);
        }
        let left = self.position.saturating_sub(field);
        fault(ErrorKind::UnexpectedEnd { needed, left }, field)
    }

    /// Fills `bytes` from the stream. For the error, `field` is the position of the field that they belong to, and
    /// `needed` the number of bytes of that field.
    pub(super) fn fill(&mut self, bytes: &mut [u8], field: u64, needed: u64) -> Result<(), DecodeError> {
        let mut filled: usize = 0;
        while let Some(rest) = bytes.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            match self.reader.read(rest) {
                Ok(0) => return Err(self.ended(field, needed)),
                Ok(read) => {
                    filled = filled.saturating_add(read);
                    self.position = self.position.saturating_add(read as u64);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(DecodeError::from(error).at(self.position)),
            }
        }
        Ok(())
    }

    /// Passes over bytes that have arrived already.
    pub(super) fn taken(&mut self, count: usize) {
        self.reader.consume(count);
        self.position = self.position.saturating_add(count as u64);
    }

    pub(super) fn byte(&mut self) -> Result<u8, DecodeError> {
        let mut byte = [0];
        self.fill(&mut byte, self.position, 1)?;
        let [byte] = byte;
        Ok(byte)
    }

    pub(super) fn varint(&mut self) -> Result<u64, DecodeError> {
        let field = self.position;
        if let (Some(&value @ ..=252), None) = (self.reader.buffer().first(), self.section_end) {
            self.taken(1);
            return Ok(value.into());
        }
        let mut bytes = [0; 9];
        let (first, rest) = bytes.split_at_mut(1);
        self.within_section(1, field)?;
        self.fill(first, field, 1)?;
        let width: usize = match first {
            [253] => 2,
            [254] => 4,
            [255] => 8,
            _ => 0,
        };
        self.within_section(width as u64, field)?;
        self.fill(rest.get_mut(..width).unwrap_or_default(), field, width.saturating_add(1) as u64)?;
        match varint::read(&bytes, self.options.allow_non_canonical_varint) {
            Ok((value, _)) => Ok(value),
            Err(VarintError::NonCanonical { value }) => Err(fault(ErrorKind::NonCanonicalVarint { value }, field)),
            Err(VarintError::Truncated { needed }) => {
                Err(fault(ErrorKind::UnexpectedEnd { needed: needed as u64, left: 0 }, field))
            }
        }
    }

    /// Reads `total` bytes that belong to the field at `field`. Memory grows only with what arrives.
    pub(super) fn read_bytes(&mut self, total: usize, field: u64) -> Result<Vec<u8>, DecodeError> {
        let mut bytes = Vec::new();
        self.append_bytes(&mut bytes, total, field)?;
        Ok(bytes)
    }

    /// Does the same as [`read_bytes`](Self::read_bytes), behind other bytes.
    pub(super) fn append_bytes(&mut self, out: &mut Vec<u8>, total: usize, field: u64) -> Result<(), DecodeError> {
        let start = out.len();
        if let Some(bytes) = self.reader.buffer().get(..total) {
            if start == 0 {
                out.reserve_exact(total);
            }
            out.extend_from_slice(bytes);
            self.taken(total);
            return Ok(());
        }
        let end = start.saturating_add(total);
        let arrived = self.reader.buffer();
        out.extend_from_slice(arrived);
        let arrived = arrived.len();
        self.taken(arrived);
        while out.len() < end {
            let done = out.len();
            let grown = done.saturating_sub(start).saturating_mul(GROWTH);
            let len = PART.max(grown).min(end.saturating_sub(done));
            if start == 0 {
                out.reserve_exact(len);
            }
            out.resize(done.saturating_add(len), 0);
            self.fill(out.get_mut(done..).unwrap_or_default(), field, total as u64)?;
        }
        Ok(())
    }

    /// Reads `total` bytes, which belong to the field at `field`, and calls `take` with each part of them and its
    /// position.
    pub(super) fn read_parts(
        &mut self,
        total: usize,
        field: u64,
        mut take: impl FnMut(&mut Self, &mut [u8], u64) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        let mut part = [0; PART];
        let mut done: usize = 0;
        while done < total {
            let len = PART.min(total.saturating_sub(done));
            let start = self.position;
            let bytes = part.get_mut(..len).unwrap_or_default();
            self.fill(bytes, field, total as u64)?;
            take(self, bytes, start)?;
            done = done.saturating_add(len);
        }
        Ok(())
    }

    /// Checks that the next `len` bytes, which belong to the field at `field`, are within the byte length of all
    /// elements, if the dialect writes one.
    pub(super) fn within_section(&self, len: u64, field: u64) -> Result<(), DecodeError> {
        let Some(end) = self.section_end else { return Ok(()) };
        let left = end.saturating_sub(self.position);
        if len > left {
            let why = "an element reaches beyond the section";
            return Err(fault(ErrorKind::SectionLength { why, needed: len, left }, field));
        }
        Ok(())
    }
}
