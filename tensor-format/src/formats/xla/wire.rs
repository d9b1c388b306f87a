//! The wire format of protobuf: fields of numbers and bytes.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use crate::{DecodeError, ErrorKind, Limit};

/// How deep shapes may be nested, as tuples in tuples: as deep as readers of protobuf allow messages to be.
pub const MAX_DEPTH: usize = 100;

/// The greatest length in bytes of a field that protobuf allows.
const MAX_LEN: u64 = i32::MAX as u64;

/// Fields of a message that are not known here, as they were read; writers put them at the end.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
#[allow(clippy::box_collection, reason = "few shapes have any, and each has room for them in many places")]
pub struct UnknownFields(Option<Box<Vec<u8>>>);

impl UnknownFields {
    pub(super) const NONE: UnknownFields = UnknownFields(None);

    /// Returns the fields, one after another.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_ref().map_or(&[], |fields| fields.as_slice())
    }

    /// Returns whether there are no such fields.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.as_bytes().is_empty()
    }

    pub(super) fn push(&mut self, field: &WireField<'_>) {
        self.0.get_or_insert_default().extend_from_slice(field.raw);
    }
}

impl fmt::Debug for UnknownFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UnknownFields({} bytes)", self.as_bytes().len())
    }
}

/// A message, or a packed list of numbers, that is being read.
#[derive(Clone, Copy)]
pub(super) struct WireBytes<'a> {
    left: &'a [u8],
    /// The offset in the input of the bytes that are not yet read.
    pub(super) at: u64,
}

/// One field of a message.
pub(super) struct WireField<'a> {
    pub(super) number: u64,
    pub(super) value: WireValue<'a>,
    /// The offset of the value in the input.
    pub(super) at: u64,
    raw: &'a [u8],
}

/// The content of a field.
#[derive(Clone, Copy)]
pub(super) enum WireValue<'a> {
    Varint(u64),
    Bytes(WireBytes<'a>),
    /// Fixed-size numbers and groups: no field known here has them.
    Other,
}

impl<'a> WireBytes<'a> {
    pub(super) fn new(message: &'a [u8]) -> Self {
        Self::starting_at(message, 0)
    }

    /// Creates the reader of a message, which begins at offset `at` of the input.
    pub(super) fn starting_at(message: &'a [u8], at: u64) -> Self {
        Self { left: message, at }
    }

    /// Returns the next field; `None` at the end of the message.
    #[inline(always)]
    pub(super) fn field(&mut self) -> Result<Option<WireField<'a>>, DecodeError> {
        if self.left.is_empty() {
            return Ok(None);
        }
        let start = *self;
        let (number, wire_type) = self.tag()?;
        let mut at = self.at;
        let value = match wire_type {
            0 => WireValue::Varint(self.varint()?),
            2 => {
                let bytes = self.bytes()?;
                at = bytes.at;
                WireValue::Bytes(bytes)
            }
            _ => {
                self.skip(number, wire_type, start.at)?;
                WireValue::Other
            }
        };
        let len = start.left.len().saturating_sub(self.left.len());
        let raw = start.left.get(..len).unwrap_or_default();
        Ok(Some(WireField { number, value, at, raw }))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    #[inline]
    fn tag(&mut self) -> Result<(u64, u8), DecodeError> {
        let at = self.at;
        let tag = self.varint()?;
        let number = tag >> 3;
        if number == 0 || tag > u64::from(u32::MAX) {
            return Err(wire_error("a field number from 1 to 536870911", number, at));
        }
        Ok((number, (tag & 7) as u8))
    }

    #[inline(always)]
    fn varint(&mut self) -> Result<u64, DecodeError> {
        // Nearly all varints are of one byte.
        if let Some((&byte @ 0..0x80, rest)) = self.left.split_first() {
            self.left = rest;
            self.at = self.at.saturating_add(1);
            return Ok(byte.into());
        }
        self.long_varint()
    }

    fn long_varint(&mut self) -> Result<u64, DecodeError> {
        let mut value = 0u64;
        for (i, &byte) in self.left.iter().enumerate().take(10) {
            let shift = u32::try_from(i).unwrap_or_default().saturating_mul(7);
            value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or_default();
            if byte < 0x80 {
                self.advance(i.saturating_add(1));
                return Ok(value);
            }
        }
        match self.left.len() {
            left @ 0..10 => Err(self.end(left.saturating_add(1) as u64)),
            _ => Err(wire_error("a varint of at most 10 bytes", value, self.at)),
        }
    }

    #[inline]
    fn bytes(&mut self) -> Result<WireBytes<'a>, DecodeError> {
        let at = self.at;
        let len = self.varint()?;
        if len > MAX_LEN {
            return Err(wire_error("a length below 2 GiB", len, at));
        }
        let Some((bytes, _)) = usize::try_from(len).ok().and_then(|len| self.left.split_at_checked(len)) else {
            return Err(self.end(len));
        };
        let bytes = WireBytes { left: bytes, at: self.at };
        self.advance(bytes.left.len());
        Ok(bytes)
    }

    /// Steps over a field that is no varint and no bytes; groups may hold groups.
    #[cold]
    fn skip(&mut self, number: u64, wire_type: u8, at: u64) -> Result<(), DecodeError> {
        let mut open = smallvec::SmallVec::<[u64; 4]>::new();
        let (mut number, mut wire_type) = (number, wire_type);
        loop {
            match wire_type {
                0 => drop(self.varint()?),
                1 => self.fixed(8)?,
                2 => drop(self.bytes()?),
                3 if open.len() < MAX_DEPTH => open.push(number),
                3 => {
                    let kind = Limit::Depth.exceeded(MAX_DEPTH, open.len().saturating_add(1));
                    return Err(DecodeError::new(kind).at(at));
                }
                4 if open.pop() == Some(number) => {}
                5 => self.fixed(4)?,
                _ => {
                    return Err(wire_error("a wire type that is defined, and groups that match", wire_type.into(), at));
                }
            }
            if open.is_empty() {
                return Ok(());
            }
            (number, wire_type) = self.tag()?;
        }
    }

    fn fixed(&mut self, len: usize) -> Result<(), DecodeError> {
        if self.left.len() < len {
            return Err(self.end(len as u64));
        }
        self.advance(len);
        Ok(())
    }

    fn advance(&mut self, len: usize) {
        self.left = self.left.get(len..).unwrap_or_default();
        self.at = self.at.saturating_add(len as u64);
    }

    fn end(&self, needed: u64) -> DecodeError {
        DecodeError::new(ErrorKind::UnexpectedEnd { needed, left: self.left.len() as u64 }).at(self.at)
    }
}

impl<'a> WireField<'a> {
    /// Returns the message that the field holds, if it has this number and holds one.
    pub(super) fn message(&self, number: u64) -> Option<WireBytes<'a>> {
        match self.value {
            WireValue::Bytes(message) if self.number == number => Some(message),
            _ => None,
        }
    }

    /// Calls `take` with each number of a repeated field, packed or not, and its offset; returns `false` if the field
    /// holds no numbers.
    #[inline]
    pub(super) fn numbers(
        &self,
        mut take: impl FnMut(i64, u64) -> Result<(), DecodeError>,
    ) -> Result<bool, DecodeError> {
        match self.value {
            WireValue::Varint(number) => take(number as i64, self.at)?,
            WireValue::Bytes(mut packed) => {
                while !packed.left.is_empty() {
                    let at = packed.at;
                    take(packed.varint()? as i64, at)?;
                }
            }
            WireValue::Other => return Ok(false),
        }
        Ok(true)
    }
}

fn wire_error(expected: &'static str, found: u64, at: u64) -> DecodeError {
    let found = i64::try_from(found).unwrap_or(i64::MAX);
    DecodeError::new(ErrorKind::Field { field: "wire format", expected, found }).at(at)
}

/// Appends a varint.
pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a field that holds a number.
pub(super) fn put_number(out: &mut Vec<u8>, field: u32, value: u64) {
    put_varint(out, u64::from(field) << 3);
    put_varint(out, value);
}

/// Appends a field that holds a number, unless it is 0.
pub(super) fn put_nonzero(out: &mut Vec<u8>, field: u32, value: u64) {
    if value != 0 {
        put_number(out, field, value);
    }
}

/// Appends a field that holds whatever `body` appends, with its length before it.
pub(super) fn put_bytes<R>(out: &mut Vec<u8>, field: u32, body: impl FnOnce(&mut Vec<u8>) -> R) -> R {
    put_varint(out, u64::from(field) << 3 | 2);
    // Nearly all lengths take one byte, so one is reserved for the length.
    let place = out.len();
    out.push(0);
    let start = out.len();
    let result = body(out);
    let end = out.len();
    let len = end.saturating_sub(start);
    if len >= 0x80 {
        // A longer length: the bytes beyond the first are appended, then moved to their place.
        put_varint(out, (len >> 7) as u64);
        let more = out.len().saturating_sub(end);
        if let Some(moved) = out.get_mut(start..) {
            moved.rotate_right(more);
        }
    }
    if let Some(first) = out.get_mut(place) {
        *first = (len & 0x7f) as u8 | if len >= 0x80 { 0x80 } else { 0 };
    }
    result
}

/// Appends a packed list of numbers, unless it is empty.
pub(super) fn put_packed(out: &mut Vec<u8>, field: u32, values: impl ExactSizeIterator<Item = u64>) {
    if values.len() > 0 {
        put_bytes(out, field, |out| values.for_each(|value| put_varint(out, value)));
    }
}

/// Appends the fields that are not known here.
pub(super) fn put_unknown(out: &mut Vec<u8>, unknown: &UnknownFields) {
    out.extend_from_slice(unknown.as_bytes());
}
