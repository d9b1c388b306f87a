//! The description of tensors in a label.
//!
//! [`Tens`] is the value of the field `TENS`: a list of [`Description`]s, one for each tensor, and metadata. `read`
//! takes them out of text that was checked as JSON, and names the path and the offset of what is wrong; `write` puts
//! them into the text of a label. Both know the keys of the format, which are listed here.

use alloc::vec::Vec;

use super::{DType, Fields, Json, Kind, order::Directions};
use crate::{ElementType, ErrorKind, Index, Layout, Shape};

mod read;
mod write;
pub(super) use write::object_only;

/// The keys of a description, in the order of their bytes.
const DESCRIPTION_KEYS: [&str; 7] = ["ascend", "dtype", "metadata", "order", "part", "shape", "word"];
/// All keys of a description that no application may use.
const RESERVED_KEYS: [&str; 9] =
    ["ascend", "dtype", "metadata", "order", "packing", "part", "pointer", "shape", "word"];
/// The keys of the object `TENS`.
const TENS_KEYS: [&str; 2] = ["metadata", "tensors"];

/// Defines the methods for what applications add to all tensors or to one: metadata, and fields of their own.
macro_rules! application_fields {
    ($whose:literal, $path:literal) => {
        #[doc = concat!("The metadata of ", $whose, ", an object; `None` if there is none.")]
        #[must_use]
        pub fn metadata(&self) -> Option<&Json<'a>> {
            self.metadata.as_ref()
        }

        #[doc = concat!("Sets the metadata of ", $whose, ".")]
        ///
        /// # Errors
        ///
        /// [`MessageError`](crate::zio::MessageError) with
        /// [`MetadataNotObject`](crate::zio::MessageFault::MetadataNotObject) for anything but an object.
        pub fn set_metadata(&mut self, metadata: Json<'a>) -> Result<(), crate::EncodeError> {
            self.metadata = Some(object_only(metadata, $path)?);
            Ok(())
        }

        /// Returns the fields of the application.
        #[must_use]
        pub fn fields(&self) -> &Fields<'a> {
            &self.extra
        }

        /// Returns the fields of the application for changes. Names that the format keeps for itself are refused when
        /// the label is written.
        pub fn fields_mut(&mut self) -> &mut Fields<'a> {
            &mut self.extra
        }
    };
}

/// The description of a message's tensors: the value of `TENS` in its label.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tens<'a> {
    pub(super) tensors: Vec<Description<'a>>,
    pub(super) metadata: Option<Json<'a>>,
    pub(super) extra: Fields<'a>,
}

impl<'a> Tens<'a> {
    /// Creates a description of no tensors.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the descriptions of the tensors in order.
    #[must_use]
    pub fn tensors(&self) -> &[Description<'a>] {
        &self.tensors
    }

    /// Adds the description of a tensor at the end.
    pub fn push(&mut self, tensor: Description<'a>) {
        self.tensors.push(tensor);
    }

    application_fields!("the message", "TENS.metadata");

    /// Returns the description with texts of its own, so that it borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Tens<'static> {
        Tens {
            tensors: self.tensors.into_iter().map(Description::into_owned).collect(),
            metadata: self.metadata.map(Json::into_owned),
            extra: self.extra.into_owned(),
        }
    }
}

/// The description of one tensor: all of it but its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description<'a> {
    pub(super) shape: Shape,
    pub(super) dtype: DType,
    pub(super) word: usize,
    pub(super) part: usize,
    pub(super) order: Option<Index>,
    pub(super) ascend: Option<Directions>,
    pub(super) metadata: Option<Json<'a>>,
    pub(super) extra: Fields<'a>,
}

impl<'a> Description<'a> {
    /// Creates the description of a tensor whose elements, of type `dtype` and `word` bytes each, fill payload part
    /// `part` in row-major order.
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) with [`DtypeWord`](crate::zio::MessageFault::DtypeWord) if there are
    /// no such elements, or [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    ///
    /// ```
    /// use tensor_format::zio::{DType, Description, Kind};
    /// let pairs = Description::new(DType::new(Kind::Void), 12, [2, 3], 0)?;
    /// assert_eq!(pairs.byte_len(), 72);
    /// # Ok::<(), tensor_format::EncodeError>(())
    /// ```
    pub fn new(dtype: DType, word: usize, shape: impl Into<Shape>, part: usize) -> Result<Self, crate::EncodeError> {
        let shape = shape.into();
        write::check(dtype, word, &shape)?;
        let (order, ascend, metadata) = (None, None, None);
        Ok(Self { shape, dtype, word, part, order, ascend, metadata, extra: Fields::default() })
    }

    /// Returns the lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the letter of the element type, with its mark of byte order.
    #[must_use]
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Returns the number of bytes of an element; 0 if there is no array.
    #[must_use]
    pub fn word(&self) -> usize {
        self.word
    }

    /// Returns the index of the payload part that holds the elements; other tensors may name it too.
    #[must_use]
    pub fn part(&self) -> usize {
        self.part
    }

    /// Returns the axes from the fastest-varying in memory to the slowest; `None` if the last axis varies fastest, then
    /// the one before it, and so on.
    #[must_use]
    pub fn order(&self) -> Option<&[usize]> {
        self.order.as_deref()
    }

    /// Returns for each axis whether its elements are stored in ascending order; `None` if all are.
    #[must_use]
    pub fn ascend(&self) -> Option<&[bool]> {
        self.ascend.as_deref()
    }

    application_fields!("the tensor", "metadata");

    /// Returns whether there is an array; without one the tensor is metadata alone.
    #[must_use]
    pub fn has_array(&self) -> bool {
        self.dtype.kind != Kind::Nothing
    }

    /// Returns the number of bytes of the elements.
    #[must_use]
    pub fn byte_len(&self) -> usize {
        self.shape.element_count().and_then(|count| count.checked_mul(self.word)).unwrap_or_default()
    }

    /// Returns this crate's element type; `None` for elements that are carried without a meaning.
    #[must_use]
    pub fn element_type(&self) -> Option<ElementType> {
        self.dtype.element_type(self.word)
    }

    /// Returns whether the last axis varies fastest, then the one before it, and so on, and all axes ascend.
    #[must_use]
    pub fn is_row_major(&self) -> bool {
        let rank = self.shape.rank();
        self.order().is_none_or(|order| order.iter().rev().copied().eq(0..rank))
            && self.ascend().is_none_or(|ascend| ascend.iter().all(|ascends| *ascends))
    }

    /// Returns where the elements are in their part.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow) if they cannot be addressed.
    pub fn layout(&self) -> Result<Layout, ErrorKind> {
        super::order::layout_of(&self.shape, self.word, self.order(), self.ascend())
    }

    /// Returns the description with texts of its own, so that it borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Description<'static> {
        Description {
            shape: self.shape,
            dtype: self.dtype,
            word: self.word,
            part: self.part,
            order: self.order,
            ascend: self.ascend,
            metadata: self.metadata.map(Json::into_owned),
            extra: self.extra.into_owned(),
        }
    }
}
