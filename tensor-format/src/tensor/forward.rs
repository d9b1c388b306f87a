//! The accessors of a tensor's header, and the methods that an owned tensor forwards to its borrowed form.

use alloc::{borrow::Cow, vec::Vec};

use super::{Elements, Tensor, View};
use crate::{ByteOrder, Element, ElementType, ErrorKind, Header, Shape, Variables};

/// Implements the methods by which tensors return their element type, shape and what follows from them.
macro_rules! header_accessors {
    () => {
        /// Returns the element type.
        #[must_use]
        pub fn element_type(&self) -> ElementType {
            self.header.element_type
        }

        /// Returns the shape.
        #[must_use]
        pub fn shape(&self) -> &Shape {
            &self.header.shape
        }

        /// Returns element type and shape.
        #[must_use]
        pub fn header(&self) -> &Header {
            &self.header
        }

        /// Returns the number of axes.
        #[must_use]
        pub fn rank(&self) -> usize {
            self.header.shape.rank()
        }

        /// Returns the number of elements.
        #[must_use]
        pub fn len(&self) -> usize {
            self.header.shape.element_count().unwrap_or(0)
        }

        /// Returns whether there are no elements.
        #[must_use]
        pub fn is_empty(&self) -> bool {
            self.len() == 0
        }
    };
}
pub(super) use header_accessors;

impl Tensor {
    header_accessors!();

    /// Returns the bytes of the elements in row-major order and a byte order, as
    /// [`TensorRef::to_bytes`](crate::TensorRef::to_bytes) does.
    #[must_use]
    pub fn to_bytes(&self, wanted: ByteOrder) -> Cow<'_, [u8]> {
        self.as_ref().to_bytes(wanted)
    }

    /// Returns the bytes of the elements, or an error if there is no memory for a copy, as
    /// [`TensorRef::try_to_bytes`](crate::TensorRef::try_to_bytes) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn try_to_bytes(&self, wanted: ByteOrder) -> Result<Cow<'_, [u8]>, ErrorKind> {
        self.as_ref().try_to_bytes(wanted)
    }

    /// Calls `take` with the bytes of the elements part by part, as
    /// [`TensorRef::try_for_each_part`](crate::TensorRef::try_for_each_part) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn try_for_each_part<E>(&self, wanted: ByteOrder, take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        self.as_ref().try_for_each_part(wanted, take)
    }

    /// Returns the elements as a slice, without a copy, as [`TensorRef::as_slice`](crate::TensorRef::as_slice) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn as_slice<T: Element>(&self) -> Result<&[T], ErrorKind> {
        self.as_ref().as_slice()
    }

    /// Returns the elements read in place at any alignment, as [`TensorRef::view`](crate::TensorRef::view) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn view<T: Element>(&self) -> Result<View<'_, T>, ErrorKind> {
        self.as_ref().view()
    }

    /// Returns the elements in row-major order, borrowed or copied, as [`TensorRef::to_cow`](crate::TensorRef::to_cow)
    /// does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn to_cow<T: Element>(&self) -> Result<Cow<'_, [T]>, ErrorKind> {
        self.as_ref().to_cow()
    }

    /// Returns a copy of the elements in row-major order, as [`TensorRef::to_vec`](crate::TensorRef::to_vec) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>, ErrorKind> {
        self.as_ref().to_vec()
    }

    /// Returns the element at a logical index, as [`TensorRef::get`](crate::TensorRef::get) does.
    #[must_use]
    pub fn get<T: Element>(&self, index: &[usize]) -> Option<T> {
        self.as_ref().get(index)
    }

    /// Returns the elements in row-major order, one by one, as [`TensorRef::iter`](crate::TensorRef::iter) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn iter<T: Element>(&self) -> Result<Elements<'_, T>, ErrorKind> {
        self.as_ref().iter()
    }

    /// Returns the elements of variable size in row-major order, as
    /// [`TensorRef::variables`](crate::TensorRef::variables) does.
    #[must_use]
    pub fn variables(&self) -> Variables<'_> {
        self.as_ref().variables()
    }

    /// Returns the elements of a string tensor in row-major order, as [`TensorRef::strings`](crate::TensorRef::strings)
    /// does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn strings(&self) -> Result<impl Iterator<Item = &str>, ErrorKind> {
        self.as_ref().strings()
    }

    /// Returns the elements of a binary tensor in row-major order, as
    /// [`TensorRef::binaries`](crate::TensorRef::binaries) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn binaries(&self) -> Result<impl Iterator<Item = &[u8]>, ErrorKind> {
        self.as_ref().binaries()
    }

    /// Returns the format and content of each element of a media tensor, as
    /// [`TensorRef::media`](crate::TensorRef::media) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn media(&self) -> Result<impl Iterator<Item = (&[u8], &[u8])>, ErrorKind> {
        self.as_ref().media()
    }

    /// Returns the same numbers as elements of another type, as [`TensorRef::cast`](crate::TensorRef::cast) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn cast<T: Element>(&self) -> Result<Tensor, ErrorKind> {
        self.as_ref().cast::<T>()
    }

    /// Returns the nearest numbers of another type, and how many changed, as
    /// [`TensorRef::cast_lossy`](crate::TensorRef::cast_lossy) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn cast_lossy<T: Element>(&self) -> Result<(Tensor, usize), ErrorKind> {
        self.as_ref().cast_lossy::<T>()
    }

    /// Returns the elements as an array of ndarray, as [`TensorRef::to_array`](crate::TensorRef::to_array) does.
    ///
    /// # Errors
    ///
    /// As there.
    #[cfg(feature = "ndarray")]
    pub fn to_array<T: Element, D: ndarray::Dimension>(&self) -> Result<ndarray::CowArray<'_, T, D>, ErrorKind> {
        self.as_ref().to_array()
    }
}
