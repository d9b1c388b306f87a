//! The elements of tensors in typed fields.

use std::borrow::Cow;

use tensor_format::DecodeError;

use super::wire::{Value, Wire};
use crate::{Datatype, Fault, FaultKind, Stage, bytes};

/// Returns the field of `InferTensorContents` for elements of a datatype; `None` if they can only be raw.
pub(super) fn field(datatype: Datatype) -> Option<u64> {
    Some(match datatype {
        Datatype::Bool => 1,
        Datatype::Int8 | Datatype::Int16 | Datatype::Int32 => 2,
        Datatype::Int64 => 3,
        Datatype::Uint8 | Datatype::Uint16 | Datatype::Uint32 => 4,
        Datatype::Uint64 => 5,
        Datatype::Fp32 => 6,
        Datatype::Fp64 => 7,
        Datatype::Bytes => 8,
        Datatype::Fp16 | Datatype::Bf16 => return None,
    })
}

/// Returns the name of a field of `InferTensorContents`.
fn field_name(number: u64) -> &'static str {
    match number {
        1 => "bool_contents",
        2 => "int_contents",
        3 => "int64_contents",
        4 => "uint_contents",
        5 => "uint64_contents",
        6 => "fp32_contents",
        7 => "fp64_contents",
        _ => "bytes_contents",
    }
}

#[cold]
fn wrong_field(datatype: Datatype, found: u64, at: usize) -> DecodeError {
    let expected = match field(datatype) {
        Some(right) => format!("`{}`, as the datatype is {datatype}", field_name(right)),
        None => format!("raw contents, as the datatype is {datatype}"),
    };
    Fault::new(Stage::Tensor, FaultKind::WrongField, expected, field_name(found)).at(at)
}

/// The checked messages in the field `contents` of one tensor, usually one. Protobuf merges several.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents<'a> {
    messages: Vec<Wire<'a>>,
}

impl<'a> Contents<'a> {
    pub(super) fn push(&mut self, message: &'a [u8], at: usize) {
        if !message.is_empty() {
            self.messages.push(Wire::new(message, at));
        }
    }

    /// Calls `take` with each field that has elements: its number, its value, and the offsets of the field and behind
    /// it.
    fn each(
        &self,
        mut take: impl FnMut(u64, Value<'a>, usize, usize) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        for mut message in self.messages.iter().copied() {
            loop {
                let begin = message.at;
                let Some((number, value)) = message.field()? else { break };
                let empty = matches!(value, Value::Bytes([])) && number != 8;
                if (1..=8).contains(&number) && !empty {
                    take(number, value, begin, message.at)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the number of the first field that has elements.
    pub(super) fn first_field(&self) -> Result<Option<u64>, DecodeError> {
        let mut first = None;
        self.each(|number, _, _, _| {
            first = first.or(Some(number));
            Ok(())
        })?;
        Ok(first)
    }

    /// Refuses elements in any field but that of the datatype.
    pub(super) fn check_field(&self, datatype: Datatype, tensor: usize) -> Result<(), DecodeError> {
        let right = field(datatype);
        self.each(
            |number, _, at, _| {
                if Some(number) == right { Ok(()) } else { Err(wrong_field(datatype, number, at.max(tensor))) }
            },
        )
    }

    /// Returns the elements as bytes, and their offset. Floats that are packed are borrowed.
    pub(super) fn bytes(&self, datatype: Datatype, count: usize) -> Result<(Cow<'a, [u8]>, usize), DecodeError> {
        let (mut out, mut found, mut begin) = (Cow::Borrowed(&[][..]), 0usize, 0);
        self.each(|number, value, field, end| {
            match value {
                Value::Bytes(string) if number == 8 => {
                    begin = if found == 0 { end - string.len() } else { begin };
                    let pushed = bytes::push(out.to_mut(), string);
                    pushed.ok_or_else(|| too_long(string.len(), end))?;
                    found += 1;
                }
                Value::Bytes(packed) if number >= 6 => {
                    begin = if found == 0 { end - packed.len() } else { begin };
                    found += packed.len() / datatype.size().unwrap_or(1);
                    if out.is_empty() { out = Cow::Borrowed(packed) } else { out.to_mut().extend_from_slice(packed) }
                }
                Value::Bytes(packed) => {
                    begin = if found == 0 { end - packed.len() } else { begin };
                    let mut packed = Wire::new(packed, end - packed.len());
                    while !packed.is_empty() {
                        let at = packed.at;
                        let value = packed.varint()?;
                        push(out.to_mut(), datatype, value).ok_or_else(|| range(datatype, value, found, at))?;
                        found += 1;
                    }
                }
                Value::Varint(value) => {
                    begin = if found == 0 { field } else { begin };
                    push(out.to_mut(), datatype, value).ok_or_else(|| range(datatype, value, found, field))?;
                    found += 1;
                }
                Value::Fixed32(float) => {
                    begin = if found == 0 { field } else { begin };
                    out.to_mut().extend_from_slice(&float);
                    found += 1;
                }
                Value::Fixed64(float) => {
                    begin = if found == 0 { field } else { begin };
                    out.to_mut().extend_from_slice(&float);
                    found += 1;
                }
                Value::Group => {}
            }
            Ok(())
        })?;
        if found != count {
            let expected = format!("{count} elements, as the shape says");
            let fault = Fault::new(Stage::Data, FaultKind::ElementCount, expected, format!("{found} elements"));
            return Err(fault.at(begin));
        }
        Ok((out, begin))
    }
}

/// Appends an integer or a truth value; `None` if it is out of the range of the datatype. Fields of 32 bits drop the
/// upper half, as protobuf says.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "protobuf's own rule")]
fn push(out: &mut Vec<u8>, datatype: Datatype, value: u64) -> Option<()> {
    let (signed, unsigned) = (value as i32, value as u32);
    match datatype {
        Datatype::Bool => out.push(u8::from(value != 0)),
        Datatype::Int8 => out.extend(i8::try_from(signed).ok()?.to_le_bytes()),
        Datatype::Int16 => out.extend(i16::try_from(signed).ok()?.to_le_bytes()),
        Datatype::Int32 => out.extend(signed.to_le_bytes()),
        Datatype::Uint8 => out.extend(u8::try_from(unsigned).ok()?.to_le_bytes()),
        Datatype::Uint16 => out.extend(u16::try_from(unsigned).ok()?.to_le_bytes()),
        Datatype::Uint32 => out.extend(unsigned.to_le_bytes()),
        _ => out.extend(value.to_le_bytes()),
    }
    Some(())
}

#[cold]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "protobuf's own rule")]
fn range(datatype: Datatype, value: u64, index: usize, at: usize) -> DecodeError {
    let signed = matches!(datatype, Datatype::Int8 | Datatype::Int16);
    let found = if signed { (value as i32).to_string() } else { (value as u32).to_string() };
    let expected = format!("an integer in the range of {datatype}");
    Fault::new(Stage::Data, FaultKind::ElementRange, expected, found).at_element(index).at(at)
}

#[cold]
fn too_long(len: usize, at: usize) -> DecodeError {
    let expected = "byte strings of less than 4 GiB";
    Fault::new(Stage::Data, FaultKind::BytesFraming, expected, format!("{len} bytes")).at(at)
}
