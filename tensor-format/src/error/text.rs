//! Writes errors as text for people.

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

/// What to do where a map in its sparse form does not fit: its values have one shape, and its keys are no names.
const MAP_OF_NAMES: &str =
    "a map from names to tensors of any shapes is a record, by `#[tensor(record)]` on a struct around it";

/// Writes one line; text from an input or a user's code is escaped where it would control a terminal.
impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Escaped(KindText(self)).fmt(f)
    }
}

/// Writes the text of an error without escapes.
struct KindText<'e>(&'e ErrorKind);

impl fmt::Display for KindText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ErrorKind as E;
        match self.0 {
            E::UnexpectedEnd { needed, left } => {
                write!(f, "the input ends too early: {} needed, {left} left", ByteCount(*needed))
            }
            E::UnknownElementType(byte) => write!(f, "byte {byte:#04x} names no element type"),
            E::NonCanonicalVarint { value } => write!(f, "the varint of {value} is longer than it needs to be"),
            E::ShapeOverflow => f.write_str("the shape describes more bytes than can be addressed"),
            E::OutOfMemory { bytes } => write!(f, "there is no memory for {}", ByteCount(*bytes)),
            E::InvalidBoolean(byte) => write!(f, "boolean: expected 0 or 1, found {byte}"),
            E::InvalidUtf8 => f.write_str("the string is not UTF-8"),
            E::MediaTooShort { needed, found } => {
                write!(f, "media element: its format needs {}, the element has {found}", ByteCount(*needed))
            }
            E::InvalidMediaFormat { format, why } => write!(f, "media format \"{format}\": {why}"),
            E::SectionLength { why, needed, left } => {
                let needed = ByteCount(*needed);
                write!(f, "the section length is wrong: {why}: {needed} needed, {left} left in the section")
            }
            E::TrailingBytes { count, or_more, record_of } => {
                let least = if *or_more { "at least " } else { "" };
                write!(f, "{least}{} {} the value", ByteCount(*count), if *count == 1 { "follows" } else { "follow" })?;
                match record_of {
                    Some(n) => write!(f, " (the input looks like a record of {n} tensors)"),
                    None => Ok(()),
                }
            }
            E::ElementType { allowed, found } => write!(f, "element type: expected {allowed}, found {found}"),
            E::Rank { expected, or_more, found } => {
                let more = if *or_more { " or more" } else { "" };
                write!(f, "rank: expected {expected}{more}, found {found}")
            }
            E::AxisLength { axis, expected, found } => write!(f, "axis {axis}: expected {expected}, found {found}"),
            E::AxisName { name, first, axis, expected, found } if first.is_empty() => {
                write!(f, "axis {axis}: `{name}` is {expected} in an earlier axis, found {found}")
            }
            E::AxisName { name, first, axis, expected, found } => {
                write!(f, "axis {axis}: `{name}` is {expected} in `{first}`, found {found}")
            }
            E::RaggedLengths { lengths, expected, found } => {
                let more = if *expected == u64::MAX { " or more" } else { "" };
                write!(f, "axis 0: `{lengths}` add up to {expected}{more}, found {found}")
            }
            E::MissingParam { unknown } => {
                match unknown.required_beside() {
                    Some(other) => write!(f, "required beside `{}`, but missing", other)?,
                    None => f.write_str("required, but missing")?,
                }
                match unknown.near() {
                    Some(near) => write!(f, "; is `{near}`, which is not known, meant for it?")?,
                    None if unknown.is_empty() => {}
                    None => write!(f, "; found, but not known: {unknown}")?,
                }
                if unknown.are_for_map() { write!(f, "; {MAP_OF_NAMES}") } else { Ok(()) }
            }
            E::UnknownParam { known } => {
                f.write_str("not known to this type, which denies unknown parameters")?;
                match known.near() {
                    Some(near) => write!(f, "; did you mean `{near}`?"),
                    None if known.is_empty() => Ok(()),
                    None => write!(f, "; known: {known}"),
                }
            }
            E::DuplicateParam => f.write_str("present more than once"),
            E::DuplicateAlias { first } => {
                write!(f, "another name of `{}`, which is present too", first.escape_debug())
            }
            E::EmptyName => f.write_str("a tensor of the record has an empty name, which is for padding alone"),
            E::MissingMetadata => f.write_str("required metadata, but missing"),
            E::Metadata(error) => error.fmt(f),
            E::NoMetadata => f.write_str(
                "this field is metadata, which have no place here: few formats have one for them, batches none",
            ),
            E::LimitExceeded { limit, max, found } => {
                write!(f, "limit exceeded: at most {max} {limit} allowed, found {found}")?;
                f.write_str(limit.explanation())
            }
            E::UnsupportedElementType { element_type, format } => {
                write!(f, "{format} has no element type {element_type}")
            }
            E::Misaligned { align } => write!(
                f,
                "the data do not lie at a multiple of {align} bytes and cannot be borrowed: use `Cow` or `View` in place \
                 of a slice, `CowArray` in place of an `ArrayView`, or place the message with its payload aligned"
            ),
            E::NotBorrowable { why } => write!(
                f,
                "the data cannot be borrowed: {why}; use an owned type or `Cow` (`CowArray` for an `ArrayView`)"
            ),
            E::UnknownLabel { found, expected } => {
                write!(f, "label: expected one of ")?;
                for (i, label) in expected.iter().enumerate() {
                    write!(f, "{}\"{label}\"", if i == 0 { "" } else { ", " })?;
                }
                write!(f, ", found \"{found}\"")
            }
            E::UnknownNumber { found, expected } => {
                write!(f, "label: expected one of ")?;
                for (i, (number, label)) in expected.iter().enumerate() {
                    write!(f, "{}{number} \"{label}\"", if i == 0 { "" } else { ", " })?;
                }
                write!(f, ", found {found}")
            }
            E::OtherVariant { label } => {
                write!(f, "belongs to another variant than \"{label}\", which the label names")
            }
            E::InvalidElement { index, expected, found } => {
                write!(f, "element {index}: expected {expected}, found {found}")
            }
            E::DuplicateValue { found } => write!(f, "a set: expected each value once, found {found} twice"),
            E::OutOfRange(fault) => fault.fmt(f),
            E::UnfitDefault(fault) => write!(f, "absent, and its default does not fit: {fault}"),
            E::DuplicateLabel { found } => write!(f, "labels: expected each once, found {found} twice"),
            E::RaggedBatch { index, expected, found } => {
                write!(f, "the items of a batch must agree: item 0 is {expected}, item {index} is {found}")
            }
            E::RaggedMap { keys, expected, found } => {
                let [first, key] = &**keys;
                write!(f, "the values of a map have one shape: {first} is {expected}, but {key} is {found}; ")?;
                f.write_str(MAP_OF_NAMES)
            }
            E::RecordFound { tensors: 1 } => f.write_str("expected one tensor, found a record of 1 tensor"),
            E::RecordFound { tensors } => write!(f, "expected one tensor, found a record of {tensors} tensors"),
            E::TensorFound => f.write_str("expected a record, found one tensor"),
            E::ListedParameters { listed, blobs } => {
                write!(f, "the message lists {listed} parameters with data, but holds {blobs} blobs")
            }
            E::UnresolvedDataset { id, key } => {
                write!(f, "its data are in the dataset \"{id}\" under \"{key}\", not in the message")
            }
            E::UnequalBatch { tensors, other } => {
                let s = if *tensors == 1 { "" } else { "s" };
                write!(f, "it has {tensors} tensor{s}, `{other}` has more: in a batch all have equally many")
            }
            E::Unnamed => {
                f.write_str("a record without names needs a type that lists its parameters, each exactly once")
            }
            E::NotARecord { found } => {
                write!(f, "expected a record, whose first tensor names the others (string [_]), found {found}")
            }
            E::ElementCount { expected, found } => {
                write!(f, "the shape holds {expected} elements, but {found} are given")
            }
            E::Layout { why } => write!(f, "layout: {why}"),
            E::Field { field, expected, found } => write!(f, "{field}: expected {expected}, found {found}"),
            E::Syntax { field, line, column, expected, found } => {
                write!(f, "line {line}, column {column}: {field}: expected {expected}, ")?;
                if found.is_empty() { f.write_str("found the end") } else { write!(f, "found `{found}`") }
            }
            E::Index { index, len } => write!(f, "index {index} is outside of {len} items"),
            E::LossyCast { index, from, to } => {
                write!(f, "element {index} of type {from} has no exact value of type {to}")
            }
            E::UnknownMedia { wanted, found } => match found {
                Some(found) => write!(f, "the content is not {wanted}: it looks like {found}"),
                None => write!(f, "no {wanted} format is recognised in the content: name it explicitly"),
            },
            E::Picture { format, why } => write!(f, "picture \"{format}\": {why}"),
            E::Rules { why } => write!(f, "{why}"),
            E::Json(error) => error.fmt(f),
            E::Format(fault) => fault.fmt(f),
            E::File(error) => error.fmt(f),
            #[cfg(feature = "std")]
            E::Io(error) => write!(f, "{error}"),
            E::Custom(text) => f.write_str(text),
        }
    }
}
