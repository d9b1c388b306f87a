//! Errors: what is wrong, where, what was expected and what was found.

use alloc::{boxed::Box, string::String};
use core::fmt;

use crate::{DimBuf, ElementType, ElementTypes, util::escaped::Escaped};

mod fault;
mod file;
mod format_fault;
mod json;
mod limit;
mod located;
pub(crate) mod memory;
mod message;
mod metadata;
mod names;
mod out_of_range;
pub use file::{FileError, FileFault};
pub use format_fault::{AnyFault, FormatFault};
pub use json::{JsonError, JsonFault};
pub(crate) use limit::ExpansionLimit;
pub use limit::Limit;
pub use located::{DecodeError, EncodeError};
pub use message::{MessageError, MessageFault, Stage};
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
        /// The value it stands for.
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
    /// The format of a media element cannot stand where it stands.
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
        /// How many; of a stream those that have been seen.
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
    Size {
        /// The axis, counted from 0.
        axis: usize,
        /// The allowed lengths.
        expected: DimBuf,
        /// The length found.
        found: u64,
    },
    /// A named axis has two different lengths in one record.
    Symbol {
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
    /// The record holds a tensor under an empty name, which its format has for padding alone.
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
    /// The bytes do not lie at an address the type can be borrowed from. Types that copy where they must are never
    /// refused so: `Cow<[T]>` in place of `&[T]`, ndarray's `CowArray` in place of `ArrayView`; nor is
    /// [`View`](crate::View), which borrows at any address.
    Misaligned {
        /// The alignment needed, in bytes.
        align: usize,
    },
    /// The elements cannot be borrowed as they lie: a stream, strides or a foreign byte order. Owned types are never
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
    /// An element is not in the range of its parameter.
    OutOfRange(Box<OutOfRange>),
    /// A parameter is absent, and what stands in for it by `default` breaks its rules, or those of the record beside
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
    /// The parameters of a message are not as many as the data it holds.
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
        /// The tensors of this parameter.
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
        /// What may stand there.
        expected: &'static str,
        /// What stands there, shortened; empty at the end of the text.
        found: Box<str>,
    },
    /// An index lies outside of an axis.
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
        /// Its element type.
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
    /// A message of several parts is wrong. [`name`](Self::name) is that of the fault.
    Message(Box<MessageError>),
    /// A file of another program's format is wrong. [`name`](Self::name) is that of the fault.
    File(Box<FileError>),
    /// Reading or writing failed.
    #[cfg(feature = "std")]
    Io(std::io::Error),
    /// A user's own implementation refuses the value.
    Custom(Box<str>),
}

impl ErrorKind {
    /// The kind as one `snake_case` word, for logs and metrics.
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
            ErrorKind::Size { .. } => "dim_mismatch",
            ErrorKind::Symbol { .. } => "axis_name_mismatch",
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
            ErrorKind::Message(error) => error.fault.name(),
            ErrorKind::File(error) => error.fault.name(),
            #[cfg(feature = "std")]
            ErrorKind::Io(_) => "io",
            ErrorKind::Custom(_) => "custom",
        }
    }

    /// Whether it speaks of a parameter that is not there, and so of the record as a whole.
    pub(crate) fn is_absence(&self) -> bool {
        matches!(self, ErrorKind::MissingParam { .. } | ErrorKind::UnfitDefault(_))
    }

    /// A required parameter is missing, and it is not known what is there instead.
    #[must_use]
    pub fn missing_param() -> ErrorKind {
        ErrorKind::MissingParam { unknown: ParamNames::default() }
    }

    /// An index that lies outside of so many items.
    pub(crate) fn outside(index: impl TryInto<i64>, len: usize) -> ErrorKind {
        ErrorKind::Index { index: index.try_into().unwrap_or(i64::MAX), len }
    }

    /// A refusal in the words of a user's own implementation.
    pub fn custom(text: impl Into<String>) -> ErrorKind {
        ErrorKind::Custom(text.into().into_boxed_str())
    }
}

/// A number of bytes, in words.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "byte" } else { "bytes" })
    }
}

/// One line: what an input or a user's code brings along is escaped where it would steer a terminal.
impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Escaped(Text(self)).fmt(f)
    }
}

/// The text as it is.
struct Text<'e>(&'e ErrorKind);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ErrorKind::UnexpectedEnd { needed, left } => {
                write!(f, "the input ends too early: {} needed, {left} left", Bytes(*needed))
            }
            ErrorKind::UnknownElementType(byte) => write!(f, "byte {byte:#04x} names no element type"),
            ErrorKind::NonCanonicalVarint { value } => {
                write!(f, "the varint of {value} is longer than it needs to be")
            }
            ErrorKind::ShapeOverflow => f.write_str("the shape describes more bytes than can be addressed"),
            ErrorKind::OutOfMemory { bytes } => write!(f, "there is no memory for {}", Bytes(*bytes)),
            ErrorKind::InvalidBoolean(byte) => write!(f, "boolean: expected 0 or 1, found {byte}"),
            ErrorKind::InvalidUtf8 => f.write_str("the string is not UTF-8"),
            ErrorKind::MediaTooShort { needed, found } => {
                write!(f, "media element: its format needs {}, the element has {found}", Bytes(*needed))
            }
            ErrorKind::InvalidMediaFormat { format, why } => write!(f, "media format \"{format}\": {why}"),
            ErrorKind::SectionLength { why, needed, left } => {
                let needed = Bytes(*needed);
                write!(f, "the section length is wrong: {why}: {needed} needed, {left} left in the section")
            }
            ErrorKind::TrailingBytes { count, or_more, record_of } => {
                let least = if *or_more { "at least " } else { "" };
                write!(f, "{least}{} {} the value", Bytes(*count), if *count == 1 { "follows" } else { "follow" })?;
                match record_of {
                    Some(n) => write!(f, " (the input looks like a record of {n} tensors)"),
                    None => Ok(()),
                }
            }
            ErrorKind::ElementType { allowed, found } => {
                write!(f, "element type: expected {allowed}, found {found}")
            }
            ErrorKind::Rank { expected, or_more, found } => {
                let more = if *or_more { " or more" } else { "" };
                write!(f, "rank: expected {expected}{more}, found {found}")
            }
            ErrorKind::Size { axis, expected, found } => {
                write!(f, "axis {axis}: expected {expected}, found {found}")
            }
            ErrorKind::Symbol { name, first, axis, expected, found } if first.is_empty() => {
                write!(f, "axis {axis}: `{name}` is {expected} in an earlier axis, found {found}")
            }
            ErrorKind::Symbol { name, first, axis, expected, found } => {
                write!(f, "axis {axis}: `{name}` is {expected} in `{first}`, found {found}")
            }
            ErrorKind::MissingParam { unknown } => {
                f.write_str("required, but missing")?;
                match unknown.near() {
                    Some(near) => write!(f, "; is `{near}`, which is not known, meant for it?"),
                    None if unknown.is_empty() => Ok(()),
                    None => write!(f, "; found, but not known: {unknown}"),
                }
            }
            ErrorKind::UnknownParam { known } => {
                f.write_str("not known to this type, which denies unknown parameters")?;
                match known.near() {
                    Some(near) => write!(f, "; did you mean `{near}`?"),
                    None if known.is_empty() => Ok(()),
                    None => write!(f, "; known: {known}"),
                }
            }
            ErrorKind::DuplicateParam => f.write_str("present more than once"),
            ErrorKind::EmptyName => f.write_str("a tensor of the record has an empty name, which is for padding alone"),
            ErrorKind::MissingMetadata => f.write_str("required metadata, but missing"),
            ErrorKind::Metadata(error) => error.fmt(f),
            ErrorKind::NoMetadata => f.write_str(
                "this field is metadata, which have no place here: ZIO messages of one record carry them, other formats \
                 and batches do not",
            ),
            ErrorKind::LimitExceeded { limit, max, found } => {
                write!(f, "limit exceeded: at most {max} {limit} allowed, found {found}")
            }
            ErrorKind::UnsupportedElementType { element_type, format } => {
                write!(f, "{format} has no element type {element_type}")
            }
            ErrorKind::Misaligned { align } => write!(
                f,
                "the data do not lie at a multiple of {align} bytes and cannot be borrowed: use `Cow` or `View` in place \
                 of a slice, `CowArray` in place of an `ArrayView`, or place the message with its payload aligned"
            ),
            ErrorKind::NotBorrowable { why } => {
                write!(f, "the data cannot be borrowed: {why}; use an owned type or `Cow` (`CowArray` for an `ArrayView`)")
            }
            ErrorKind::UnknownLabel { found, expected } => {
                write!(f, "label: expected one of ")?;
                for (i, label) in expected.iter().enumerate() {
                    write!(f, "{}\"{label}\"", if i == 0 { "" } else { ", " })?;
                }
                write!(f, ", found \"{found}\"")
            }
            ErrorKind::UnknownNumber { found, expected } => {
                write!(f, "label: expected one of ")?;
                for (i, (number, label)) in expected.iter().enumerate() {
                    write!(f, "{}{number} \"{label}\"", if i == 0 { "" } else { ", " })?;
                }
                write!(f, ", found {found}")
            }
            ErrorKind::OutOfRange(fault) => fault.fmt(f),
            ErrorKind::UnfitDefault(fault) => write!(f, "absent, and its default does not fit: {fault}"),
            ErrorKind::DuplicateLabel { found } => write!(f, "labels: expected each once, found {found} twice"),
            ErrorKind::RaggedBatch { index, expected, found } => {
                write!(f, "the items of a batch must agree: item 0 is {expected}, item {index} is {found}")
            }
            ErrorKind::RecordFound { tensors } => {
                write!(f, "expected one tensor, found a record of {tensors} tensors")
            }
            ErrorKind::TensorFound => f.write_str("expected a record, found one tensor"),
            ErrorKind::ListedParameters { listed, blobs } => {
                write!(f, "the message lists {listed} parameters with data, but holds {blobs} blobs")
            }
            ErrorKind::UnresolvedDataset { id, key } => {
                write!(f, "its data are in the dataset \"{id}\" under \"{key}\", not in the message")
            }
            ErrorKind::UnequalBatch { tensors, other } => {
                let s = if *tensors == 1 { "" } else { "s" };
                write!(f, "it has {tensors} tensor{s}, `{other}` has more: in a batch all have equally many")
            }
            ErrorKind::Unnamed => f.write_str(
                "a record without names needs a type that lists its parameters, each exactly once",
            ),
            ErrorKind::NotARecord { found } => {
                write!(f, "expected a record, whose first tensor names the others (string [_]), found {found}")
            }
            ErrorKind::ElementCount { expected, found } => {
                write!(f, "the shape holds {expected} elements, but {found} are given")
            }
            ErrorKind::Layout { why } => write!(f, "layout: {why}"),
            ErrorKind::Field { field, expected, found } => write!(f, "{field}: expected {expected}, found {found}"),
            ErrorKind::Syntax { field, line, column, expected, found } => {
                write!(f, "line {line}, column {column}: {field}: expected {expected}, ")?;
                if found.is_empty() { f.write_str("found the end") } else { write!(f, "found `{found}`") }
            }
            ErrorKind::Index { index, len } => write!(f, "index {index} is outside of {len} items"),
            ErrorKind::LossyCast { index, from, to } => {
                write!(f, "element {index} of type {from} has no exact value of type {to}")
            }
            ErrorKind::UnknownMedia { wanted, found } => match found {
                Some(found) => write!(f, "the content is not {wanted}: it looks like {found}"),
                None => write!(f, "no {wanted} format is recognised in the content: name it explicitly"),
            },
            ErrorKind::Picture { format, why } => write!(f, "picture \"{format}\": {why}"),
            ErrorKind::Rules { why } => write!(f, "{why}"),
            ErrorKind::Json(error) => error.fmt(f),
            ErrorKind::Message(error) => error.fmt(f),
            ErrorKind::File(error) => error.fmt(f),
            #[cfg(feature = "std")]
            ErrorKind::Io(error) => write!(f, "{error}"),
            ErrorKind::Custom(text) => f.write_str(text),
        }
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
