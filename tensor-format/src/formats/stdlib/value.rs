//! Conversions between meta-data records and tensors.

use smallvec::SmallVec;

use super::{DType, IndexMode, MetaData, Order, READ_ONLY, Table};
use crate::{ByteOrder, ElementType, ErrorKind, Header, InlineVec, Layout, TensorRef};

impl MetaData {
    /// Returns the record that describes a tensor in its own [`buffer`](TensorRef::buffer): with the tensor's byte
    /// order, strides and offset, read-only, throwing on indices outside.
    ///
    /// # Errors
    ///
    /// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) if stdlib has no such element type.
    pub fn of(tensor: &TensorRef<'_>) -> Result<Self, ErrorKind> {
        let (element_type, layout) = (tensor.element_type(), tensor.layout());
        let layout = layout.ok_or(ErrorKind::UnsupportedElementType { element_type, format: "stdlib" })?;
        Ok(Self { flags: READ_ONLY, ..Self::of_layout(tensor.header(), &layout, tensor.byte_order())? })
    }

    /// Returns the record that describes `array`, a view of ndarray whose elements are in `buffer`: strides and offset
    /// are the view's.
    ///
    /// # Errors
    ///
    /// [`NotBorrowable`](ErrorKind::NotBorrowable) if the view is not in the buffer, and as [`of`](Self::of).
    ///
    /// ```
    /// use ndarray::{Array2, s};
    /// use tensor_format::stdlib::MetaData;
    /// let a = Array2::<f64>::zeros((4, 4));
    /// let meta = MetaData::of_array(&a.slice(s![1..;2, ..;-1]), a.as_slice().unwrap())?;
    /// assert_eq!((meta.strides.as_slice(), meta.offset), ([64, -8].as_slice(), 56));
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    #[cfg(feature = "ndarray")]
    pub fn of_array<T: crate::Element, D: ndarray::Dimension>(
        array: &ndarray::ArrayView<'_, T, D>,
        buffer: &[T],
    ) -> Result<Self, ErrorKind> {
        Self::of(&TensorRef::from_array_in(array, buffer)?)
    }

    /// Returns the record that describes elements placed in a buffer as `layout` says: writable, throwing on indices
    /// outside. The declared order is the one that the strides follow, row-major if they follow none.
    ///
    /// # Errors
    ///
    /// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) if stdlib has no such element type,
    /// [`Layout`](ErrorKind::Layout) if there is not one stride for each axis.
    pub fn of_layout(header: &Header, layout: &Layout, byte_order: ByteOrder) -> Result<Self, ErrorKind> {
        let Header { element_type, shape } = header.clone();
        let dtype = DType::of(element_type);
        let dtype = dtype.ok_or(ErrorKind::UnsupportedElementType { element_type, format: "stdlib" })?;
        if layout.strides().len() != shape.rank() {
            return Err(ErrorKind::Layout { why: "the number of strides is not the rank of the shape" });
        }
        let strides: InlineVec<i64> = layout.strides().iter().map(|stride| *stride as i64).collect();
        let wide = || strides.iter().zip(shape.iter()).filter(|(_, len)| **len > 1).map(|(stride, _)| stride);
        let rises = |strides: &mut dyn Iterator<Item = &i64>| strides.map(|stride| stride.unsigned_abs()).is_sorted();
        let row_major = rises(&mut wide().rev()) || !rises(&mut wide());
        Ok(Self {
            byte_order,
            table: Table::Current,
            dtype,
            shape,
            offset: i64::try_from(layout.offset()).map_err(|_| ErrorKind::ShapeOverflow)?,
            order: if row_major { Order::RowMajor } else { Order::ColumnMajor },
            mode: IndexMode::Throw,
            submodes: InlineVec::from([IndexMode::Throw]),
            flags: 0,
            strides,
        })
    }

    /// Returns this crate's element type for the elements of the array.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if the model has no such element type.
    pub fn element_type(&self) -> Result<ElementType, ErrorKind> {
        self.dtype.element_type().ok_or(ErrorKind::Layout { why: "the model has no such element type" })
    }

    /// Returns element type and shape.
    ///
    /// # Errors
    ///
    /// As [`element_type`](Self::element_type).
    pub fn header(&self) -> Result<Header, ErrorKind> {
        Ok(Header::new(self.element_type()?, &self.shape))
    }

    /// Returns the layout of the elements.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) for element types without a size, whose records have lost their strides (those of
    /// structured types have not), and for
    /// strides or offsets that cannot be addressed here.
    pub fn layout(&self) -> Result<Layout, ErrorKind> {
        self.check_strides()?;
        let strides: Option<SmallVec<[isize; 6]>> = self.strides.iter().map(|s| isize::try_from(*s).ok()).collect();
        match (strides, usize::try_from(self.offset)) {
            (Some(strides), Ok(offset)) => Ok(Layout::new(&strides, offset)),
            _ => Err(ErrorKind::Layout { why: "a stride or the offset cannot be addressed" }),
        }
    }

    /// Returns an error for a record of an element type without a size: it has lost its strides. Those of structured
    /// types have true ones.
    pub(super) fn check_strides(&self) -> Result<(), ErrorKind> {
        let user_defined = || self.dtype.is_user_defined() && self.strides.iter().any(|stride| *stride != 0);
        match self.dtype.size() {
            Some(_) => Ok(()),
            None if user_defined() => Ok(()),
            None => Err(ErrorKind::Layout { why: "the record of an element type without a size holds no strides" }),
        }
    }

    /// Checks that every element is in a buffer of `len` bytes.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if one does not or its size is not known, and as [`layout`](Self::layout).
    pub fn check_buffer(&self, len: usize) -> Result<(), ErrorKind> {
        let layout = self.layout()?;
        let size = self.dtype.size().ok_or(ErrorKind::Layout { why: "the size of an element is not known" })?;
        let touched = layout.bytes(&self.shape, size)?;
        if touched.end > len {
            return Err(ErrorKind::Layout { why: "an element lies outside of the buffer" });
        }
        Ok(())
    }

    /// Returns the array in `buffer` as a tensor that borrows it, without a copy.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if an element is outside of the buffer or the element type has no size,
    /// [`InvalidBoolean`](ErrorKind::InvalidBoolean).
    pub fn view<'a>(&self, buffer: &'a [u8]) -> Result<TensorRef<'a>, ErrorKind> {
        let layout = self.layout()?;
        TensorRef::with_layout(self.element_type()?, &self.shape, buffer, layout, self.byte_order)
    }
}
