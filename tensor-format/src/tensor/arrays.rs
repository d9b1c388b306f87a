//! Conversions between tensors and arrays of ndarray.

use alloc::sync::Arc;

use ndarray::{Array, ArrayView, CowArray, Dimension, IxDyn, ShapeBuilder};
use smallvec::SmallVec;

use super::{Data, Tensor, TensorRef};
use crate::{ByteOrder, Element, ErrorKind, Header, Layout, Shape};

impl<'a> TensorRef<'a> {
    /// Returns the elements as an array: a view where they are aligned and in this machine's byte order, their strides
    /// kept if they are whole numbers of elements; else a copy in row-major order.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType), [`Rank`](ErrorKind::Rank) if `D` is of another rank, or
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow) for strides that ndarray cannot address. Never for alignment.
    ///
    /// ```
    /// use ndarray::Ix2;
    /// use tensor_format::TensorRef;
    /// let t = TensorRef::from_slice([2, 2], &[1i32, 2, 3, 4])?;
    /// let a = t.to_array::<i32, Ix2>()?;
    /// assert!(a.is_view());
    /// assert_eq!(a.sum(), 10);
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn to_array<T: Element, D: Dimension>(&self) -> Result<CowArray<'a, T, D>, ErrorKind> {
        T::TYPE.expect(self.element_type())?;
        self.expect_rank::<D>()?;
        let array: CowArray<'a, T, IxDyn> = match self.dynamic_view::<T>() {
            Ok(view) => view.into(),
            Err(_) => Array::from_shape_vec(&**self.shape(), self.to_vec::<T>()?).map_err(overflow)?.into(),
        };
        array.into_dimensionality().map_err(overflow)
    }

    /// Returns the elements as an array over the tensor's own buffer, without a copy; strides may be negative or zero.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType), [`Rank`](ErrorKind::Rank) if `D` is of another rank,
    /// [`Misaligned`](ErrorKind::Misaligned), [`NotBorrowable`](ErrorKind::NotBorrowable) with the reason for strides
    /// that are no whole numbers of elements and for a foreign byte order, or
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow) for strides that ndarray cannot address.
    ///
    /// ```
    /// use ndarray::{Ix1, array};
    /// use tensor_format::{ByteOrder, ElementType, TensorRef, layout::Layout};
    /// let backwards = Layout::new(&[-2], 4);
    /// let t = TensorRef::with_layout(ElementType::U8, [3], &[1, 2, 3, 4, 5], backwards, ByteOrder::NATIVE)?;
    /// assert_eq!(t.array_view::<u8, Ix1>()?, array![5, 3, 1]);
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn array_view<T: Element, D: Dimension>(&self) -> Result<ArrayView<'a, T, D>, ErrorKind> {
        T::TYPE.expect(self.element_type())?;
        self.expect_rank::<D>()?;
        self.dynamic_view::<T>()?.into_dimensionality().map_err(overflow)
    }

    fn expect_rank<D: Dimension>(&self) -> Result<(), ErrorKind> {
        let found = self.rank();
        let wanted = D::NDIM.filter(|rank| *rank != found);
        wanted.map_or(Ok(()), |expected| Err(ErrorKind::Rank { expected, or_more: false, found }))
    }

    fn dynamic_view<T: Element>(&self) -> Result<ArrayView<'a, T, IxDyn>, ErrorKind> {
        let shape = &**self.shape();
        if self.row_major_bytes().is_some() {
            return ArrayView::from_shape(shape, self.as_slice::<T>()?).map_err(overflow);
        }
        let fail = |why| ErrorKind::NotBorrowable { why };
        let Data::Fixed { bytes, layout: Some(layout), order } = &self.data else {
            return Err(fail("elements of variable size are no array"));
        };
        if *order != ByteOrder::NATIVE && T::SIZE > 1 {
            return Err(fail("the byte order is not this machine's"));
        }
        let size = isize::try_from(T::SIZE).map_err(|_| ErrorKind::ShapeOverflow)?;
        let mut strides: SmallVec<[usize; 6]> = SmallVec::new();
        for (&stride, &len) in layout.strides().iter().zip(shape) {
            match (len, stride.checked_rem(size), stride.checked_div(size)) {
                (1, ..) => strides.push(0),
                (_, Some(0), Some(elements)) => strides.push(elements as usize),
                _ => return Err(fail("a stride is no multiple of the element size")),
            }
        }
        let outside = ErrorKind::Layout { why: "an element lies outside of the buffer" };
        let touched = bytes.get(layout.bytes(shape, T::SIZE)?).ok_or(outside)?;
        ArrayView::from_shape(IxDyn(shape).strides(IxDyn(&strides)), T::cast(touched)?).map_err(overflow)
    }

    /// Returns a tensor over the elements of an array, without a copy: whole arrays and contiguous parts of them, in
    /// any order of the axes and with axes inverted. Strides are kept.
    ///
    /// # Errors
    ///
    /// [`NotBorrowable`](ErrorKind::NotBorrowable) for a view with gaps, whose memory ndarray does not give away: use
    /// [`from_array_in`](Self::from_array_in) with the buffer, or [`Tensor::from_array`] with `view.to_owned()`.
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) for more than 255 axes.
    ///
    /// ```
    /// use ndarray::array;
    /// use tensor_format::TensorRef;
    /// let a = array![[1, 2, 3], [4, 5, 6]];
    /// let t = TensorRef::from_array(a.t())?;
    /// assert_eq!(t.shape(), &[3, 2]);
    /// assert_eq!(t.get::<i32>(&[2, 0]), Some(3));
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn from_array<T: Element, D: Dimension>(array: ArrayView<'a, T, D>) -> Result<Self, ErrorKind> {
        let shape = Shape::from(array.shape());
        shape.check(T::TYPE)?;
        let order = ByteOrder::NATIVE;
        let gaps = ErrorKind::NotBorrowable { why: "the view has gaps" };
        let (elements, layout) = match array.to_slice() {
            Some(elements) => (elements, None),
            None => {
                let elements = array.to_slice_memory_order().ok_or(gaps)?;
                (elements, Some(layout_of::<T>(&shape, array.strides(), None)?))
            }
        };
        let data = Data::Fixed { bytes: T::as_bytes(elements), layout: layout.map(Arc::new), order };
        Ok(Self { header: Header { element_type: T::TYPE, shape }, data })
    }

    /// Returns a tensor over the elements of any view into `buffer`, gaps, zero and negative strides included. `buffer`
    /// is the whole memory that the view is a part of, and becomes the tensor's [`buffer`](Self::buffer).
    ///
    /// # Errors
    ///
    /// [`NotBorrowable`](ErrorKind::NotBorrowable) if the view is not in the buffer,
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) for more than 255 axes.
    ///
    /// ```
    /// use ndarray::{array, s};
    /// use tensor_format::TensorRef;
    /// let a = array![[1, 2, 3], [4, 5, 6]];
    /// let outer_columns = a.slice(s![.., ..;-2]);
    /// let t = TensorRef::from_array_in(&outer_columns, a.as_slice().unwrap())?;
    /// assert_eq!(t.to_vec::<i32>()?, [3, 1, 6, 4]);
    /// assert_eq!(t.layout().unwrap().strides(), [12, -8]);
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn from_array_in<T: Element, D: Dimension>(
        array: &ArrayView<'_, T, D>,
        buffer: &'a [T],
    ) -> Result<Self, ErrorKind> {
        let shape = Shape::from(array.shape());
        // An offset in elements, found by comparing addresses: where they match, the elements are the same.
        let start = array.as_ptr().addr().checked_sub(buffer.as_ptr().addr());
        let start = start.filter(|at| at.checked_rem(T::SIZE) == Some(0)).and_then(|at| at.checked_div(T::SIZE));
        let elsewhere = || ErrorKind::NotBorrowable { why: "the view does not lie in the buffer" };
        let offset = if array.is_empty() { 0 } else { start.ok_or_else(elsewhere)? };
        let layout = layout_of::<T>(&shape, array.strides(), Some(offset))?;
        Self::with_layout(T::TYPE, shape, T::as_bytes(buffer), layout, ByteOrder::NATIVE).map_err(|kind| match kind {
            ErrorKind::Layout { .. } => elsewhere(),
            kind => kind,
        })
    }
}

impl Tensor {
    /// Creates a tensor from the elements of an array, whose memory and strides it keeps, in whatever order they are.
    ///
    /// # Errors
    ///
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) for more than 255 axes.
    ///
    /// ```
    /// use ndarray::Array3;
    /// use tensor_format::Tensor;
    /// let t = Tensor::from_array(Array3::<f32>::zeros((2, 3, 4)))?;
    /// assert_eq!(t.header().to_string(), "f32 [2, 3, 4]");
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn from_array<T: Element, D: Dimension>(array: Array<T, D>) -> Result<Self, ErrorKind> {
        let shape = Shape::from(array.shape());
        let strides: SmallVec<[isize; 6]> = array.strides().into();
        let count = array.len();
        let (elements, offset) = array.into_raw_vec_and_offset();
        let layout = layout_of::<T>(&shape, &strides, Some(offset.unwrap_or(0)))?;
        if elements.len() == count && layout.offset() == 0 && layout.is_row_major(&shape, T::SIZE) {
            return Self::from_vec(shape, elements);
        }
        Self::from_vec_with_layout(shape, elements, layout)
    }
}

/// Returns a layout from strides in elements. Without an `offset` the lowest element is at the start of the buffer.
fn layout_of<T: Element>(shape: &[usize], strides: &[isize], offset: Option<usize>) -> Result<Layout, ErrorKind> {
    let size = T::SIZE as isize;
    let bytes: SmallVec<[isize; 6]> = strides.iter().map(|stride| stride.saturating_mul(size)).collect();
    let below = |(stride, len): (&isize, &usize)| match stride {
        ..0 => stride.unsigned_abs().checked_mul(len.saturating_sub(1)),
        _ => Some(0),
    };
    let lowest = || strides.iter().zip(shape).map(below).try_fold(0, |sum: usize, part| sum.checked_add(part?));
    let offset = offset.or_else(lowest).and_then(|offset| offset.checked_mul(T::SIZE));
    Ok(Layout::new(&bytes, offset.ok_or(ErrorKind::ShapeOverflow)?))
}

fn overflow(_: ndarray::ShapeError) -> ErrorKind {
    ErrorKind::ShapeOverflow
}
