//! Tensors that own their elements.

use alloc::{borrow::Cow, sync::Arc, vec::Vec};

use super::{
    Data, TensorRef,
    buffer::{Buffer, Storage},
    pack,
};
use crate::{
    ByteOrder, Element, ElementType, ErrorKind, Header, Layout, Shape,
    variable::{MediaForm, Packed, Variable, push_text},
};

/// An owned tensor of any element type and shape.
///
/// Created from a vector, it keeps the vector without a copy; copies that it makes itself are aligned for every element
/// type. Read it through [`as_ref`](Self::as_ref).
///
/// ```
/// use tensor_format::Tensor;
/// let t = Tensor::from_vec([2, 2], vec![1i64, 2, 3, 4])?;
/// assert_eq!(t.as_ref().as_slice::<i64>()?, [1, 2, 3, 4]);
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
#[derive(Clone)]
pub struct Tensor {
    pub(crate) header: Header,
    pub(crate) buffer: Buffer,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Fixed { layout: Option<Arc<Layout>>, order: ByteOrder },
    Packed(MediaForm),
}

impl Tensor {
    /// Returns the tensor of elements in the machine's byte order, of as many as the shape has.
    fn of_numbers<T: Element>(shape: Shape, elements: impl Storage + 'static, layout: Option<Arc<Layout>>) -> Self {
        Self {
            header: Header { element_type: T::TYPE, shape },
            buffer: Buffer::Shared(Arc::new(elements)),
            kind: Kind::Fixed { layout, order: ByteOrder::NATIVE },
        }
    }

    /// Returns a tensor of numbers in row-major order; keeps the vector. For strings see
    /// [`from_strings`](Self::from_strings).
    ///
    /// # Errors
    ///
    /// [`ElementCount`](ErrorKind::ElementCount) if the shape holds another number of elements.
    pub fn from_vec<T: Element>(shape: impl Into<Shape>, elements: Vec<T>) -> Result<Self, ErrorKind> {
        let shape = shape.into();
        shape.check_count(T::TYPE, elements.len())?;
        Ok(Self::of_numbers::<T>(shape, elements, None))
    }

    /// Returns the tensor with its bytes taken as elements of another type of the same size.
    #[cfg(feature = "json")]
    pub(crate) fn with_element_type(mut self, element_type: ElementType) -> Self {
        self.header.element_type = element_type;
        self
    }

    /// Creates a tensor over shared numbers in row-major order, and keeps the `Arc`.
    ///
    /// # Errors
    ///
    /// As [`from_vec`](Self::from_vec).
    pub fn from_shared<T: Element>(shape: impl Into<Shape>, elements: Arc<[T]>) -> Result<Self, ErrorKind> {
        let shape = shape.into();
        shape.check_count(T::TYPE, elements.len())?;
        Ok(Self::of_numbers::<T>(shape, elements, None))
    }

    /// Creates a tensor from a vector, which it keeps, with a layout that says where each number is in it.
    #[cfg(feature = "ndarray")]
    pub(super) fn from_vec_with_layout<T: Element>(
        shape: Shape,
        elements: Vec<T>,
        layout: Layout,
    ) -> Result<Self, ErrorKind> {
        TensorRef::with_layout(T::TYPE, &shape, T::as_bytes(&elements), layout.clone(), ByteOrder::NATIVE)?;
        Ok(Self::of_numbers::<T>(shape, elements, Some(Arc::new(layout))))
    }

    /// Creates a tensor of numbers in row-major order, which are copied.
    ///
    /// # Errors
    ///
    /// As [`from_vec`](Self::from_vec).
    pub fn from_slice<T: Element>(shape: impl Into<Shape>, elements: &[T]) -> Result<Self, ErrorKind> {
        Ok(TensorRef::from_slice(shape, elements)?.to_tensor())
    }

    /// Creates a tensor of elements of variable size in row-major order.
    ///
    /// # Errors
    ///
    /// [`ElementCount`](ErrorKind::ElementCount), [`InvalidMediaFormat`](ErrorKind::InvalidMediaFormat) for a format of
    /// more than 255 bytes, or [`Custom`](ErrorKind::Custom) if an element is not of type `element_type`.
    pub fn from_variables<'e>(
        element_type: ElementType,
        shape: impl Into<Shape>,
        elements: impl IntoIterator<Item = Variable<'e>>,
    ) -> Result<Self, ErrorKind> {
        let (bytes, count) = pack(element_type, elements)?;
        Self::of_packed(element_type, shape.into(), bytes, count)
    }

    fn of_packed(element_type: ElementType, shape: Shape, bytes: Vec<u8>, count: usize) -> Result<Self, ErrorKind> {
        shape.check_count(element_type, count)?;
        Ok(Self {
            header: Header { element_type, shape },
            buffer: Buffer::Shared(Arc::new(bytes)),
            kind: Kind::Packed(MediaForm::LengthPrefixed),
        })
    }

    /// Creates a string tensor from strings in row-major order.
    ///
    /// # Errors
    ///
    /// [`ElementCount`](ErrorKind::ElementCount) if the shape holds another number of elements.
    ///
    /// ```
    /// use tensor_format::Tensor;
    /// let t = Tensor::from_strings([2], ["hello", ", world!"])?;
    /// assert_eq!(t.as_ref().strings()?.collect::<String>(), "hello, world!");
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn from_strings<'e>(
        shape: impl Into<Shape>,
        elements: impl IntoIterator<Item = impl Into<Cow<'e, str>>>,
    ) -> Result<Self, ErrorKind> {
        let (mut bytes, mut count) = (Vec::new(), 0_usize);
        for text in elements {
            push_text(&mut bytes, &text.into());
            count = count.saturating_add(1);
        }
        Self::of_packed(ElementType::String, shape.into(), bytes, count)
    }

    /// Creates the tensor `u8 [0]`, to be replaced by [`set`](Self::set).
    pub(crate) fn empty() -> Self {
        Self {
            header: Header::new(ElementType::U8, [0]),
            buffer: Buffer::new(),
            kind: Kind::Fixed { layout: None, order: ByteOrder::NATIVE },
        }
    }

    pub(crate) fn copy_of(tensor: &TensorRef<'_>) -> Result<Self, ErrorKind> {
        let mut copy = Self {
            header: tensor.header.clone(),
            buffer: Buffer::new(),
            kind: Kind::Packed(MediaForm::LengthPrefixed),
        };
        copy.set_data(tensor)?;
        Ok(copy)
    }

    /// Replaces the tensor with a copy of another, reusing its memory; after an error nothing has changed.
    pub(crate) fn set(&mut self, tensor: &TensorRef<'_>) -> Result<(), ErrorKind> {
        self.set_data(tensor)?;
        self.header.clone_from(&tensor.header);
        Ok(())
    }

    fn set_data(&mut self, tensor: &TensorRef<'_>) -> Result<(), ErrorKind> {
        self.kind = match &tensor.data {
            Data::Fixed { order, .. } => {
                self.buffer.set(&tensor.try_to_bytes(*order)?)?;
                Kind::Fixed { layout: None, order: *order }
            }
            Data::Packed(packed) => {
                self.buffer.set(packed.bytes)?;
                Kind::Packed(packed.form)
            }
        };
        Ok(())
    }

    /// Returns the tensor as one that borrows from this.
    #[must_use]
    pub fn as_ref(&self) -> TensorRef<'_> {
        let bytes = self.buffer.bytes();
        let data = match &self.kind {
            Kind::Fixed { layout, order } => Data::Fixed { bytes, layout: layout.clone(), order: *order },
            Kind::Packed(form) => Data::Packed(Packed { bytes, form: *form }),
        };
        TensorRef { header: self.header.clone(), data }
    }
}

#[cfg(feature = "bytes")]
impl TensorRef<'_> {
    /// Returns an owned tensor that shares the memory of `owner`, if the elements are in it; else a copy.
    #[must_use]
    pub fn to_tensor_in(&self, owner: &bytes::Bytes) -> Tensor {
        let (elements, kind) = match &self.data {
            Data::Fixed { bytes, layout, order } => (*bytes, Kind::Fixed { layout: layout.clone(), order: *order }),
            Data::Packed(packed) => (packed.bytes, Kind::Packed(packed.form)),
        };
        let start = elements.as_ptr().addr().wrapping_sub(owner.as_ptr().addr());
        let range = start..start.saturating_add(elements.len());
        match owner.get(range.clone()) {
            Some(_) if !elements.is_empty() => {
                let buffer = Buffer::Shared(Arc::new(owner.slice(range)));
                Tensor { header: self.header.clone(), buffer, kind }
            }
            _ => self.to_tensor(),
        }
    }
}

impl Default for Tensor {
    /// Returns the tensor `u8 [0]`, to be replaced.
    fn default() -> Self {
        Self::empty()
    }
}

impl<T: Element> From<Vec<T>> for Tensor {
    /// Creates a tensor of shape `[n]`, and keeps the vector.
    fn from(elements: Vec<T>) -> Self {
        Self::of_numbers::<T>([elements.len()].into(), elements, None)
    }
}

impl<'a> From<&'a Tensor> for TensorRef<'a> {
    fn from(tensor: &'a Tensor) -> Self {
        tensor.as_ref()
    }
}

impl<'a> From<&TensorRef<'a>> for TensorRef<'a> {
    fn from(tensor: &TensorRef<'a>) -> Self {
        tensor.clone()
    }
}

impl<'a, T: Element> From<&'a [T]> for TensorRef<'a> {
    /// Creates a tensor of shape `[n]` over the slice.
    fn from(elements: &'a [T]) -> Self {
        let data = Data::Fixed { bytes: T::as_bytes(elements), layout: None, order: ByteOrder::NATIVE };
        Self { header: Header::new(T::TYPE, [elements.len()]), data }
    }
}

impl From<TensorRef<'_>> for Tensor {
    fn from(tensor: TensorRef<'_>) -> Self {
        tensor.to_tensor()
    }
}
