//! Errors: what is wrong, where, what was expected and what was found.
//!
//! An [`ErrorKind`] is what is wrong. A [`DecodeError`] or [`EncodeError`] holds one, and on its way to the caller gets
//! the byte, the parameter and the record that it belongs to (`located`). What needs more than a variant has a type of
//! its own: limits, names, JSON, files, ranges, and the faults of single formats. `value` says which kinds are whose
//! fault, and what was expected and found as the typed values of `fault_value`. `text` is what people read, `memory`
//! reserves memory for elements or returns an error if there is none.

use alloc::{boxed::Box, string::String};

use crate::{DimBuf, ElementType, ElementTypes};

pub(crate) mod fault;
mod fault_value;
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
mod value;
mod violation;
pub use fault_value::FaultValue;
pub use file::{FileError, FileFault};
pub use format_fault::{AnyFault, FormatFault};
pub use json::{JsonError, JsonFault};
pub(crate) use limit::ExpansionLimit;
pub use limit::Limit;
pub(crate) use located::AddPlace;
pub use located::{DecodeError, EncodeError};
pub use metadata::MetadataError;
pub use names::ParamNames;
pub use out_of_range::OutOfRange;
pub use violation::Violation;

/// What went wrong. Match on this; the text is for people.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends before a field is complete.
    UnexpectedEnd {
        /// The number of bytes that the field needs.
        needed: u64,
        /// The number of bytes that are left.
        left: u64,
    },
    /// A byte encodes no element type.
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
        /// The number of bytes that were to be reserved.
        bytes: u64,
    },
    /// The byte of a boolean is neither 0 nor 1.
    InvalidBoolean(u8),
    /// A string is not UTF-8.
    InvalidUtf8,
    /// A media element is too short for its format.
    MediaTooShort {
        /// The number of bytes that the format needs.
        needed: u64,
        /// The number of bytes that the element has.
        found: u64,
    },
    /// The format of a media element is one that this tensor or message cannot hold.
    InvalidMediaFormat {
        /// The format, with bytes outside ASCII escaped.
        format: Box<str>,
        /// What is wrong, and what would be right.
        why: &'static str,
    },
    /// The length that is stored for the data of a tensor is not the length of its elements.
    SectionLength {
        /// What is wrong with the length.
        why: &'static str,
        /// The number of bytes that an element needs, or after which the data should have ended.
        needed: u64,
        /// The number of bytes of the data that are left.
        left: u64,
    },
    /// Bytes follow the value.
    TrailingBytes {
        /// The number of these bytes; in a stream, of those that were read.
        count: u64,
        /// Whether there may be more, as in a stream.
        or_more: bool,
        /// The number of tensors, if the input is well formed as a record.
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
        /// The length that the parameter `first` has.
        expected: u64,
        /// The length that the axis at fault has.
        found: u64,
    },
    /// A required parameter is missing.
    MissingParam {
        /// The names that the record holds and the type does not have.
        unknown: ParamNames,
    },
    /// The record holds a parameter that the type does not have.
    UnknownParam {
        /// The names that the type has.
        known: ParamNames,
    },
    /// The record holds a parameter twice.
    DuplicateParam,
    /// The record holds a parameter twice, under two of its names: its own and an alias, or two aliases.
    DuplicateAlias {
        /// The name under which it came first.
        first: Box<str>,
    },
    /// The record holds a tensor under an empty name, which the format allows for padding only.
    EmptyName,
    /// Metadata that the type requires are missing.
    MissingMetadata,
    /// Metadata do not fit the type of their field, or cannot be written.
    Metadata(Box<MetadataError>),
    /// A field is metadata, and there is no place for it: not in this format, or not in a batch.
    NoMetadata,
    /// The input or value exceeds a limit of the options.
    LimitExceeded {
        /// The limit that is exceeded.
        limit: Limit,
        /// The most that is allowed.
        max: u64,
        /// What the input or value has.
        found: u64,
    },
    /// The format has no such element type.
    UnsupportedElementType {
        /// The element type that the format does not have.
        element_type: ElementType,
        /// The name of the format.
        format: &'static str,
    },
    /// The bytes are not at an address that the type can borrow them from. Types that copy where they must never cause
    /// this error: `Cow<[T]>` in place of `&[T]`, ndarray's `CowArray` in place of `ArrayView`; nor does
    /// [`View`](crate::View), which borrows at any address.
    Misaligned {
        /// The alignment needed, in bytes.
        align: usize,
    },
    /// The elements cannot be borrowed as they are: because of a stream, strides or a foreign byte order. Owned types
    /// never cause this error, and of those that borrow `Cow` and `CowArray` copy where they must.
    NotBorrowable {
        /// The reason.
        why: &'static str,
    },
    /// A text is none of the labels that the type has for its variants.
    UnknownLabel {
        /// The label found, shortened.
        found: Box<str>,
        /// All labels.
        expected: &'static [&'static str],
    },
    /// The record holds a parameter of another variant than the one that its label names.
    OtherVariant {
        /// The label.
        label: &'static str,
    },
    /// A number is none of those that the type has for its variants.
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
        /// A description of the elements that are values of the type.
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
    /// A parameter is absent, and the default that replaces it breaks its rules, or does not fit the parameters that
    /// were read. [`name`](Self::name) is that of the error inside.
    UnfitDefault(Box<ErrorKind>),
    /// Two items of sparse data have the same labels.
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
    /// The values of a map differ in element type or shape.
    RaggedMap {
        /// The first key, whose value is as [`expected`](Self::RaggedMap::expected) says, and the key at fault.
        keys: Box<[Box<str>; 2]>,
        /// The first value's element type and shape.
        expected: Box<str>,
        /// The element type and shape of the value at fault.
        found: Box<str>,
    },
    /// The lengths of the items of a [`Ragged`](crate::Ragged) list do not add up to what they are the lengths of.
    RaggedLengths {
        /// The parameter that holds the lengths.
        lengths: Box<str>,
        /// Their sum; the greatest `u64` if it is beyond that.
        expected: u64,
        /// The number of rows found.
        found: u64,
    },
    /// A record was found where one tensor was expected.
    RecordFound {
        /// The number of its tensors.
        tensors: usize,
    },
    /// One tensor was found where a record was expected.
    TensorFound,
    /// A message lists another number of parameters than it has pieces of data.
    ListedParameters {
        /// The number of parameters in its list that have no dataset.
        listed: usize,
        /// The number of blobs (pieces of data) in the message.
        blobs: usize,
    },
    /// The data of a parameter are in a dataset, and the caller did not provide them.
    UnresolvedDataset {
        /// The id of the dataset.
        id: Box<str>,
        /// The key within the dataset.
        key: Box<str>,
    },
    /// The parameters of a batch have different numbers of tensors.
    UnequalBatch {
        /// The number of tensors of this parameter.
        tensors: u64,
        /// The name of a parameter that has more.
        other: Box<str>,
    },
    /// The input does not begin with the names of a record.
    NotARecord {
        /// The element type and shape of its first tensor.
        found: Box<str>,
    },
    /// A record has no names, and its type does not say that each of its parameters is there once, so that nothing
    /// tells its tensors apart.
    Unnamed,
    /// The number of elements is not the one that the shape has.
    ElementCount {
        /// The number of elements that the shape has.
        expected: u64,
        /// The number of elements that are given.
        found: u64,
    },
    /// A layout reaches outside of its buffer, or does not fit its shape.
    Layout {
        /// What is wrong with the layout.
        why: &'static str,
    },
    /// A field of a message or an argument holds a number that it must not hold.
    Field {
        /// The name of the field.
        field: &'static str,
        /// What is allowed.
        expected: &'static str,
        /// The number found.
        found: i64,
    },
    /// A text breaks the grammar of its format.
    Syntax {
        /// The name of the part of the text that is wrong.
        field: &'static str,
        /// The line, counted from 1.
        line: u64,
        /// The column in characters, counted from 1.
        column: u64,
        /// What is allowed there.
        expected: &'static str,
        /// What was found there, shortened; empty at the end of the text.
        found: Box<str>,
    },
    /// An index is outside of an axis.
    Index {
        /// The index as it was given.
        index: i64,
        /// The length of the axis.
        len: usize,
    },
    /// A number cannot be represented in the target element type without loss.
    LossyCast {
        /// The position in row-major order of the first such element.
        index: usize,
        /// The element type of the tensor.
        from: ElementType,
        /// The target element type.
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
        /// What is wrong with the picture.
        why: Box<str>,
    },
    /// A rule or definition is malformed.
    Rules {
        /// What is wrong with the rules.
        why: Box<str>,
    },
    /// A JSON text does not contain rules or definitions. [`name`](Self::name) is that of the error inside.
    Json(Box<JsonError>),
    /// An error of one format alone. [`name`](Self::name) is that of the error inside.
    Format(AnyFault),
    /// A file in the format of another program is wrong. [`name`](Self::name) is that of the error inside.
    File(Box<FileError>),
    /// Reading or writing failed.
    #[cfg(feature = "std")]
    Io(std::io::Error),
    /// An implementation of the traits by a user of the crate refuses the value.
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
            ErrorKind::DuplicateAlias { .. } => "duplicate_alias",
            ErrorKind::EmptyName => "empty_name",
            ErrorKind::MissingMetadata => "missing_metadata",
            ErrorKind::Metadata(_) => "metadata",
            ErrorKind::NoMetadata => "no_metadata",
            ErrorKind::LimitExceeded { .. } => "limit_exceeded",
            ErrorKind::UnsupportedElementType { .. } => "unsupported_element_type",
            ErrorKind::Misaligned { .. } => "misaligned",
            ErrorKind::NotBorrowable { .. } => "not_borrowable",
            ErrorKind::UnknownLabel { .. } => "unknown_label",
            ErrorKind::OtherVariant { .. } => "other_variant",
            ErrorKind::UnknownNumber { .. } => "unknown_number",
            ErrorKind::InvalidElement { .. } => "invalid_element",
            ErrorKind::DuplicateValue { .. } => "duplicate_value",
            ErrorKind::OutOfRange(_) => "out_of_range",
            ErrorKind::UnfitDefault(fault) => fault.name(),
            ErrorKind::DuplicateLabel { .. } => "duplicate_label",
            ErrorKind::RaggedBatch { .. } => "ragged_batch",
            ErrorKind::RaggedMap { .. } => "ragged_map",
            ErrorKind::RaggedLengths { .. } => "ragged_lengths",
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

    /// Returns whether the error is about a parameter that is absent, and so not about a place in the input.
    pub(crate) fn is_absence(&self) -> bool {
        matches!(self, ErrorKind::MissingParam { .. } | ErrorKind::UnfitDefault(_))
    }

    /// Creates the error for a missing required parameter, without the names that the record holds instead.
    #[must_use]
    pub fn missing_param() -> ErrorKind {
        ErrorKind::MissingParam { unknown: ParamNames::default() }
    }

    /// Creates the error for an index that is not below `len`, the length of its axis.
    pub(crate) fn outside(index: impl TryInto<i64>, len: usize) -> ErrorKind {
        ErrorKind::Index { index: index.try_into().unwrap_or(i64::MAX), len }
    }

    /// Creates an error with a text of its own, for implementations by users of the crate.
    pub fn custom(text: impl Into<String>) -> ErrorKind {
        ErrorKind::Custom(text.into().into_boxed_str())
    }
}

impl ElementType {
    /// Refuses any other element type.
    #[inline]
    pub(crate) fn expect(self, found: ElementType) -> Result<(), ErrorKind> {
        if found == self { Ok(()) } else { Err(ErrorKind::ElementType { allowed: ElementTypes::of(self), found }) }
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
