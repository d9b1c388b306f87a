//! Records and tensors: the same layout in two words.

use smallvec::SmallVec;

use super::{DType, IndexMode, MetaData, Order, READ_ONLY, Table};
use crate::{ErrorKind, Layout, TensorRef};

impl MetaData {
    /// The record of a tensor, over the tensor's own [`buffer`](TensorRef::buffer): its byte order, strides and offset as
    /// they are, read-only, throwing on indices outside.
    ///
    /// # Errors
    ///
    /// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) if stdlib has no such element type.
    pub fn of(tensor: &TensorRef<'_>) -> Result<Self, ErrorKind> {
        let element_type = tensor.element_type();
        let unsupported = ErrorKind::UnsupportedElementType { element_type, format: "stdlib" };
        let (Some(dtype), Some(layout)) = (DType::of(element_type), tensor.layout()) else { return Err(unsupported) };
        let strides: SmallVec<[i64; 6]> = layout.strides().iter().map(|stride| *stride as i64).collect();
        let column_major = strides.len() > 1 && strides.is_sorted_by_key(|stride| stride.unsigned_abs());
        Ok(Self {
            byte_order: tensor.byte_order(),
            table: Table::B,
            dtype,
            shape: tensor.shape().clone(),
            strides,
            offset: layout.offset() as i64,
            order: if column_major { Order::ColumnMajor } else { Order::RowMajor },
            mode: IndexMode::Throw,
            submodes: SmallVec::from_slice(&[IndexMode::Throw]),
            flags: READ_ONLY,
        })
    }

    /// The layout of the elements.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) for element types without a size, whose records have lost their strides, and for
    /// strides or offsets that cannot be addressed here.
    pub fn layout(&self) -> Result<Layout, ErrorKind> {
        if self.dtype.size().is_none() {
            return Err(ErrorKind::Layout { why: "the record of an element type without a size holds no strides" });
        }
        let strides: Option<SmallVec<[isize; 6]>> = self.strides.iter().map(|s| isize::try_from(*s).ok()).collect();
        match (strides, usize::try_from(self.offset)) {
            (Some(strides), Ok(offset)) => Ok(Layout::new(&strides, offset)),
            _ => Err(ErrorKind::Layout { why: "a stride or the offset cannot be addressed" }),
        }
    }

    /// The array over its buffer, without a copy.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if an element lies outside of the buffer or the element type has no size,
    /// [`InvalidBoolean`](ErrorKind::InvalidBoolean).
    pub fn view<'a>(&self, buffer: &'a [u8]) -> Result<TensorRef<'a>, ErrorKind> {
        let layout = self.layout()?;
        let element_type = self.dtype.element_type();
        let element_type = element_type.ok_or(ErrorKind::Layout { why: "the model has no such element type" })?;
        TensorRef::with_layout(element_type, self.shape.clone(), buffer, layout, self.byte_order)
    }
}
