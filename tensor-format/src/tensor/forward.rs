//! The accessors of a tensor's header, and the methods that an owned tensor forwards to its borrowed form.

use alloc::{borrow::Cow, vec::Vec};

use super::{Elements, Tensor, View};
use crate::{ByteOrder, Element, ElementType, ErrorKind, Header, Shape, Variables};

/// What a tensor says of its header.
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

    /// Does the same as [`TensorRef::to_bytes`](crate::TensorRef::to_bytes).
    #[must_use]
    pub fn to_bytes(&self, wanted: ByteOrder) -> Cow<'_, [u8]> {
        self.as_ref().to_bytes(wanted)
    }

    /// Does the same as [`TensorRef::try_to_bytes`](crate::TensorRef::try_to_bytes).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn try_to_bytes(&self, wanted: ByteOrder) -> Result<Cow<'_, [u8]>, ErrorKind> {
        self.as_ref().try_to_bytes(wanted)
    }

    /// Does the same as [`TensorRef::try_for_each_part`](crate::TensorRef::try_for_each_part).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn try_for_each_part<E>(&self, wanted: ByteOrder, take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        self.as_ref().try_for_each_part(wanted, take)
    }

    /// Does the same as [`TensorRef::as_slice`](crate::TensorRef::as_slice).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn as_slice<T: Element>(&self) -> Result<&[T], ErrorKind> {
        self.as_ref().as_slice()
    }

    /// Does the same as [`TensorRef::view`](crate::TensorRef::view).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn view<T: Element>(&self) -> Result<View<'_, T>, ErrorKind> {
        self.as_ref().view()
    }

    /// Does the same as [`TensorRef::to_cow`](crate::TensorRef::to_cow).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn to_cow<T: Element>(&self) -> Result<Cow<'_, [T]>, ErrorKind> {
        self.as_ref().to_cow()
    }

    /// Does the same as [`TensorRef::to_vec`](crate::TensorRef::to_vec).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>, ErrorKind> {
        self.as_ref().to_vec()
    }

    /// Does the same as [`TensorRef::get`](crate::TensorRef::get).
    #[must_use]
    pub fn get<T: Element>(&self, index: &[usize]) -> Option<T> {
        self.as_ref().get(index)
    }

    /// Does the same as [`TensorRef::iter`](crate::TensorRef::iter).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn iter<T: Element>(&self) -> Result<Elements<'_, T>, ErrorKind> {
        self.as_ref().iter()
    }

    /// Does the same as [`TensorRef::variables`](crate::TensorRef::variables).
    #[must_use]
    pub fn variables(&self) -> Variables<'_> {
        self.as_ref().variables()
    }

    /// Does the same as [`TensorRef::strings`](crate::TensorRef::strings).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn strings(&self) -> Result<impl Iterator<Item = &str>, ErrorKind> {
        self.as_ref().strings()
    }

    /// Does the same as [`TensorRef::binaries`](crate::TensorRef::binaries).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn binaries(&self) -> Result<impl Iterator<Item = &[u8]>, ErrorKind> {
        self.as_ref().binaries()
    }

    /// Does the same as [`TensorRef::media`](crate::TensorRef::media).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn media(&self) -> Result<impl Iterator<Item = (&[u8], &[u8])>, ErrorKind> {
        self.as_ref().media()
    }

    /// Does the same as [`TensorRef::cast`](crate::TensorRef::cast).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn cast<T: Element>(&self) -> Result<Tensor, ErrorKind> {
        self.as_ref().cast::<T>()
    }

    /// Does the same as [`TensorRef::cast_lossy`](crate::TensorRef::cast_lossy).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn cast_lossy<T: Element>(&self) -> Result<(Tensor, usize), ErrorKind> {
        self.as_ref().cast_lossy::<T>()
    }

    /// Does the same as [`TensorRef::to_array`](crate::TensorRef::to_array).
    ///
    /// # Errors
    ///
    /// As there.
    #[cfg(feature = "ndarray")]
    pub fn to_array<T: Element, D: ndarray::Dimension>(&self) -> Result<ndarray::CowArray<'_, T, D>, ErrorKind> {
        self.as_ref().to_array()
    }
}
