//! The texts of errors, for people.

use core::fmt;

use super::ErrorKind;
use crate::util::escaped::Escaped;

/// A number of bytes, in words.
struct ByteCount(u64);

impl fmt::Display for ByteCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "byte" } else { "bytes" })
    }
}

/// One line: what an input or a user's code brings along is escaped where it would steer a terminal.
impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Escaped(KindText(self)).fmt(f)
    }
}

/// The text as it is.
struct KindText<'e>(&'e ErrorKind);

impl fmt::Display for KindText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ErrorKind::UnexpectedEnd { needed, left } => {
                write!(f, "the input ends too early: {} needed, {left} left", ByteCount(*needed))
            }
            ErrorKind::UnknownElementType(byte) => write!(f, "byte {byte:#04x} names no element type"),
            ErrorKind::NonCanonicalVarint { value } => {
                write!(f, "the varint of {value} is longer than it needs to be")
            }
            ErrorKind::ShapeOverflow => f.write_str("the shape describes more bytes than can be addressed"),
            ErrorKind::OutOfMemory { bytes } => write!(f, "there is no memory for {}", ByteCount(*bytes)),
            ErrorKind::InvalidBoolean(byte) => write!(f, "boolean: expected 0 or 1, found {byte}"),
            ErrorKind::InvalidUtf8 => f.write_str("the string is not UTF-8"),
            ErrorKind::MediaTooShort { needed, found } => {
                write!(f, "media element: its format needs {}, the element has {found}", ByteCount(*needed))
            }
            ErrorKind::InvalidMediaFormat { format, why } => write!(f, "media format \"{format}\": {why}"),
            ErrorKind::SectionLength { why, needed, left } => {
                let needed = ByteCount(*needed);
                write!(f, "the section length is wrong: {why}: {needed} needed, {left} left in the section")
            }
            ErrorKind::TrailingBytes { count, or_more, record_of } => {
                let least = if *or_more { "at least " } else { "" };
                write!(f, "{least}{} {} the value", ByteCount(*count), if *count == 1 { "follows" } else { "follow" })?;
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
            ErrorKind::AxisLength { axis, expected, found } => {
                write!(f, "axis {axis}: expected {expected}, found {found}")
            }
            ErrorKind::AxisName { name, first, axis, expected, found } if first.is_empty() => {
                write!(f, "axis {axis}: `{name}` is {expected} in an earlier axis, found {found}")
            }
            ErrorKind::AxisName { name, first, axis, expected, found } => {
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
                "this field is metadata, which have no place here: few formats have one for them, batches none",
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
                write!(
                    f,
                    "the data cannot be borrowed: {why}; use an owned type or `Cow` (`CowArray` for an `ArrayView`)"
                )
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
            ErrorKind::InvalidElement { index, expected, found } => {
                write!(f, "element {index}: expected {expected}, found {found}")
            }
            ErrorKind::DuplicateValue { found } => write!(f, "a set: expected each value once, found {found} twice"),
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
            ErrorKind::Unnamed => {
                f.write_str("a record without names needs a type that lists its parameters, each exactly once")
            }
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
            ErrorKind::Format(fault) => fault.fmt(f),
            ErrorKind::File(error) => error.fmt(f),
            #[cfg(feature = "std")]
            ErrorKind::Io(error) => write!(f, "{error}"),
            ErrorKind::Custom(text) => f.write_str(text),
        }
    }
}
