//! The messages of 2017.

use alloc::vec::Vec;

use super::{PaddedLayout, PaddedShape, PaddingValue};
use crate::{
    DecodeError, InlineVec,
    formats::xla::{
        PrimitiveType, UnknownFields,
        read::fields::{check_format, dimension, invalid, push_each, size},
        wire::{WireBytes, WireField, WireValue, put_bytes, put_nonzero, put_number, put_packed, put_unknown},
    },
};

impl PaddedShape {
    /// Returns the shape of a message whose layout may be padded, as XLA wrote them in 2017.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the bytes and at which byte.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, DecodeError> {
        read(bytes)
    }

    /// Returns the bytes of the message.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.append(&mut out);
        out
    }

    /// Appends the bytes of the message.
    pub fn append(&self, out: &mut Vec<u8>) {
        let layout = self.layout();
        put_number(out, 2, self.element_type().number().into());
        put_packed(out, 3, self.sizes().iter().map(|size| *size as u64));
        put_bytes(out, 5, |out| {
            put_packed(out, 1, layout.minor_to_major.iter().map(|dimension| *dimension as u64));
            put_packed(out, 2, layout.padded_dimensions.iter().map(|size| *size as u64));
            put_nonzero(out, 3, layout.padding_value.number().into());
            put_unknown(out, &layout.unknown);
        });
        put_unknown(out, &self.unknown);
    }
}

/// Reads the message of a shape whose layout may be padded.
pub(in super::super) fn read(bytes: &[u8]) -> Result<PaddedShape, DecodeError> {
    let mut message = WireBytes::new(bytes);
    let mut element_type = (0, 0);
    let mut sizes: InlineVec<usize> = InlineVec::new();
    let mut layout = (PaddedLayout::new(&[], &[], PaddingValue::Invalid), None);
    let mut unknown = UnknownFields::NONE;
    while let Some(field) = message.field()? {
        let known = match (field.number, field.value) {
            (2, WireValue::Varint(number)) => {
                element_type = (number as i64, field.at);
                true
            }
            (3, _) => push_each(&field, &mut sizes, size("dimensions"))?,
            (6, _) => {
                field.numbers(|dynamic, at| match dynamic {
                    0 => Ok(()),
                    _ => Err(invalid("is_dynamic_dimension", "none that is dynamic in a padded layout", dynamic, at)),
                })?;
                false
            }
            (5, WireValue::Bytes(message)) => {
                layout.1 = Some(field.at);
                read_layout(&mut layout.0, message)?;
                true
            }
            _ => false,
        };
        if !known {
            unknown.push(&field);
        }
    }
    let (number, at) = element_type;
    let element_type = PrimitiveType::from_number(number);
    let element_type = element_type.ok_or_else(|| invalid("element_type", "an array's element type", number, at))?;
    let (mut layout, at) = layout;
    if at.is_none() {
        layout.minor_to_major = (0..sizes.len()).rev().collect();
    }
    let shape = PaddedShape::new(element_type, &sizes, layout);
    let mut shape = shape.map_err(|kind| DecodeError::new(kind).at(at.unwrap_or(0)))?;
    shape.unknown = unknown;
    Ok(shape)
}

fn read_layout(layout: &mut PaddedLayout, mut message: WireBytes<'_>) -> Result<(), DecodeError> {
    while let Some(field) = message.field()? {
        let known = match (field.number, field.value) {
            (1, _) => push_each(&field, &mut layout.minor_to_major, dimension("minor_to_major"))?,
            (2, _) => push_each(&field, &mut layout.padded_dimensions, size("padded_dimensions"))?,
            (3, WireValue::Varint(number)) => {
                let (number, at) = (number as i64, field.at);
                let value = PaddingValue::from_number(number);
                layout.padding_value = value.ok_or_else(|| invalid("padding_value", "from 0 to 5", number, at))?;
                true
            }
            (4, WireValue::Varint(number)) => {
                check_format(number as i64, field.at)?;
                false
            }
            _ => {
                refuse_later(&field)?;
                false
            }
        };
        if !known {
            layout.unknown.push(&field);
        }
    }
    Ok(())
}

/// Returns an error for a field of a layout that was added after 2017 and moves elements, as tiles do: no layout has
/// both it and padding.
fn refuse_later(field: &WireField<'_>) -> Result<(), DecodeError> {
    let name = match (field.number, field.value) {
        (6, WireValue::Bytes(_)) => "tiles",
        (7, WireValue::Varint(1..)) => "element_size_in_bits",
        (9, WireValue::Varint(_) | WireValue::Bytes(_)) => "dim_level_types",
        (10, WireValue::Bytes(_)) => "physical_shape",
        (15, WireValue::Varint(1..)) => "dynamic_shape_metadata_prefix_bytes",
        (16, WireValue::Varint(2..)) => "tail_padding_alignment_in_elements",
        (17, WireValue::Bytes(_)) => "split_configs",
        _ => return Ok(()),
    };
    let found = match field.value {
        WireValue::Varint(number) => i64::try_from(number).unwrap_or(i64::MAX),
        _ => 1,
    };
    Err(invalid(name, "none in a padded layout", found, field.at))
}
