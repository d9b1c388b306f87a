//! Padded layouts: the message of 2017, which XLA has since replaced by tiles.

use core::fmt;

use crate::{
    DimOrder, ErrorKind, InlineVec, Limit, MAX_RANK, Shape,
    formats::xla::{PrimitiveType, UnknownFields, proto_enum::numbered, write::join},
};

/// A layout whose dimensions are padded at their high ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PaddedLayout {
    /// The dimensions from the fastest-varying to the slowest.
    pub minor_to_major: InlineVec<usize>,
    /// The sizes of the dimensions with their padding; empty for none.
    pub padded_dimensions: InlineVec<usize>,
    /// The value that padding holds.
    pub padding_value: PaddingValue,
    /// The fields of the message that are not known here.
    pub unknown: UnknownFields,
}

impl PaddedLayout {
    /// Returns a layout in which `minor_to_major[0]` varies fastest.
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
    /// The value that the elements of padding have.
    #[derive(Default)]
    PaddingValue,
    /// The name of the value in the definition of the messages.
    name;
    /// No value is given: a reader must ignore padding, a writer writes zero.
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
    /// Any value: a reader must ignore padding, a writer writes zero.
    Unknown = 5, "UNKNOWN_PAD";
}

/// The shape of an array whose layout may be padded. The layout always fits the sizes.
/// [`AnyShape`](crate::xla::AnyShape) reads messages of this and of the present generation.
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
    /// Returns an array of these sizes in this layout.
    ///
    /// # Errors
    ///
    /// [`Rank`](ErrorKind::Rank), [`Field`](ErrorKind::Field) or [`ShapeOverflow`](ErrorKind::ShapeOverflow) if the
    /// layout does not fit.
    pub fn new(element_type: PrimitiveType, sizes: &[usize], layout: PaddedLayout) -> Result<Self, ErrorKind> {
        Limit::Rank.check(MAX_RANK, sizes.len())?;
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

    /// Returns the element type.
    #[must_use]
    pub fn element_type(&self) -> PrimitiveType {
        self.element_type
    }

    /// Returns the sizes of the dimensions without padding.
    #[must_use]
    pub fn sizes(&self) -> &Shape {
        self.order.shape()
    }

    /// Returns the layout.
    #[must_use]
    pub fn layout(&self) -> &PaddedLayout {
        &self.layout
    }

    /// Returns the order of the elements in memory, padding included.
    #[must_use]
    pub fn order(&self) -> &DimOrder {
        &self.order
    }

    /// Returns the number of bytes of the elements with their padding.
    #[must_use]
    pub fn byte_size(&self) -> usize {
        self.order.positions().saturating_mul(self.element_type.size())
    }
}

impl fmt::Display for PaddedShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", self.element_type)?;
        join(f, ",", self.sizes())?;
        f.write_str("]{")?;
        join(f, ",", &self.layout.minor_to_major)?;
        f.write_str("}, padded to [")?;
        join(f, ",", self.order.bounds())?;
        write!(f, "] with {}", self.layout.padding_value.name())
    }
}
