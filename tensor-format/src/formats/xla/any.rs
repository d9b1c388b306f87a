//! Messages of either generation: today's shapes, and those of 2017, whose layouts may be padded.

use alloc::vec::Vec;
use core::fmt;

use super::{
    ArrayShape, Options, PaddedShape, Shape, legacy_padded::message as padded, operations::value::check_len,
    read::fields::is_padding, wire::WireBytes,
};
use crate::{DecodeError, ErrorKind, Header, Tensor, TensorRef};

/// The shape of a message, whichever generation of XLA wrote it.
///
/// A layout that has `padded_dimensions` or a `padding_value` is one of 2017 and becomes a [`PaddedShape`]; every other
/// message becomes a [`Shape`], which is what both generations mean by it.
///
/// ```
/// use tensor_format::xla::{AnyShape, PaddedLayout, PaddedShape, PaddingValue, PrimitiveType};
/// let layout = PaddedLayout::new(&[0, 1], &[3, 5], PaddingValue::Zero);
/// let message = PaddedShape::new(PrimitiveType::U8, &[2, 3], layout)?.to_vec();
/// let shape = AnyShape::from_slice(&message)?;
/// assert_eq!(shape.to_string(), "u8[2,3]{0,1}, padded to [3,5] with ZERO_PAD");
/// let elements = shape.to_tensor(&[1, 4, 0, 2, 5, 0, 3, 6, 0, 0, 0, 0, 0, 0, 0])?;
/// assert_eq!(elements.as_ref().to_vec::<u8>()?, [1, 2, 3, 4, 5, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::large_enum_variant, reason = "reading an array's shape allocates nothing")]
pub enum AnyShape {
    /// A shape as XLA writes it today.
    Shape(Shape),
    /// An array whose layout is padded, as XLA wrote it in 2017.
    Padded(PaddedShape),
}

impl Options {
    /// Returns the shape of a message of either generation.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the bytes and at which byte.
    pub fn any_from_slice(&self, bytes: &[u8]) -> Result<AnyShape, DecodeError> {
        if is_padded(bytes)? {
            padded::read(bytes).map(AnyShape::Padded)
        } else {
            self.from_slice(bytes).map(AnyShape::Shape)
        }
    }
}

/// Returns whether the layout of a message has padding.
fn is_padded(bytes: &[u8]) -> Result<bool, DecodeError> {
    let mut message = WireBytes::new(bytes);
    while let Some(field) = message.field()? {
        let Some(mut layout) = field.message(5) else { continue };
        while let Some(field) = layout.field()? {
            if is_padding(&field) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

impl AnyShape {
    /// Returns the shape of a message of either generation, read with the default [`Options`].
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the bytes and at which byte.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, DecodeError> {
        Options::new().any_from_slice(bytes)
    }

    /// Returns the bytes of the message.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        match self {
            AnyShape::Shape(shape) => shape.to_vec(),
            AnyShape::Padded(shape) => shape.to_vec(),
        }
    }

    /// Returns whether the shape is that of an array.
    #[must_use]
    pub fn is_array(&self) -> bool {
        match self {
            AnyShape::Shape(shape) => shape.as_array().is_some(),
            AnyShape::Padded(_) => true,
        }
    }

    /// Returns element type and shape of the tensor.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if it is no array, the model has no such element type or a dimension is dynamic.
    pub fn header(&self) -> Result<Header, ErrorKind> {
        match self {
            AnyShape::Shape(shape) => array(shape)?.header(),
            AnyShape::Padded(shape) => shape.header(),
        }
    }

    /// Returns the number of bytes of a buffer that holds the array: see [`ArrayShape::buffer_size`].
    ///
    /// # Errors
    ///
    /// As [`ArrayShape::buffer_size`], and [`Layout`](ErrorKind::Layout) if it is no array.
    pub fn buffer_size(&self) -> Result<usize, ErrorKind> {
        match self {
            AnyShape::Shape(shape) => array(shape)?.buffer_size(),
            AnyShape::Padded(shape) => Ok(shape.byte_size()),
        }
    }

    /// Returns the array in `buffer` as a tensor that borrows it, without a copy.
    ///
    /// # Errors
    ///
    /// As [`ArrayShape::view`], and [`Layout`](ErrorKind::Layout) if it is no array, or the buffer is shorter or longer
    /// than [`buffer_size`](Self::buffer_size).
    pub fn view<'a>(&self, buffer: &'a [u8]) -> Result<TensorRef<'a>, ErrorKind> {
        check_len(self.buffer_size()?, buffer)?;
        match self {
            AnyShape::Shape(shape) => array(shape)?.view(buffer),
            AnyShape::Padded(shape) => shape.view(buffer),
        }
    }

    /// Returns the array in `buffer` as a tensor, copied from any layout into row-major order.
    ///
    /// # Errors
    ///
    /// As [`view`](Self::view), but tiles are no reason.
    pub fn to_tensor(&self, buffer: &[u8]) -> Result<Tensor, ErrorKind> {
        check_len(self.buffer_size()?, buffer)?;
        match self {
            AnyShape::Shape(shape) => array(shape)?.to_tensor(buffer),
            AnyShape::Padded(shape) => shape.to_tensor(buffer),
        }
    }
}

fn array(shape: &Shape) -> Result<&ArrayShape, ErrorKind> {
    shape.as_array().ok_or(ErrorKind::Layout { why: "an XLA shape that is no array has no elements of its own" })
}

impl From<Shape> for AnyShape {
    fn from(shape: Shape) -> Self {
        AnyShape::Shape(shape)
    }
}

impl From<PaddedShape> for AnyShape {
    fn from(shape: PaddedShape) -> Self {
        AnyShape::Padded(shape)
    }
}

impl fmt::Display for AnyShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyShape::Shape(shape) => shape.fmt(f),
            AnyShape::Padded(shape) => shape.fmt(f),
        }
    }
}
