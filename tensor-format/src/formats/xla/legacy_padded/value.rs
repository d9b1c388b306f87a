//! Conversion of padded arrays to tensors, and of tensors to padded arrays, the value of padding included.

use smallvec::SmallVec;

use crate::{
    ByteOrder, DimOrder, ElementType, ErrorKind, Header, Layout, Placement, Tensor, TensorRef,
    formats::xla::{
        PaddedLayout, PaddedShape, PaddingValue,
        operations::value::{SHORT, check_same, check_storage, model_type, read, strides_of, write},
    },
};

impl PaddedShape {
    /// Returns the shape that describes a tensor's buffer, with the order and the padding that its strides amount to.
    ///
    /// # Errors
    ///
    /// As [`of_layout`](Self::of_layout).
    pub fn of(tensor: &TensorRef<'_>) -> Result<Self, ErrorKind> {
        Self::of_layout(tensor.header(), &strides_of(tensor)?, tensor.byte_order())
    }

    /// Returns the shape that describes elements at these strides.
    ///
    /// # Errors
    ///
    /// As [`ArrayShape::of_layout`](crate::xla::ArrayShape::of_layout), and if there is room between all elements, but
    /// no dimension of size 1 to carry it.
    pub fn of_layout(header: &Header, layout: &Layout, byte_order: ByteOrder) -> Result<Self, ErrorKind> {
        let element_type = check_storage(header, layout, byte_order)?;
        let order = DimOrder::of_layout(layout, &header.shape, element_type.size())?;
        let padded: &[usize] = if order.is_dense() { &[] } else { order.bounds() };
        let layout = PaddedLayout::new(order.minor_to_major(), padded, PaddingValue::Unknown);
        Self::new(element_type, order.shape(), layout)
    }

    /// Returns the byte strides of the elements.
    ///
    /// # Errors
    ///
    /// Never fails for a shape that was made: its bytes can be addressed.
    pub fn to_layout(&self) -> Result<Layout, ErrorKind> {
        self.order().to_layout(self.element_type().size())
    }

    /// Returns element type and shape of the tensor.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if the model has no such element type.
    pub fn header(&self) -> Result<Header, ErrorKind> {
        Ok(Header::new(model_type(self.element_type())?, self.sizes()))
    }

    /// Returns the array in `buffer` as a tensor that borrows it, without a copy; padding at the very end may be
    /// missing.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if the buffer is too short or the model has no such element type, and
    /// [`InvalidBoolean`](ErrorKind::InvalidBoolean).
    pub fn view<'a>(&self, buffer: &'a [u8]) -> Result<TensorRef<'a>, ErrorKind> {
        let Header { element_type, shape } = self.header()?;
        TensorRef::with_layout(element_type, shape, buffer, self.to_layout()?, ByteOrder::Little)
    }

    /// Returns the array in `buffer` as a tensor, copied into row-major order.
    ///
    /// # Errors
    ///
    /// As [`view`](Self::view).
    pub fn to_tensor(&self, buffer: &[u8]) -> Result<Tensor, ErrorKind> {
        read(self.header()?, &Placement::untiled(self.order(), self.element_type().size())?, buffer)
    }

    /// Writes a tensor's elements to a buffer in this layout, whatever its own, and the padding value between them.
    ///
    /// The least and greatest float are the infinities. Where padding may hold anything it becomes zero.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType), [`Rank`](ErrorKind::Rank) or [`AxisLength`](ErrorKind::AxisLength) if
    /// the tensor is of another element type or shape, [`Layout`](ErrorKind::Layout) if the buffer is shorter than
    /// [`byte_size`](Self::byte_size), or the least or greatest complex number is asked for.
    ///
    /// ```
    /// use tensor_format::{TensorRef, xla::{PaddedLayout, PaddedShape, PaddingValue, PrimitiveType}};
    /// let layout = PaddedLayout::new(&[0, 1], &[3, 5], PaddingValue::Zero);
    /// let shape = PaddedShape::new(PrimitiveType::U8, &[2, 3], layout)?;
    /// let mut buffer = [9; 15];
    /// shape.write(&TensorRef::from_slice([2, 3], &[1u8, 2, 3, 4, 5, 6])?, &mut buffer)?;
    /// assert_eq!(buffer, [1, 4, 0, 2, 5, 0, 3, 6, 0, 0, 0, 0, 0, 0, 0]);
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn write(&self, tensor: &TensorRef<'_>, buffer: &mut [u8]) -> Result<(), ErrorKind> {
        let header = self.header()?;
        let padding = padding_bytes(self.layout().padding_value, header.element_type)?;
        let buffer = buffer.get_mut(..self.byte_size()).ok_or(SHORT)?;
        let to = Placement::untiled(self.order(), self.element_type().size())?;
        check_same(tensor, &header)?;
        // Padding goes everywhere first, and the elements over it: no place between them has to be looked for.
        buffer.chunks_exact_mut(padding.len()).for_each(|place| place.copy_from_slice(&padding));
        write(tensor, &header, &to, buffer)
    }
}

/// Returns the bytes of one element of padding with this value. The least and the greatest float are the infinities.
fn padding_bytes(value: PaddingValue, element_type: ElementType) -> Result<SmallVec<[u8; 16]>, ErrorKind> {
    use ElementType as E;
    const UNORDERED: ErrorKind =
        ErrorKind::Layout { why: "padding by the least or greatest needs numbers in an order" };
    let size = element_type.size().unwrap_or(1);
    // The bits of each value, of which an element takes the lowest. They are the real part of a complex number; the
    // imaginary part is zero.
    let sign = 1u64 << size.saturating_mul(8).saturating_sub(1).min(63);
    let (one, least, greatest) = match element_type {
        E::Bool => (1, 0, 1),
        E::U8 | E::U16 | E::U32 | E::U64 => (1, 0, u64::MAX),
        E::I8 | E::I16 | E::I32 | E::I64 => (1, sign, !sign),
        E::F16 => (0x3c00, 0xfc00, 0x7c00),
        E::BF16 => (0x3f80, 0xff80, 0x7f80),
        E::F32 | E::C64 => (0x3f80_0000, 0xff80_0000, 0x7f80_0000),
        E::F64 | E::C128 => (1f64.to_bits(), f64::NEG_INFINITY.to_bits(), f64::INFINITY.to_bits()),
        _ => (0, 0, 0),
    };
    let bits = match value {
        PaddingValue::Zero | PaddingValue::Invalid | PaddingValue::Unknown => 0,
        PaddingValue::One if one != 0 => one,
        PaddingValue::Lowest | PaddingValue::Highest if matches!(element_type, E::C64 | E::C128) => {
            return Err(UNORDERED);
        }
        PaddingValue::Lowest if one != 0 => least,
        PaddingValue::Highest if one != 0 => greatest,
        _ => return Err(UNORDERED),
    };
    let mut bytes = SmallVec::from_elem(0, size);
    bytes.iter_mut().zip(bits.to_le_bytes()).for_each(|(byte, from)| *byte = from);
    Ok(bytes)
}
