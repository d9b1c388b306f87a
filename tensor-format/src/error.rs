//! Errors: what is wrong, where, what was expected and what was found.
//!
//! An [`ErrorKind`] is what is wrong. A [`DecodeError`] or [`EncodeError`] holds one, and on its way up gets the byte,
//! the parameter and the record that it belongs to (`located`). What needs more than a variant has a type of its own:
//! limits, names, JSON, files, ranges, and whatever a format adds. `text` is what people read, `memory` makes room for
//! elements or says that there is none.

use alloc::{boxed::Box, string::String};

use crate::{DimBuf, ElementType, ElementTypes};

pub(crate) mod fault;
mod file;
mod format_fault;
mod json;
mod limit;
mod located;
pub(crate) mod memory;
mod metadata;
mod names;
mod out_of_range;
mod text;
pub use file::{FileError, FileFault};
pub use format_fault::{AnyFault, FormatFault};
pub use json::{JsonError, JsonFault};
pub(crate) use limit::ExpansionLimit;
pub use limit::Limit;
pub use located::{DecodeError, EncodeError};
pub use metadata::MetadataError;
pub use names::ParamNames;
pub use out_of_range::OutOfRange;

/// What went wrong. Match on this; the text is for people.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends before a field is complete.
    UnexpectedEnd {
        /// Bytes the field needs.
        needed: u64,
        /// Bytes that are left.
        left: u64,
    },
    /// The byte names no element type.
    UnknownElementType(u8),
    /// A varint is written in a longer form than its value needs.
    NonCanonicalVarint {
        /// The value that it encodes.
        value: u64,
    },
    /// The shape describes more bytes than can be addressed.
    ShapeOverflow,
    /// There is not enough memory for the elements.
    OutOfMemory {
        /// Bytes that were asked for.
        bytes: u64,
    },
    /// A boolean byte is neither 0 nor 1.
    InvalidBoolean(u8),
    /// A string is not UTF-8.
    InvalidUtf8,
    /// A media element is too short for its format.
    MediaTooShort {
        /// Bytes needed for the format.
        needed: u64,
        /// Bytes the element has.
        found: u64,
    },
    /// The format of a media element is one that this tensor or message cannot hold.
    InvalidMediaFormat {
        /// The format, with bytes outside ASCII escaped.
        format: Box<str>,
        /// What is wrong, and what would be right.
        why: &'static str,
    },
    /// The declared length of the data section is not the length of its elements.
    SectionLength {
        /// What is wrong with it.
        why: &'static str,
        /// Bytes an element needs, or the section should have ended with.
        needed: u64,
        /// Bytes the section has left.
        left: u64,
    },
    /// Bytes follow the value.
    TrailingBytes {
        /// The number of these bytes; of a stream, of those that have been seen.
        count: u64,
        /// Whether there may be more, as in a stream.
        or_more: bool,
        /// If the input is well formed as a record, its number of tensors.
        record_of: Option<usize>,
    },
    /// The element type is not allowed.
    ElementType {
        /// The allowed element types.
        allowed: ElementTypes,
        /// The element type found.
        found: ElementType,
    },
    /// The number of axes is not allowed.
    Rank {
        /// The number of axes required; the least number if `or_more`.
        expected: usize,
        /// Whether more axes are allowed too.
        or_more: bool,
        /// The number of axes found.
        found: usize,
    },
    /// The length of an axis is not allowed.
    AxisLength {
        /// The axis, counted from 0.
        axis: usize,
        /// The allowed lengths.
        expected: DimBuf,
        /// The length found.
        found: u64,
    },
    /// A named axis has two different lengths in one record.
    AxisName {
        /// The name of the axis.
        name: Box<str>,
        /// The parameter that fixed its length; empty if the value is one tensor.
        first: Box<str>,
        /// The axis of the tensor at fault, counted from 0.
        axis: usize,
        /// The length fixed before.
        expected: u64,
        /// The length found here.
        found: u64,
    },
    /// A required parameter is missing.
    MissingParam {
        /// What the record holds that the type does not know.
        unknown: ParamNames,
    },
    /// The record holds a parameter the type does not know.
    UnknownParam {
        /// What the type knows.
        known: ParamNames,
    },
    /// The record holds a parameter twice.
    DuplicateParam,
    /// The record holds a tensor under an empty name, which the format uses for padding only.
    EmptyName,
    /// Metadata that the record needs are missing.
    MissingMetadata,
    /// Metadata are not what the field's type takes, or cannot be written.
    Metadata(Box<MetadataError>),
    /// A field is metadata, and there is no place for them: not in this format, or not in a batch.
    NoMetadata,
    /// A limit of the options is exceeded.
    LimitExceeded {
        /// The limit.
        limit: Limit,
        /// The most that is allowed.
        max: u64,
        /// What was asked for.
        found: u64,
    },
    /// The format has no such element type.
    UnsupportedElementType {
        /// The element type.
        element_type: ElementType,
        /// The format.
        format: &'static str,
    },
    /// The bytes are not at an address the type can be borrowed from. Types that copy where they must are never
    /// refused so: `Cow<[T]>` in place of `&[T]`, ndarray's `CowArray` in place of `ArrayView`; nor is
    /// [`View`](crate::View), which borrows at any address.
    Misaligned {
        /// The alignment needed, in bytes.
        align: usize,
    },
    /// The elements cannot be borrowed as they are: a stream, strides or a foreign byte order. Owned types are never
    /// refused so, and of those that borrow `Cow` and `CowArray` copy where they must.
    NotBorrowable {
        /// The reason.
        why: &'static str,
    },
    /// A label is not one of the type's labels.
    UnknownLabel {
        /// The label found, shortened.
        found: Box<str>,
        /// All labels.
        expected: &'static [&'static str],
    },
    /// A number is not one of the type's labels.
    UnknownNumber {
        /// The number found.
        found: Box<str>,
        /// All labels with their numbers.
        expected: &'static [(i128, &'static str)],
    },
    /// An element is no value of the type that is read, as 0 for a `NonZero`, or two characters for a `char`.
    InvalidElement {
        /// Its position among the elements of the tensor in row-major order, counted from 0.
        index: usize,
        /// What the type has values of.
        expected: &'static str,
        /// The element found, shortened.
        found: Box<str>,
    },
    /// A value of a set is there twice.
    DuplicateValue {
        /// The value, shortened.
        found: Box<str>,
    },
    /// An element is not in the range of its parameter.
    OutOfRange(Box<OutOfRange>),
    /// A parameter is absent, and what replaces it by `default` breaks its rules, or those of the record beside
    /// what was sent. [`name`](Self::name) is that of the fault.
    UnfitDefault(Box<ErrorKind>),
    /// Two items have the same labels.
    DuplicateLabel {
        /// The labels, shortened.
        found: Box<str>,
    },
    /// The items of a batch differ in element type or shape.
    RaggedBatch {
        /// The item that differs from the first, counted from 0.
        index: usize,
        /// The first item's element type and shape.
        expected: Box<str>,
        /// This item's element type and shape.
        found: Box<str>,
    },
    /// A record was found where one tensor was expected.
    RecordFound {
        /// The number of its tensors.
        tensors: usize,
    },
    /// One tensor was found where a record was expected.
    TensorFound,
    /// A message lists another number of parameters than it holds data for.
    ListedParameters {
        /// Parameters in its list that have no dataset.
        listed: usize,
        /// Blobs in the message.
        blobs: usize,
    },
    /// The data of a parameter are in a dataset, and nobody gave them.
    UnresolvedDataset {
        /// The dataset.
        id: Box<str>,
        /// The key within the dataset.
        key: Box<str>,
    },
    /// The parameters of a batch have different numbers of tensors.
    UnequalBatch {
        /// The number of tensors of this parameter.
        tensors: u64,
        /// A parameter that has more.
        other: Box<str>,
    },
    /// The input does not begin with the names of a record.
    NotARecord {
        /// Element type and shape of its first tensor.
        found: Box<str>,
    },
    /// A record without names whose type does not say that each of its parameters is there once, so that nothing tells
    /// its tensors apart.
    Unnamed,
    /// The number of elements is not what the shape says.
    ElementCount {
        /// Elements of the shape.
        expected: u64,
        /// Elements given.
        found: u64,
    },
    /// A layout reaches outside of its buffer, or does not fit its shape.
    Layout {
        /// What is wrong.
        why: &'static str,
    },
    /// A field of a record holds a number that it must not hold.
    Field {
        /// The field.
        field: &'static str,
        /// What it may hold.
        expected: &'static str,
        /// The number found.
        found: i64,
    },
    /// A text breaks the grammar of its format.
    Syntax {
        /// The part of the text.
        field: &'static str,
        /// The line, counted from 1.
        line: u64,
        /// The column in characters, counted from 1.
        column: u64,
        /// What may be there.
        expected: &'static str,
        /// What is there, shortened; empty at the end of the text.
        found: Box<str>,
    },
    /// An index is outside of an axis.
    Index {
        /// The index, as it was given.
        index: i64,
        /// The number of items.
        len: usize,
    },
    /// A number cannot be represented in the target element type without loss.
    LossyCast {
        /// The logical index of the first such element.
        index: usize,
        /// The element type of the tensor.
        from: ElementType,
        /// The target.
        to: ElementType,
    },
    /// No format could be recognised in the content of a media element.
    UnknownMedia {
        /// The element type that was wanted.
        wanted: ElementType,
        /// What the content looks like, if it was recognised as something else.
        found: Option<&'static str>,
    },
    /// A picture cannot be decoded or encoded.
    Picture {
        /// Its format, with bytes outside ASCII escaped.
        format: Box<str>,
        /// What is wrong.
        why: Box<str>,
    },
    /// A rule or definition is malformed.
    Rules {
        /// What is wrong.
        why: Box<str>,
    },
    /// A JSON text is no rules or definitions. [`name`](Self::name) is that of the fault.
    Json(Box<JsonError>),
    /// What is wrong is in the words of one format. [`name`](Self::name) is that of the fault.
    Format(AnyFault),
    /// A file of another program's format is wrong. [`name`](Self::name) is that of the fault.
    File(Box<FileError>),
    /// Reading or writing failed.
    #[cfg(feature = "std")]
    Io(std::io::Error),
    /// A user's own implementation refuses the value.
    Custom(Box<str>),
}

impl ErrorKind {
    /// Returns the kind as one `snake_case` word, for logs and metrics.
    ///
    /// ```
    /// use tensor_format::ErrorKind;
    /// assert_eq!(ErrorKind::InvalidBoolean(7).name(), "invalid_boolean");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            ErrorKind::UnexpectedEnd { .. } => "truncated",
            ErrorKind::UnknownElementType(_) => "unknown_dtype",
            ErrorKind::NonCanonicalVarint { .. } => "non_canonical_varint",
            ErrorKind::ShapeOverflow => "shape_overflow",
            ErrorKind::OutOfMemory { .. } => "out_of_memory",
            ErrorKind::InvalidBoolean(_) => "invalid_boolean",
            ErrorKind::InvalidUtf8 => "invalid_utf8",
            ErrorKind::MediaTooShort { .. } => "media_too_short",
            ErrorKind::InvalidMediaFormat { .. } => "invalid_media_format",
            ErrorKind::SectionLength { .. } => "section_length_mismatch",
            ErrorKind::TrailingBytes { .. } => "trailing_bytes",
            ErrorKind::ElementType { .. } => "type_not_allowed",
            ErrorKind::Rank { .. } => "rank_mismatch",
            ErrorKind::AxisLength { .. } => "dim_mismatch",
            ErrorKind::AxisName { .. } => "axis_name_mismatch",
            ErrorKind::MissingParam { .. } => "missing_param",
            ErrorKind::UnknownParam { .. } => "unknown_param",
            ErrorKind::DuplicateParam => "duplicate_param",
            ErrorKind::EmptyName => "empty_name",
            ErrorKind::MissingMetadata => "missing_metadata",
            ErrorKind::Metadata(_) => "metadata",
            ErrorKind::NoMetadata => "no_metadata",
            ErrorKind::LimitExceeded { .. } => "limit_exceeded",
            ErrorKind::UnsupportedElementType { .. } => "unsupported_element_type",
            ErrorKind::Misaligned { .. } => "misaligned",
            ErrorKind::NotBorrowable { .. } => "not_borrowable",
            ErrorKind::UnknownLabel { .. } => "unknown_label",
            ErrorKind::UnknownNumber { .. } => "unknown_number",
            ErrorKind::InvalidElement { .. } => "invalid_element",
            ErrorKind::DuplicateValue { .. } => "duplicate_value",
            ErrorKind::OutOfRange(_) => "out_of_range",
            ErrorKind::UnfitDefault(fault) => fault.name(),
            ErrorKind::DuplicateLabel { .. } => "duplicate_label",
            ErrorKind::RaggedBatch { .. } => "ragged_batch",
            ErrorKind::RecordFound { .. } => "record_found",
            ErrorKind::TensorFound => "tensor_found",
            ErrorKind::ListedParameters { .. } => "listed_parameters",
            ErrorKind::UnresolvedDataset { .. } => "unresolved_dataset",
            ErrorKind::UnequalBatch { .. } => "unequal_batch",
            ErrorKind::NotARecord { .. } => "not_a_record",
            ErrorKind::Unnamed => "unnamed",
            ErrorKind::ElementCount { .. } => "element_count",
            ErrorKind::Layout { .. } => "layout",
            ErrorKind::Field { .. } => "invalid_field",
            ErrorKind::Syntax { .. } => "syntax",
            ErrorKind::Index { .. } => "index",
            ErrorKind::LossyCast { .. } => "lossy_cast",
            ErrorKind::UnknownMedia { .. } => "unknown_media",
            ErrorKind::Picture { .. } => "picture",
            ErrorKind::Rules { .. } => "rules",
            ErrorKind::Json(error) => error.fault.name(),
            ErrorKind::Format(fault) => fault.name(),
            ErrorKind::File(error) => error.fault.name(),
            #[cfg(feature = "std")]
            ErrorKind::Io(_) => "io",
            ErrorKind::Custom(_) => "custom",
        }
    }

    /// Returns whether the error is about a parameter that is absent, and so about the record as a whole.
    pub(crate) fn is_absence(&self) -> bool {
        matches!(self, ErrorKind::MissingParam { .. } | ErrorKind::UnfitDefault(_))
    }

    /// Returns the error that a required parameter is missing, where the names that are there instead are not known.
    #[must_use]
    pub fn missing_param() -> ErrorKind {
        ErrorKind::MissingParam { unknown: ParamNames::default() }
    }

    /// Returns the error of an index that is not below `len`.
    pub(crate) fn outside(index: impl TryInto<i64>, len: usize) -> ErrorKind {
        ErrorKind::Index { index: index.try_into().unwrap_or(i64::MAX), len }
    }

    /// Returns a refusal in the words of a user's own implementation.
    pub fn custom(text: impl Into<String>) -> ErrorKind {
        ErrorKind::Custom(text.into().into_boxed_str())
    }
}

impl core::error::Error for ErrorKind {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            #[cfg(feature = "std")]
            ErrorKind::Io(error) => error.source(),
            _ => None,
        }
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for ErrorKind {
    fn from(error: std::io::Error) -> Self {
        ErrorKind::Io(error)
    }
}
