//! Conversion of buffers to tensors by their shapes, and of tensors to buffers. Numbers in buffers are little-endian.

use alloc::vec::Vec;

use crate::{
    ByteOrder, Dim, ElementType, ErrorKind, Header, Placement, Tensor, TensorRef, TiledOrder, copy_elements,
    formats::xla::{ArrayShape, Layout, PrimitiveType, Shape, Tile, shape::check::buffer_bytes},
    layout::Layout as Strides,
    next_index,
};

impl Shape {
    /// Returns the shape that describes a tensor's buffer, with the layout that its strides amount to: see
    /// [`ArrayShape::of`].
    ///
    /// # Errors
    ///
    /// As [`ArrayShape::of`].
    pub fn of(tensor: &TensorRef<'_>) -> Result<Self, ErrorKind> {
        ArrayShape::of(tensor).map(Shape::from)
    }
}

impl ArrayShape {
    /// Returns the shape that describes a tensor's buffer, with the layout that its strides amount to.
    ///
    /// # Errors
    ///
    /// As [`of_layout`](Self::of_layout).
    pub fn of(tensor: &TensorRef<'_>) -> Result<Self, ErrorKind> {
        Self::of_layout(tensor.header(), &strides_of(tensor)?, tensor.byte_order())
    }

    /// Returns the shape that describes elements at these strides. Where the strides leave room, the layout has tiles:
    /// see [`TiledOrder::of_layout`]. The room behind the last element counts, so that the shape may take more bytes
    /// than the elements touch.
    ///
    /// # Errors
    ///
    /// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) for elements of variable size,
    /// [`Layout`](ErrorKind::Layout) with the property that no order of dimensions and no tiles express, as far as they
    /// merge no dimensions: big-endian numbers, an offset (see [`TensorRef::trimmed`]), negative or zero strides,
    /// strides of which one is no multiple of the next smaller, and [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    ///
    /// ```
    /// use tensor_format::{ByteOrder, ElementType, Header, xla::ArrayShape, layout::Layout};
    /// let header = Header::new(ElementType::F32, [2, 3]);
    /// let of = |strides: [isize; 2]| ArrayShape::of_layout(&header, &Layout::new(&strides, 0), ByteOrder::Little);
    /// assert_eq!(of([4, 8])?.to_string(), "f32[2,3]{0,1}");
    /// assert_eq!(of([4, 12])?.to_string(), "f32[2,3]{0,1:T(3)}");
    /// assert_eq!(of([24, 8])?.to_string(), "f32[2,3]{1,0:T(1)(2)}");
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn of_layout(header: &Header, layout: &Strides, byte_order: ByteOrder) -> Result<Self, ErrorKind> {
        let element_type = check_storage(header, layout, byte_order)?;
        let order = TiledOrder::of_layout(layout, &header.shape, element_type.size())?;
        let mut found = Layout::new(order.order().minor_to_major());
        found.tiles = order.tiles().map(Tile::from_iter).collect();
        Self::new(element_type, order.shape())?.with_layout(found)
    }

    /// Returns the byte strides of the elements in their buffer, behind the data about dynamic sizes if there is any.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) with the property that strides cannot express: tiles that put neighbours at
    /// distances that differ (see [`TiledOrder::strides`]), packed elements, dynamic dimensions, sparse storage.
    pub fn to_layout(&self) -> Result<Strides, ErrorKind> {
        self.check_static()?;
        let layout = self.order()?.to_layout(self.whole_bytes()?)?;
        let prefix = self.prefix()?;
        Ok(if prefix == 0 { layout } else { Strides::new(layout.strides(), prefix.saturating_add(layout.offset())) })
    }

    /// Returns element type and shape of the tensor.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if the model has no such element type or a dimension is dynamic.
    pub fn header(&self) -> Result<Header, ErrorKind> {
        self.check_static()?;
        Ok(Header::new(model_type(self.element_type())?, self.sizes()?))
    }

    /// Returns the array in `buffer` as a tensor that borrows it, without a copy. More bytes may follow in the buffer,
    /// and padding behind the last element may be missing.
    ///
    /// # Errors
    ///
    /// As [`to_layout`](Self::to_layout), [`Layout`](ErrorKind::Layout) if the buffer is too short or the model has no
    /// such element type, and [`InvalidBoolean`](ErrorKind::InvalidBoolean).
    pub fn view<'a>(&self, buffer: &'a [u8]) -> Result<TensorRef<'a>, ErrorKind> {
        let (layout, header) = (self.to_layout()?, self.header()?);
        check_end(layout.bytes(&header.shape, self.element_type().size())?.end, buffer)?;
        TensorRef::with_layout(header.element_type, header.shape, buffer, layout, ByteOrder::Little)
    }

    /// Returns the array in `buffer` as a tensor, copied from any layout into row-major order.
    ///
    /// # Errors
    ///
    /// As [`view`](Self::view), but tiles are no reason. Where they put neighbours at distances that differ, padding
    /// counts.
    ///
    /// ```
    /// use tensor_format::xla::Shape;
    /// let tiled: Shape = "u8[2,3]{1,0:T(2,2)}".parse()?;
    /// let tensor = tiled.as_array().unwrap().to_tensor(&[1, 2, 4, 5, 3, 0, 6, 0])?;
    /// assert_eq!(tensor.as_ref().to_vec::<u8>()?, [1, 2, 3, 4, 5, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_tensor(&self, buffer: &[u8]) -> Result<Tensor, ErrorKind> {
        let header = self.header()?;
        let (order, size) = (self.order()?, self.whole_bytes()?);
        read(header, &Placement::in_order(&order, size)?, self.behind_prefix(buffer)?)
    }

    /// Calls `take` with the elements of a buffer in any layout, little-endian and in row-major order, in parts of at
    /// most 8 KiB, so that memory does not grow with the array.
    ///
    /// ```
    /// use tensor_format::{ErrorKind, xla::Shape};
    /// let tiled: Shape = "u8[2,3]{1,0:T(2,2)}".parse()?;
    /// let mut elements = Vec::new();
    /// tiled.as_array().unwrap().try_for_each_part(&[1, 2, 4, 5, 3, 0, 6, 0], |part| {
    ///     elements.extend_from_slice(part);
    ///     Ok::<(), ErrorKind>(())
    /// })?;
    /// assert_eq!(elements, [1, 2, 3, 4, 5, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`to_tensor`](Self::to_tensor), but that booleans are not looked at, and those of `take`.
    pub fn try_for_each_part<E: From<ErrorKind>>(
        &self,
        buffer: &[u8],
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        const PART: usize = 1 << 13;
        let (order, size) = (self.order()?, self.whole_bytes()?);
        let buffer = self.behind_prefix(buffer)?;
        check_end(Placement::in_order(&order, size)?.bytes(size)?.end, buffer)?;
        let shape = self.header()?.shape;
        let mut index = alloc::vec![0; shape.rank()];
        let mut part = Vec::with_capacity(PART);
        let mut left = !shape.contains(&0);
        while left {
            let start = order.position(&index)?.saturating_mul(size);
            part.extend_from_slice(buffer.get(start..start.saturating_add(size)).unwrap_or_default());
            left = next_index(&shape, &mut index);
            if part.len().saturating_add(size) > PART || !left {
                take(&part)?;
                part.clear();
            }
        }
        Ok(())
    }

    /// Writes a tensor's elements to a buffer in this layout, whatever its own. Padding stays as it is, and so do the
    /// bytes before the elements.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType), [`Rank`](ErrorKind::Rank) or [`AxisLength`](ErrorKind::AxisLength) if
    /// the tensor is of another element type or shape, [`Layout`](ErrorKind::Layout) if the buffer is shorter than
    /// [`buffer_size`](Self::buffer_size), or elements are packed.
    pub fn write(&self, tensor: &TensorRef<'_>, buffer: &mut [u8]) -> Result<(), ErrorKind> {
        let header = self.header()?;
        let (order, size) = (self.order()?, self.whole_bytes()?);
        check_end(buffer_bytes(order.positions(), self.element_type(), self.layout())?, buffer)?;
        let elements = buffer.get_mut(self.prefix()?..).unwrap_or_default();
        write(tensor, &header, &Placement::in_order(&order, size)?, elements)
    }

    /// Returns the number of bytes before the elements.
    fn prefix(&self) -> Result<usize, ErrorKind> {
        usize::try_from(self.layout().dynamic_shape_metadata_prefix_bytes).map_err(|_| ErrorKind::ShapeOverflow)
    }

    /// Returns the bytes of a buffer from its first element on.
    fn behind_prefix<'b>(&self, buffer: &'b [u8]) -> Result<&'b [u8], ErrorKind> {
        buffer.get(self.prefix()?..).ok_or(SHORT)
    }

    fn check_static(&self) -> Result<(), ErrorKind> {
        if self.dimensions().iter().any(|dimension| dimension.is_dynamic()) {
            return Err(ErrorKind::Layout { why: "a dimension is dynamic: the size of the value is not known" });
        }
        Ok(())
    }

    /// Returns the number of bytes of an element; an error if elements are packed.
    fn whole_bytes(&self) -> Result<usize, ErrorKind> {
        let size = self.element_type().size();
        match self.layout().element_size_in_bits {
            0 => Ok(size),
            bits if bits == (size as u64).saturating_mul(8) => Ok(size),
            _ => Err(ErrorKind::Layout { why: "elements take other numbers of bits than their type's bytes" }),
        }
    }
}

/// Returns the strides of a tensor; an error if its elements are of variable size.
pub(in super::super) fn strides_of(tensor: &TensorRef<'_>) -> Result<Strides, ErrorKind> {
    let element_type = tensor.element_type();
    tensor.layout().ok_or(ErrorKind::UnsupportedElementType { element_type, format: "XLA" })
}

/// Returns the XLA element type of elements at these strides; an error if no XLA buffer may hold them.
pub(in super::super) fn check_storage(
    header: &Header,
    layout: &Strides,
    byte_order: ByteOrder,
) -> Result<PrimitiveType, ErrorKind> {
    let element_type = header.element_type;
    let found = PrimitiveType::of(element_type);
    let found = found.ok_or(ErrorKind::UnsupportedElementType { element_type, format: "XLA" })?;
    if byte_order != ByteOrder::Little && found.size() > 1 {
        return Err(ErrorKind::Layout { why: "the numbers are big-endian" });
    }
    if header.shape.contains(&0) {
        return Ok(found);
    }
    if layout.strides().iter().zip(header.shape.iter()).any(|(stride, len)| *stride < 0 && *len > 1) {
        return Err(ErrorKind::Layout { why: "a stride is negative" });
    }
    if layout.offset() != 0 {
        return Err(ErrorKind::Layout { why: "the offset is not 0: an XLA buffer begins with its first element" });
    }
    Ok(found)
}

fn check_end(end: usize, buffer: &[u8]) -> Result<(), ErrorKind> {
    if end <= buffer.len() { Ok(()) } else { Err(SHORT) }
}

/// The error of a buffer that ends too early.
pub(in super::super) const SHORT: ErrorKind = ErrorKind::Layout { why: "the buffer is shorter than the shape" };

/// Checks that a buffer is exactly as long as its shape says.
pub(in super::super) fn check_len(len: usize, buffer: &[u8]) -> Result<(), ErrorKind> {
    check_end(len, buffer)?;
    if buffer.len() > len {
        return Err(ErrorKind::Layout { why: "the buffer is longer than the shape" });
    }
    Ok(())
}

/// Returns this crate's element type for one of XLA; an error if there is none.
pub(in super::super) fn model_type(element_type: PrimitiveType) -> Result<ElementType, ErrorKind> {
    element_type.element_type().ok_or(ErrorKind::Layout { why: "the model has no such element type" })
}

/// Returns a tensor of this header, its elements copied from `buffer`, where `from` says where each is, into row-major
/// order.
pub(in super::super) fn read(header: Header, from: &Placement<'_>, buffer: &[u8]) -> Result<Tensor, ErrorKind> {
    let size = header.element_type.size().unwrap_or(1);
    // Elements do not overlap, so that the length of the buffer bounds what is allocated.
    check_end(from.bytes(size)?.end, buffer)?;
    let len = header.shape.element_count().and_then(|count| count.checked_mul(size));
    let mut elements = alloc::vec![0; len.ok_or(ErrorKind::ShapeOverflow)?];
    let rows = Placement::strided(from.shape(), Strides::row_major(from.shape(), size));
    copy_elements(size, (from, buffer), (&rows, &mut elements))?;
    let tensor = TensorRef::from_bytes(header.element_type, header.shape, &elements, ByteOrder::Little)?;
    Ok(tensor.to_tensor())
}

/// Checks that a tensor has the element type and shape of `header`.
pub(in super::super) fn check_same(tensor: &TensorRef<'_>, header: &Header) -> Result<(), ErrorKind> {
    header.element_type.expect(tensor.element_type())?;
    let (expected, found) = (&header.shape, tensor.shape());
    if expected.rank() != found.rank() {
        return Err(ErrorKind::Rank { expected: expected.rank(), or_more: false, found: found.rank() });
    }
    match expected.iter().zip(found.iter()).enumerate().find(|(_, (expected, found))| expected != found) {
        Some((axis, (expected, found))) => {
            let expected = Dim::exact(*expected as u64).into();
            Err(ErrorKind::AxisLength { axis, expected, found: *found as u64 })
        }
        None => Ok(()),
    }
}

/// Copies a tensor's elements into `buffer`, where `to` says where each goes. The tensor must have the element type and
/// shape of `header`.
pub(in super::super) fn write(
    tensor: &TensorRef<'_>,
    header: &Header,
    to: &Placement<'_>,
    buffer: &mut [u8],
) -> Result<(), ErrorKind> {
    check_same(tensor, header)?;
    let size = header.element_type.size().unwrap_or(1);
    if tensor.byte_order() == ByteOrder::Little || size == 1 {
        let from = Placement::strided(tensor.shape(), strides_of(tensor)?);
        return copy_elements(size, (&from, tensor.buffer()), (to, buffer));
    }
    let from = Placement::strided(tensor.shape(), Strides::row_major(tensor.shape(), size));
    copy_elements(size, (&from, &tensor.to_bytes(ByteOrder::Little)), (to, buffer))
}
