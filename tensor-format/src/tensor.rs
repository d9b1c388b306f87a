//! Tensors of any element type and shape, which are known only at run time.
//!
//! A [`TensorRef`] borrows: numbers anywhere in a buffer as a layout says, or packed elements of variable size. A
//! [`Tensor`] owns or shares them, a [`View`] borrows numbers of one Rust type at any alignment. `check` checks what a
//! buffer must have before a tensor is created, so that everything else (`bytes`, `iter`, `cast`, `display`, `arrays`)
//! can read it without errors. Readers create tensors, and writers take them as a `Payload`.

use alloc::{borrow::Cow, sync::Arc, vec::Vec};

use crate::{
    ByteOrder, Element, ElementType, ErrorKind, Header, Layout, Shape, Variables,
    variable::{MediaForm, Packed, Variable, push_element},
};

#[cfg(feature = "ndarray")]
mod arrays;
mod buffer;
mod bytes;
mod cast;
mod check;
mod dispatch;
mod display;
mod forward;
mod iter;
mod owned;
mod scalar;
mod text;
mod trimmed;
mod view;
pub(crate) use buffer::Buffer;
pub use iter::Elements;
pub(crate) use owned::Kind;
pub use owned::Tensor;
pub(crate) use text::variable as element_text;
pub use view::{View, ViewIter};

/// A borrowed tensor of any element type and shape.
///
/// Numbers are anywhere in a buffer, described by a [`Layout`] and a [`ByteOrder`]; elements of variable size are
/// packed one after another. Two tensors are equal if element type, shape and the bytes of every element are equal,
/// wherever they are.
///
/// ```
/// use tensor_format::TensorRef;
/// let t = TensorRef::from_slice([2, 2], &[1.0f32, 2.0, 3.0, 4.0])?;
/// assert_eq!(t.get::<f32>(&[1, 0]), Some(3.0));
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
#[derive(Clone)]
pub struct TensorRef<'a> {
    pub(crate) header: Header,
    pub(crate) data: Data<'a>,
}

#[derive(Clone, Debug)]
pub(crate) enum Data<'a> {
    /// Elements of fixed size. `layout` is `None` for elements one after another in row-major order, filling `bytes`.
    Fixed {
        bytes: &'a [u8],
        layout: Option<Arc<Layout>>,
        order: ByteOrder,
    },
    Packed(Packed<'a>),
}

impl<'a> TensorRef<'a> {
    /// Creates a tensor over numbers in row-major order, without a copy.
    ///
    /// # Errors
    ///
    /// [`ElementCount`](ErrorKind::ElementCount) if the shape holds another number of elements.
    pub fn from_slice<T: Element>(shape: impl Into<Shape>, elements: &'a [T]) -> Result<Self, ErrorKind> {
        let shape = shape.into();
        shape.check_count(T::TYPE, elements.len())?;
        let data = Data::Fixed { bytes: T::as_bytes(elements), layout: None, order: ByteOrder::NATIVE };
        Ok(Self { header: Header { element_type: T::TYPE, shape }, data })
    }

    /// Creates a tensor over the bytes of fixed-size elements in row-major order.
    ///
    /// # Errors
    ///
    /// [`ElementCount`](ErrorKind::ElementCount) if the shape does not fill the bytes,
    /// [`InvalidBoolean`](ErrorKind::InvalidBoolean), or [`Layout`](ErrorKind::Layout) for a variable-size element
    /// type.
    pub fn from_bytes(
        element_type: ElementType,
        shape: impl Into<Shape>,
        bytes: &'a [u8],
        order: ByteOrder,
    ) -> Result<Self, ErrorKind> {
        let shape = shape.into();
        let size = fixed_size(element_type)?;
        let count = shape.check(element_type)?;
        if bytes.len().checked_rem(size) != Some(0) {
            return Err(ErrorKind::Layout { why: "the number of bytes is no multiple of the size of an element" });
        }
        let found = bytes.len().checked_div(size).unwrap_or_default();
        if found != count {
            return Err(ErrorKind::ElementCount { expected: count as u64, found: found as u64 });
        }
        if element_type == ElementType::Bool {
            check::booleans(bytes)?;
        }
        let data = Data::Fixed { bytes, layout: None, order };
        Ok(Self { header: Header { element_type, shape }, data })
    }

    /// Creates a tensor over fixed-size elements in `bytes`, where `layout` says where each is.
    ///
    /// # Errors
    ///
    /// [`Layout`](ErrorKind::Layout) if an element would be outside of `bytes`, or
    /// [`InvalidBoolean`](ErrorKind::InvalidBoolean).
    pub fn with_layout(
        element_type: ElementType,
        shape: impl Into<Shape>,
        bytes: &'a [u8],
        layout: Layout,
        order: ByteOrder,
    ) -> Result<Self, ErrorKind> {
        let shape = shape.into();
        let size = fixed_size(element_type)?;
        shape.check(element_type)?;
        let touched = layout.bytes(&shape, size)?;
        let Some(touched) = bytes.get(touched) else {
            return Err(ErrorKind::Layout { why: "an element lies outside of the buffer" });
        };
        if element_type == ElementType::Bool {
            check::strided_booleans(touched, &shape, layout.strides())?;
        }
        Ok(Self {
            header: Header { element_type, shape },
            data: Data::Fixed { bytes, layout: Some(Arc::new(layout)), order },
        })
    }

    forward::header_accessors!();

    /// Returns the byte order of the numbers; the machine's own for elements of variable size.
    #[must_use]
    pub fn byte_order(&self) -> ByteOrder {
        match &self.data {
            Data::Fixed { order, .. } => *order,
            Data::Packed(_) => ByteOrder::NATIVE,
        }
    }

    /// Returns the layout that says where the elements are in [`buffer`](Self::buffer); `None` for elements of variable
    /// size.
    #[must_use]
    pub fn layout(&self) -> Option<Layout> {
        match &self.data {
            Data::Fixed { layout: Some(layout), .. } => Some(Layout::clone(layout)),
            Data::Fixed { layout: None, .. } => {
                Some(Layout::row_major(self.shape(), self.element_type().size().unwrap_or(1)))
            }
            Data::Packed(_) => None,
        }
    }

    /// Returns the buffer that holds the elements: the one that the layout is for, or the packed elements of variable
    /// size.
    #[must_use]
    pub fn buffer(&self) -> &'a [u8] {
        match &self.data {
            Data::Fixed { bytes, .. } => bytes,
            Data::Packed(packed) => packed.bytes,
        }
    }

    /// Returns whether the elements are one after another in row-major order.
    #[must_use]
    pub fn is_row_major(&self) -> bool {
        match &self.data {
            Data::Fixed { layout: Some(layout), .. } => {
                layout.is_row_major(self.shape(), self.element_type().size().unwrap_or(1))
            }
            _ => true,
        }
    }

    /// Returns the bytes of fixed-size elements if they are in row-major order without gaps; else `None`.
    pub(crate) fn row_major_bytes(&self) -> Option<&'a [u8]> {
        match &self.data {
            Data::Fixed { bytes, layout: None, .. } => Some(bytes),
            Data::Fixed { bytes, layout: Some(layout), .. } => {
                let size = self.element_type().size()?;
                if !layout.is_row_major(self.shape(), size) {
                    return None;
                }
                bytes.get(layout.bytes(self.shape(), size).ok()?)
            }
            Data::Packed(_) => None,
        }
    }

    /// Returns the bytes of elements that can be lent as they are.
    pub(crate) fn lent_bytes(&self) -> Result<&'a [u8], ErrorKind> {
        self.row_major_bytes().ok_or(ErrorKind::NotBorrowable { why: "the elements do not lie in row-major order" })
    }

    /// Returns the elements as a slice, without a copy.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType), [`Misaligned`](ErrorKind::Misaligned), or
    /// [`NotBorrowable`](ErrorKind::NotBorrowable) for strides or a foreign byte order.
    pub fn as_slice<T: Element>(&self) -> Result<&'a [T], ErrorKind> {
        T::TYPE.expect(self.element_type())?;
        if self.byte_order() != ByteOrder::NATIVE && T::SIZE > 1 {
            return Err(ErrorKind::NotBorrowable { why: "the byte order is not this machine's" });
        }
        T::cast(self.lent_bytes()?)
    }

    /// Returns the elements in row-major order, read in place at any alignment and in any byte order.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType), or [`NotBorrowable`](ErrorKind::NotBorrowable) for strides.
    pub fn view<T: Element>(&self) -> Result<View<'a, T>, ErrorKind> {
        T::TYPE.expect(self.element_type())?;
        Ok(View::new(self.lent_bytes()?, self.byte_order()))
    }

    /// Returns the elements in row-major order: borrowed where alignment, byte order and layout allow, else copied.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType), or [`OutOfMemory`](ErrorKind::OutOfMemory).
    pub fn to_cow<T: Element>(&self) -> Result<Cow<'a, [T]>, ErrorKind> {
        if let Ok(slice) = self.as_slice() {
            return Ok(Cow::Borrowed(slice));
        }
        self.to_vec().map(Cow::Owned)
    }

    /// Returns the elements in row-major order, copied.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType), or [`OutOfMemory`](ErrorKind::OutOfMemory).
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>, ErrorKind> {
        T::TYPE.expect(self.element_type())?;
        let mut out = Vec::new();
        crate::error::memory::reserve_exact(&mut out, self.len())?;
        T::extend(&mut out, &self.try_to_bytes(self.byte_order())?, self.byte_order());
        Ok(out)
    }

    /// Returns the element at a logical index; `None` outside of the shape or if the elements are of another type.
    #[must_use]
    pub fn get<T: Element>(&self, index: &[usize]) -> Option<T> {
        let Data::Fixed { bytes, order, .. } = &self.data else { return None };
        T::TYPE.expect(self.element_type()).ok()?;
        let at = self.layout()?.byte_offset(self.shape(), index)?;
        Some(T::read(bytes.get(at..at.checked_add(T::SIZE)?)?, *order))
    }

    /// Returns the elements in row-major order, one by one, read in place.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType).
    pub fn iter<T: Element>(&self) -> Result<Elements<'a, T>, ErrorKind> {
        T::TYPE.expect(self.element_type())?;
        let Data::Fixed { bytes, order, .. } = &self.data else { return Ok(Elements::none()) };
        let runs = self.layout().map(|layout| layout.runs(self.shape(), T::SIZE));
        Ok(Elements::new(bytes, runs, *order, self.len()))
    }

    /// Returns the elements of variable size in row-major order; none for numbers.
    #[must_use]
    pub fn variables(&self) -> Variables<'a> {
        match &self.data {
            Data::Packed(packed) => Variables::new(*packed, self.element_type(), self.len()),
            Data::Fixed { .. } => {
                Variables::new(Packed { bytes: &[], form: MediaForm::LengthPrefixed }, self.element_type(), 0)
            }
        }
    }

    /// Returns the elements of a string tensor in row-major order.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType) if it is not a string tensor.
    pub fn strings(&self) -> Result<impl Iterator<Item = &'a str> + use<'a>, ErrorKind> {
        self.expect_types(crate::ElementTypes::of(ElementType::String))?;
        Ok(self.variables().filter_map(|element| match element {
            Variable::Text(Cow::Borrowed(text)) => Some(text),
            _ => None,
        }))
    }

    /// Returns the elements of a binary tensor in row-major order.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType) if it is not a binary tensor.
    pub fn binaries(&self) -> Result<impl Iterator<Item = &'a [u8]> + use<'a>, ErrorKind> {
        self.expect_types(crate::ElementTypes::of(ElementType::Binary))?;
        Ok(self.variables().filter_map(|element| match element {
            Variable::Bytes(Cow::Borrowed(bytes)) => Some(bytes),
            _ => None,
        }))
    }

    /// Returns format and content of each element of an image, audio or video tensor, in row-major order.
    ///
    /// # Errors
    ///
    /// [`ElementType`](ErrorKind::ElementType) if it is not a media tensor.
    pub fn media(&self) -> Result<impl Iterator<Item = (&'a [u8], &'a [u8])> + use<'a>, ErrorKind> {
        let media = [ElementType::Image, ElementType::Audio, ElementType::Video];
        self.expect_types(media.into_iter().collect())?;
        Ok(self.variables().filter_map(|element| match element {
            Variable::Media { format: Cow::Borrowed(format), data: Cow::Borrowed(data) } => Some((format, data)),
            _ => None,
        }))
    }

    fn expect_types(&self, allowed: crate::ElementTypes) -> Result<(), ErrorKind> {
        if allowed.contains(self.element_type()) {
            return Ok(());
        }
        Err(ErrorKind::ElementType { allowed, found: self.element_type() })
    }

    /// Returns an owned copy. The program ends if there is no memory for it, as with [`to_bytes`](Self::to_bytes).
    #[must_use]
    pub fn to_tensor(&self) -> Tensor {
        crate::error::memory::or_abort(self.try_to_tensor(), self.element_bytes_len())
    }

    /// Does the same as [`to_tensor`](Self::to_tensor), but returns an error if there is no memory.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](ErrorKind::OutOfMemory).
    pub fn try_to_tensor(&self) -> Result<Tensor, ErrorKind> {
        Tensor::copy_of(self)
    }
}

/// Returns `len` bytes from offset `at` on: a run of a layout that was checked to be within `bytes`.
pub(crate) fn run_of(bytes: &[u8], at: usize, len: usize) -> &[u8] {
    at.checked_add(len).and_then(|end| bytes.get(at..end)).unwrap_or_default()
}

fn fixed_size(element_type: ElementType) -> Result<usize, ErrorKind> {
    element_type.size().ok_or(ErrorKind::Layout { why: "elements of variable size have no layout" })
}

/// Packs elements of variable size, each with its length in front, for a tensor of `element_type`.
pub(crate) fn pack<'e>(
    element_type: ElementType,
    elements: impl IntoIterator<Item = Variable<'e>>,
) -> Result<(Vec<u8>, usize), ErrorKind> {
    let mut bytes = Vec::new();
    let mut count: usize = 0;
    for element in elements {
        if !element.is_of(element_type) {
            return Err(ErrorKind::custom(alloc::format!("the element is not one of a {element_type} tensor")));
        }
        if let Variable::Media { format, .. } = &element {
            MediaForm::LengthPrefixed.check_format(format, true)?;
        }
        push_element(&mut bytes, &element, MediaForm::LengthPrefixed);
        count = count.saturating_add(1);
    }
    Ok((bytes, count))
}

/// Bytes in memory that several tensors can share.
pub(crate) type SharedBytes = Arc<dyn buffer::Storage>;
