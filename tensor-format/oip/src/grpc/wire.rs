//! Reads the fields of protobuf messages, with byte offsets.

use tensor_format::DecodeError;

use crate::{Fault, FaultKind, Stage};

/// The value of a field.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    Varint(u64),
    Fixed64([u8; 8]),
    Bytes(&'a [u8]),
    Fixed32([u8; 4]),
    Group,
}

/// Goes over the fields of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wire<'a> {
    rest: &'a [u8],
    /// The offset of `rest` in the whole message.
    pub(crate) at: usize,
}

/// The greatest depth of nested groups, which no field of the protocol has.
const MAX_GROUPS: usize = 100;

impl<'a> Wire<'a> {
    pub(crate) fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { rest: bytes, at }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    #[cold]
    pub(super) fn fault(&self, expected: &'static str) -> DecodeError {
        let found = match self.rest.get(..4).unwrap_or(self.rest) {
            [] => "the end".to_owned(),
            bytes => format!("the bytes {bytes:02x?}"),
        };
        Fault::new(Stage::Protobuf, FaultKind::Wire, expected, found).at(self.at)
    }

    fn take(&mut self, len: u64) -> Result<&'a [u8], DecodeError> {
        let split = usize::try_from(len).ok().and_then(|len| self.rest.split_at_checked(len));
        let (bytes, rest) = split.ok_or_else(|| self.fault("as many bytes as the field says"))?;
        self.rest = rest;
        self.at += bytes.len();
        Ok(bytes)
    }

    fn fixed<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or_else(|| self.fault("a number of fixed size"))?;
        self.rest = rest;
        self.at += N;
        Ok(*bytes)
    }

    #[inline]
    pub(crate) fn varint(&mut self) -> Result<u64, DecodeError> {
        match self.rest.split_first() {
            Some((byte, rest)) if *byte < 0x80 => {
                (self.rest, self.at) = (rest, self.at + 1);
                Ok(u64::from(*byte))
            }
            _ => self.long_varint(),
        }
    }

    fn long_varint(&mut self) -> Result<u64, DecodeError> {
        let mut value = 0;
        for (index, byte) in self.rest.iter().take(10).enumerate() {
            let bits = u64::from(byte & 0x7f);
            if index == 9 && *byte > 1 {
                break;
            }
            value |= bits << (7 * index);
            if byte & 0x80 == 0 {
                self.rest = self.rest.get(index + 1..).unwrap_or_default();
                self.at += index + 1;
                return Ok(value);
            }
        }
        Err(self.fault("an integer of at most 10 bytes"))
    }

    /// Reads the next field: its number and its value; `None` at the end.
    #[inline]
    pub(crate) fn field(&mut self) -> Result<Option<(u64, Value<'a>)>, DecodeError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let begin = *self;
        let tag = self.varint()?;
        let number = tag >> 3;
        if number == 0 || tag > u64::from(u32::MAX) {
            return Err(begin.fault("a field number of 1 to 536870911"));
        }
        let value = match tag & 7 {
            0 => Value::Varint(self.varint()?),
            1 => Value::Fixed64(self.fixed()?),
            2 => {
                let len = self.varint()?;
                Value::Bytes(self.take(len)?)
            }
            3 => {
                self.skip_group(number)?;
                Value::Group
            }
            5 => Value::Fixed32(self.fixed()?),
            _ => return Err(begin.fault("a field")),
        };
        Ok(Some((number, value)))
    }

    /// Skips up to the end of a group.
    fn skip_group(&mut self, number: u64) -> Result<(), DecodeError> {
        let mut open = vec![number];
        while let Some(innermost) = open.last().copied() {
            let begin = *self;
            let tag = self.varint()?;
            match tag & 7 {
                0 => drop(self.varint()?),
                1 => drop(self.fixed::<8>()?),
                2 => {
                    let len = self.varint()?;
                    self.take(len)?;
                }
                3 if open.len() < MAX_GROUPS => open.push(tag >> 3),
                4 if tag >> 3 == innermost => drop(open.pop()),
                5 => drop(self.fixed::<4>()?),
                _ => return Err(begin.fault("the end of a group")),
            }
        }
        Ok(())
    }
}
