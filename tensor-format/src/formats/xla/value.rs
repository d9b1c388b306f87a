//! Shapes and buffers to tensors, and back. Numbers in buffers are little-endian.

use alloc::vec::Vec;

use super::{ArrayShape, Layout, PaddedLayout, PaddedShape, PaddingValue, PrimitiveType, Shape, check::storage_bytes};
use crate::{ByteOrder, DimOrder, ElementType, ErrorKind, Tensor, TensorRef};

impl Shape {
    /// The shape of a tensor, with the layout its strides give it: see [`ArrayShape::of`].
    ///
    /// # Errors
    ///
    /// As [`ArrayShape::of`].
    pub fn of(tensor: &TensorRef<'_>) -> Result<Self, ErrorKind> {
        ArrayShape::of(tensor).map(Shape::from)
    }
}

impl ArrayShape {
    /// The shape of a tensor, with the layout its strides give it. The elements begin at the offset of the tensor's
    /// [`layout`](TensorRef::layout) in its buffer.
    ///
    /// # Errors
    ///
    /// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) for elements of variable size, and
    /// [`Layout`](ErrorKind::Layout) with the property that no order of dimensions has: negative or zero strides, gaps
    /// between elements (see [`PaddedShape::of`]).
    pub fn of(tensor: &TensorRef<'_>) -> Result<Self, ErrorKind> {
        let (element_type, order) = describe(tensor)?;
        if !order.is_dense() {
            return Err(ErrorKind::Layout { why: "the strides leave gaps, which tiles cannot describe" });
        }
        Self::new(element_type, order.shape())?.with_layout(Layout::new(order.minor_to_major()))
    }

    /// The byte strides of the elements.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) with the property that strides cannot express: tiles, packed elements, dynamic
    /// dimensions, sparse storage.
    pub fn to_layout(&self) -> Result<crate::Layout, ErrorKind> {
        self.check_static()?;
        let order = self.order()?;
        if order.is_tiled() {
            return Err(ErrorKind::Layout { why: "strides cannot express tiles" });
        }
        order.order().to_layout(self.whole_bytes()?)
    }

    /// The array over its buffer, without a copy. More bytes may follow in the buffer.
    ///
    /// # Errors
    ///
    /// As [`to_layout`](Self::to_layout), [`Layout`](ErrorKind::Layout) if the buffer is too short or the model has no such
    /// element type, and [`InvalidBoolean`](ErrorKind::InvalidBoolean).
    pub fn view<'a>(&self, buffer: &'a [u8]) -> Result<TensorRef<'a>, ErrorKind> {
        let layout = self.to_layout()?;
        self.check_buffer(buffer.len())?;
        TensorRef::with_layout(self.model_type()?, self.sizes()?, buffer, layout, ByteOrder::Little)
    }

    /// The array of a buffer in any layout, copied into row-major order.
    ///
    /// # Errors
    ///
    /// As [`view`](Self::view), but tiles are no reason.
    ///
    /// ```
    /// use tensor_format::xla::Shape;
    /// let tiled: Shape = "u8[2,3]{1,0:T(2,2)}".parse()?;
    /// let tensor = tiled.as_array().unwrap().to_tensor(&[1, 2, 4, 5, 3, 0, 6, 0])?;
    /// assert_eq!(tensor.as_ref().to_vec::<u8>()?, [1, 2, 3, 4, 5, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_tensor(&self, buffer: &[u8]) -> Result<Tensor, ErrorKind> {
        self.check_static()?;
        self.check_buffer(buffer.len())?;
        let (order, size) = (self.order()?, self.whole_bytes()?);
        let element_type = self.model_type()?;
        let mut elements = Vec::with_capacity(self.element_count()?.saturating_mul(size));
        for index in order.indices() {
            elements.extend_from_slice(buffer.get(span(order.position(&index)?, size)).unwrap_or_default());
        }
        let tensor = TensorRef::from_bytes(element_type, self.sizes()?, &elements, ByteOrder::Little)?;
        Ok(tensor.to_tensor())
    }

    /// Writes a tensor's elements to a buffer in this layout, whatever its own. Padding stays as it is.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType) or [`Layout`](ErrorKind::Layout) if the tensor is of another element type or
    /// shape, the buffer is shorter than [`byte_size`](Self::byte_size), or elements are packed.
    pub fn write(&self, tensor: &TensorRef<'_>, buffer: &mut [u8]) -> Result<(), ErrorKind> {
        self.check_static()?;
        self.check_buffer(buffer.len())?;
        let (order, size) = (self.order()?, self.whole_bytes()?);
        check_same(tensor, self.model_type()?, order.shape())?;
        let elements = tensor.to_bytes(ByteOrder::Little);
        for (index, element) in order.indices().zip(elements.chunks_exact(size)) {
            if let Some(place) = buffer.get_mut(span(order.position(&index)?, size)) {
                place.copy_from_slice(element);
            }
        }
        Ok(())
    }

    fn check_static(&self) -> Result<(), ErrorKind> {
        if self.dimensions().iter().any(|dimension| dimension.is_dynamic()) {
            return Err(ErrorKind::Layout { why: "a dimension is dynamic: the size of the value is not known" });
        }
        Ok(())
    }

    fn check_buffer(&self, len: usize) -> Result<(), ErrorKind> {
        let positions = self.order()?.positions();
        if len < storage_bytes(positions, self.element_type(), self.layout())? {
            return Err(ErrorKind::Layout { why: "the buffer is shorter than the shape" });
        }
        Ok(())
    }

    /// The bytes of an element, if each has bytes of its own.
    fn whole_bytes(&self) -> Result<usize, ErrorKind> {
        let size = self.element_type().size();
        match self.layout().element_size_in_bits {
            0 => Ok(size),
            bits if bits == (size as u64).saturating_mul(8) => Ok(size),
            _ => Err(ErrorKind::Layout { why: "elements take other numbers of bits than their type's bytes" }),
        }
    }

    fn model_type(&self) -> Result<ElementType, ErrorKind> {
        model_type(self.element_type())
    }
}

impl PaddedShape {
    /// The shape of a tensor, with the order and the padding its strides give it.
    ///
    /// # Errors
    ///
    /// As [`ArrayShape::of`], but padding at the high ends of dimensions is no reason.
    pub fn of(tensor: &TensorRef<'_>) -> Result<Self, ErrorKind> {
        let (element_type, order) = describe(tensor)?;
        let padded: &[usize] = if order.is_dense() { &[] } else { order.bounds() };
        let layout = PaddedLayout::new(order.minor_to_major(), padded, PaddingValue::Unknown);
        Self::new(element_type, order.shape(), layout)
    }

    /// The array over its buffer, without a copy; padding at the very end may be missing.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if the buffer is too short or the model has no such element type, and
    /// [`InvalidBoolean`](ErrorKind::InvalidBoolean).
    pub fn view<'a>(&self, buffer: &'a [u8]) -> Result<TensorRef<'a>, ErrorKind> {
        let element_type = model_type(self.element_type())?;
        let layout = self.order().to_layout(self.element_type().size())?;
        TensorRef::with_layout(element_type, self.sizes().clone(), buffer, layout, ByteOrder::Little)
    }
}

fn describe(tensor: &TensorRef<'_>) -> Result<(PrimitiveType, DimOrder), ErrorKind> {
    let element_type = tensor.element_type();
    let unsupported = ErrorKind::UnsupportedElementType { element_type, format: "XLA" };
    let (Some(found), Some(layout)) = (PrimitiveType::of(element_type), tensor.layout()) else {
        return Err(unsupported);
    };
    if tensor.byte_order() != ByteOrder::Little && found.size() > 1 {
        return Err(ErrorKind::Layout { why: "the numbers are big-endian" });
    }
    Ok((found, DimOrder::of_layout(&layout, tensor.shape(), found.size())?))
}

fn model_type(element_type: PrimitiveType) -> Result<ElementType, ErrorKind> {
    element_type.element_type().ok_or(ErrorKind::Layout { why: "the model has no such element type" })
}

fn check_same(tensor: &TensorRef<'_>, element_type: ElementType, shape: &[usize]) -> Result<(), ErrorKind> {
    if tensor.element_type() != element_type {
        let allowed = crate::ElementTypes::of(element_type);
        return Err(ErrorKind::ElementType { allowed, found: tensor.element_type() });
    }
    if tensor.shape()[..] != *shape {
        return Err(ErrorKind::Layout { why: "the tensor has another shape" });
    }
    Ok(())
}

/// The bytes of an element at a position.
fn span(position: usize, size: usize) -> core::ops::Range<usize> {
    let start = position.saturating_mul(size);
    start..start.saturating_add(size)
}
