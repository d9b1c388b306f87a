//! Padded layouts: the message of 2017, which XLA has since replaced by tiles.

use alloc::vec::Vec;
use core::fmt;

use crate::formats::xla::{
    PrimitiveType, UnknownFields,
    proto_enum::numbered,
    read::{check_format, check_rank, dimension_numbers, invalid},
    wire::{Bytes, Field, Value, put_bytes, put_nonzero, put_number, put_packed, put_unknown},
};
use crate::{DecodeError, DimOrder, ErrorKind, InlineVec, Limit, MAX_RANK, Shape};

/// A layout whose dimensions are padded at their high ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PaddedLayout {
    /// The dimensions from the fastest-varying to the slowest.
    pub minor_to_major: InlineVec<usize>,
    /// The sizes of the dimensions with their padding; empty for none.
    pub padded_dimensions: InlineVec<usize>,
    /// What padding holds.
    pub padding_value: PaddingValue,
    /// The fields of the message that are not known here.
    pub unknown: UnknownFields,
}

impl PaddedLayout {
    /// A layout in which `minor_to_major[0]` varies fastest.
    #[must_use]
    pub fn new(minor_to_major: &[usize], padded_dimensions: &[usize], padding_value: PaddingValue) -> Self {
        Self {
            minor_to_major: InlineVec::from(minor_to_major),
            padded_dimensions: InlineVec::from(padded_dimensions),
            padding_value,
            unknown: UnknownFields::NONE,
        }
    }
}

numbered! {
    /// What padding holds.
    #[derive(Default)]
    PaddingValue,
    /// The name in the definition of the messages.
    name;
    /// Not said: a reader must not look, a writer writes zero.
    #[default]
    Invalid = 0, "INVALID_PAD";
    /// Zero.
    Zero = 1, "ZERO_PAD";
    /// One.
    One = 2, "ONE_PAD";
    /// The least value of the element type.
    Lowest = 3, "LOWEST_PAD";
    /// The greatest value of the element type.
    Highest = 4, "HIGHEST_PAD";
    /// Anything: a reader must not look, a writer writes zero.
    Unknown = 5, "UNKNOWN_PAD";
}

/// The shape of an array whose layout may be padded. The layout always fits the sizes. [`AnyShape`](crate::xla::AnyShape)
/// reads messages of this and of the present generation.
///
/// ```
/// use tensor_format::xla::{PaddedLayout, PaddedShape, PaddingValue, PrimitiveType};
/// let layout = PaddedLayout::new(&[0, 1], &[3, 5], PaddingValue::Zero);
/// let shape = PaddedShape::new(PrimitiveType::F32, &[2, 3], layout)?;
/// let letters = shape.order().memory_order().map(|index| match index {
///     Some(index) => ["abc", "def"][index[0]].chars().nth(index[1]).unwrap(),
///     None => '0',
/// });
/// assert_eq!(letters.collect::<String>(), "ad0be0cf0000000");
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PaddedShape {
    element_type: PrimitiveType,
    layout: PaddedLayout,
    order: DimOrder,
    /// The fields of the message that are not known here.
    pub unknown: UnknownFields,
}

impl PaddedShape {
    /// An array of these sizes in this layout.
    ///
    /// # Errors
    ///
    /// [`Rank`](ErrorKind::Rank), [`Field`](ErrorKind::Field) or [`ShapeOverflow`](ErrorKind::ShapeOverflow) if the
    /// layout does not fit.
    pub fn new(element_type: PrimitiveType, sizes: &[usize], layout: PaddedLayout) -> Result<Self, ErrorKind> {
        if sizes.len() > MAX_RANK {
            let found = sizes.len() as u64;
            return Err(ErrorKind::LimitExceeded { limit: Limit::Rank, max: MAX_RANK as u64, found });
        }
        let bounds = match layout.padded_dimensions.as_slice() {
            [] => sizes,
            padded if padded.len() == sizes.len() => padded,
            padded => {
                let expected = "none, or one for each dimension";
                let found = i64::try_from(padded.len()).unwrap_or(i64::MAX);
                return Err(ErrorKind::Field { field: "padded_dimensions", expected, found });
            }
        };
        let order = DimOrder::padded(sizes, &layout.minor_to_major, bounds)?;
        let bytes = order.positions().checked_mul(element_type.size());
        bytes.and_then(|bytes| isize::try_from(bytes).ok()).ok_or(ErrorKind::ShapeOverflow)?;
        Ok(Self { element_type, layout, order, unknown: UnknownFields::NONE })
    }

    /// The element type.
    #[must_use]
    pub fn element_type(&self) -> PrimitiveType {
        self.element_type
    }

    /// The sizes of the dimensions without padding.
    #[must_use]
    pub fn sizes(&self) -> &Shape {
        self.order.shape()
    }

    /// The layout.
    #[must_use]
    pub fn layout(&self) -> &PaddedLayout {
        &self.layout
    }

    /// The order of the elements in memory, padding included.
    #[must_use]
    pub fn order(&self) -> &DimOrder {
        &self.order
    }

    /// The bytes of the elements with their padding.
    #[must_use]
    pub fn byte_size(&self) -> usize {
        self.order.positions().saturating_mul(self.element_type.size())
    }

    /// The message.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.append(&mut out);
        out
    }

    /// Appends the message.
    pub fn append(&self, out: &mut Vec<u8>) {
        let layout = &self.layout;
        put_number(out, 2, self.element_type.number().into());
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

impl fmt::Display for PaddedShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn join(f: &mut fmt::Formatter<'_>, numbers: &[usize]) -> fmt::Result {
            for (i, number) in numbers.iter().enumerate() {
                write!(f, "{}{number}", if i == 0 { "" } else { "," })?;
            }
            Ok(())
        }
        write!(f, "{}[", self.element_type)?;
        join(f, self.sizes())?;
        f.write_str("]{")?;
        join(f, &self.layout.minor_to_major)?;
        f.write_str("}, padded to [")?;
        join(f, self.order.bounds())?;
        write!(f, "] with {}", self.layout.padding_value.name())
    }
}

/// The shape of a message.
pub(in super::super) fn read(bytes: &[u8]) -> Result<PaddedShape, DecodeError> {
    let mut message = Bytes::new(bytes);
    let mut element_type = (0, 0);
    let mut sizes: InlineVec<usize> = InlineVec::new();
    let mut layout = (PaddedLayout::new(&[], &[], PaddingValue::Invalid), None);
    let mut unknown = UnknownFields::NONE;
    while let Some(field) = message.field()? {
        let known = match (field.number, field.value) {
            (2, Value::Varint(number)) => {
                element_type = (number as i64, field.at);
                true
            }
            (3, _) => self::sizes("dimensions", &field, &mut sizes)?,
            (6, _) => {
                field.numbers(|dynamic, at| match dynamic {
                    0 => Ok(()),
                    _ => Err(invalid("is_dynamic_dimension", "none that is dynamic in a padded layout", dynamic, at)),
                })?;
                false
            }
            (5, Value::Bytes(message)) => {
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
    let shape = shape.map_err(|kind| DecodeError::new(kind).at(at.unwrap_or(0)))?;
    Ok(PaddedShape { unknown, ..shape })
}

fn read_layout(layout: &mut PaddedLayout, mut message: Bytes<'_>) -> Result<(), DecodeError> {
    while let Some(field) = message.field()? {
        let known = match (field.number, field.value) {
            (1, _) => dimension_numbers("minor_to_major", &field, &mut layout.minor_to_major)?,
            (2, _) => sizes("padded_dimensions", &field, &mut layout.padded_dimensions)?,
            (3, Value::Varint(number)) => {
                let (number, at) = (number as i64, field.at);
                let value = PaddingValue::from_number(number);
                layout.padding_value = value.ok_or_else(|| invalid("padding_value", "from 0 to 5", number, at))?;
                true
            }
            (4, Value::Varint(number)) => {
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

/// Refuses what later layouts say of the places of elements: none has it beside padding.
fn refuse_later(field: &Field<'_>) -> Result<(), DecodeError> {
    let name = match (field.number, field.value) {
        (6, Value::Bytes(_)) => "tiles",
        (7, Value::Varint(1..)) => "element_size_in_bits",
        (9, Value::Varint(_) | Value::Bytes(_)) => "dim_level_types",
        (10, Value::Bytes(_)) => "physical_shape",
        (15, Value::Varint(1..)) => "dynamic_shape_metadata_prefix_bytes",
        (16, Value::Varint(2..)) => "tail_padding_alignment_in_elements",
        (17, Value::Bytes(_)) => "split_configs",
        _ => return Ok(()),
    };
    let found = match field.value {
        Value::Varint(number) => i64::try_from(number).unwrap_or(i64::MAX),
        _ => 1,
    };
    Err(invalid(name, "none in a padded layout", found, field.at))
}

/// Appends the sizes of a repeated field; `false` if it is no such field.
fn sizes(name: &'static str, field: &Field<'_>, out: &mut InlineVec<usize>) -> Result<bool, DecodeError> {
    field.numbers(|number, at| {
        check_rank(out.len(), at)?;
        let size = usize::try_from(number);
        out.push(size.map_err(|_| invalid(name, "a size that is not negative", number, at))?);
        Ok(())
    })
}
