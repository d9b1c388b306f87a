//! What programs ask an error: whose fault it is, which axis, what was expected and what was found.

use super::{ErrorKind, FaultValue};
use crate::JsonFault;

/// Whose fault an error is.
#[derive(PartialEq)]
enum Fault {
    /// The bytes are no message of the format.
    Malformed,
    /// The message breaks the rules.
    Invalid,
    /// Neither: a limit, the program itself, the machine.
    Other,
}

impl ErrorKind {
    /// Returns whether the input is no message of its format: cut off, of unknown bytes, or wrong in its structure. A
    /// service answers with HTTP 400.
    ///
    /// Some errors are neither this nor [invalid](Self::is_invalid): limits (HTTP 413), and what the program, the
    /// machine or the connection is to blame for (HTTP 500).
    #[must_use]
    pub fn is_malformed(&self) -> bool {
        self.fault() == Fault::Malformed
    }

    /// Returns whether the input is a message of its format, and its value breaks the rules of its type. A service
    /// answers with HTTP 422.
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        self.fault() == Fault::Invalid
    }

    fn fault(&self) -> Fault {
        use ErrorKind as E;
        match self {
            E::Format(fault) if fault.is_invalid() => Fault::Invalid,
            E::UnexpectedEnd { .. }
            | E::UnknownElementType(_)
            | E::NonCanonicalVarint { .. }
            | E::ShapeOverflow
            | E::InvalidBoolean(_)
            | E::InvalidUtf8
            | E::MediaTooShort { .. }
            | E::InvalidMediaFormat { .. }
            | E::SectionLength { .. }
            | E::TrailingBytes { .. }
            | E::EmptyName
            | E::ListedParameters { .. }
            | E::ElementCount { .. }
            | E::Layout { .. }
            | E::Field { .. }
            | E::Syntax { .. }
            | E::Rules { .. }
            | E::Format(_)
            | E::File(_) => Fault::Malformed,
            E::Json(error) => match &error.fault {
                JsonFault::Data { .. } => Fault::Invalid,
                JsonFault::Format(fault) if fault.is_invalid() => Fault::Invalid,
                _ => Fault::Malformed,
            },
            E::ElementType { .. }
            | E::Rank { .. }
            | E::AxisLength { .. }
            | E::AxisName { .. }
            | E::MissingParam { .. }
            | E::UnknownParam { .. }
            | E::DuplicateParam
            | E::DuplicateAlias { .. }
            | E::MissingMetadata
            | E::Metadata(_)
            | E::UnknownLabel { .. }
            | E::OtherVariant { .. }
            | E::UnknownNumber { .. }
            | E::InvalidElement { .. }
            | E::DuplicateValue { .. }
            | E::OutOfRange(_)
            | E::UnfitDefault(_)
            | E::DuplicateLabel { .. }
            | E::RaggedBatch { .. }
            | E::RaggedMap { .. }
            | E::RaggedLengths { .. }
            | E::RecordFound { .. }
            | E::TensorFound
            | E::NotARecord { .. }
            | E::UnresolvedDataset { .. }
            | E::UnequalBatch { .. }
            | E::LossyCast { .. }
            | E::UnknownMedia { .. }
            | E::Picture { .. }
            | E::Custom(_) => Fault::Invalid,
            E::OutOfMemory { .. }
            | E::NoMetadata
            | E::LimitExceeded { .. }
            | E::UnsupportedElementType { .. }
            | E::Misaligned { .. }
            | E::NotBorrowable { .. }
            | E::Unnamed
            | E::Index { .. } => Fault::Other,
            #[cfg(feature = "std")]
            E::Io(_) => Fault::Other,
        }
    }

    /// Returns the axis at fault, counted from 0.
    #[must_use]
    pub fn axis(&self) -> Option<usize> {
        match self {
            ErrorKind::AxisLength { axis, .. } | ErrorKind::AxisName { axis, .. } => Some(*axis),
            ErrorKind::RaggedLengths { .. } => Some(0),
            ErrorKind::UnfitDefault(fault) => fault.axis(),
            ErrorKind::Format(fault) => fault.axis(),
            ErrorKind::Json(error) => match &error.fault {
                JsonFault::Format(fault) => fault.axis(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns what is allowed; `None` if the kind compares nothing.
    #[must_use]
    pub fn expected(&self) -> Option<FaultValue<'_>> {
        use ErrorKind as E;
        Some(match self {
            E::UnexpectedEnd { needed, .. } | E::MediaTooShort { needed, .. } | E::SectionLength { needed, .. } => {
                FaultValue::AtLeast(i128::from(*needed))
            }
            E::InvalidBoolean(_) => FaultValue::Text("0 or 1"),
            E::TrailingBytes { .. } => FaultValue::Number(0),
            E::ElementType { allowed, .. } => FaultValue::ElementTypes(*allowed),
            E::Rank { expected, or_more: true, .. } => FaultValue::AtLeast(*expected as i128),
            E::Rank { expected, .. } => FaultValue::Number(*expected as i128),
            E::AxisLength { expected, .. } => FaultValue::Length(expected),
            E::RaggedLengths { expected: u64::MAX, .. } => FaultValue::AtLeast(i128::from(u64::MAX)),
            E::AxisName { expected, .. } | E::RaggedLengths { expected, .. } | E::ElementCount { expected, .. } => {
                FaultValue::Number(i128::from(*expected))
            }
            E::UnknownParam { known } if !known.is_empty() => FaultValue::Names(known),
            E::Metadata(error) if !error.found.is_empty() => FaultValue::Text(&error.expected),
            E::LimitExceeded { max, .. } => FaultValue::AtMost(i128::from(*max)),
            E::UnknownLabel { expected, .. } => FaultValue::Labels(expected),
            E::UnknownNumber { expected, .. } => FaultValue::Numbers(expected),
            E::InvalidElement { expected, .. } | E::Field { expected, .. } | E::Syntax { expected, .. } => {
                FaultValue::Text(expected)
            }
            E::OutOfRange(fault) => FaultValue::Range(fault.expected),
            E::UnfitDefault(fault) => return fault.expected(),
            E::RaggedBatch { expected, .. } | E::RaggedMap { expected, .. } => FaultValue::Text(expected),
            E::RecordFound { .. } => FaultValue::Text("one tensor"),
            E::TensorFound | E::NotARecord { .. } => FaultValue::Text("a record"),
            E::ListedParameters { listed, .. } => FaultValue::Number(*listed as i128),
            E::Index { len, .. } => FaultValue::AtMost((*len as i128).saturating_sub(1)),
            E::LossyCast { to, .. } => FaultValue::ElementType(*to),
            E::UnknownMedia { wanted, .. } => FaultValue::ElementType(*wanted),
            E::Json(error) => match &error.fault {
                JsonFault::WrongType { expected, .. } | JsonFault::UnknownElementType { expected, .. } => {
                    FaultValue::Text(expected)
                }
                JsonFault::LengthOutOfRange { .. } => FaultValue::Text("-1 or a length from 0 to 9223372036854775807"),
                JsonFault::TooManyAxes { max } => FaultValue::AtMost(*max as i128),
                JsonFault::Format(fault) => return fault.expected(),
                _ => return None,
            },
            E::File(error) => FaultValue::Text(error.expected),
            E::Format(fault) => return fault.expected(),
            _ => return None,
        })
    }

    /// Returns what was found instead; `None` if the kind compares nothing.
    #[must_use]
    pub fn found(&self) -> Option<FaultValue<'_>> {
        use ErrorKind as E;
        Some(match self {
            E::UnexpectedEnd { left, .. } | E::SectionLength { left, .. } => FaultValue::Number(i128::from(*left)),
            E::UnknownElementType(byte) | E::InvalidBoolean(byte) => FaultValue::Number(i128::from(*byte)),
            E::TrailingBytes { count, or_more: true, .. } => FaultValue::AtLeast(i128::from(*count)),
            E::MediaTooShort { found, .. }
            | E::TrailingBytes { count: found, .. }
            | E::AxisLength { found, .. }
            | E::AxisName { found, .. }
            | E::RaggedLengths { found, .. }
            | E::ElementCount { found, .. }
            | E::LimitExceeded { found, .. } => FaultValue::Number(i128::from(*found)),
            E::InvalidMediaFormat { format, .. } => FaultValue::Text(format),
            E::ElementType { found, .. } => FaultValue::ElementType(*found),
            E::Rank { found, .. } => FaultValue::Number(*found as i128),
            E::MissingParam { unknown } if !unknown.is_empty() => FaultValue::Names(unknown),
            E::Metadata(error) if !error.found.is_empty() => FaultValue::Text(&error.found),
            E::UnsupportedElementType { element_type, .. } => FaultValue::ElementType(*element_type),
            E::UnknownLabel { found, .. }
            | E::UnknownNumber { found, .. }
            | E::InvalidElement { found, .. }
            | E::DuplicateValue { found }
            | E::DuplicateLabel { found }
            | E::RaggedBatch { found, .. }
            | E::RaggedMap { found, .. }
            | E::Syntax { found, .. }
            | E::NotARecord { found } => FaultValue::Text(found),
            E::OutOfRange(fault) => FaultValue::Bound(fault.found),
            E::UnfitDefault(fault) => return fault.found(),
            E::RecordFound { .. } => FaultValue::Text("a record"),
            E::TensorFound => FaultValue::Text("one tensor"),
            E::ListedParameters { blobs, .. } => FaultValue::Number(*blobs as i128),
            E::Field { found, .. } | E::Index { index: found, .. } => FaultValue::Number(i128::from(*found)),
            E::LossyCast { from, .. } => FaultValue::ElementType(*from),
            E::UnknownMedia { found, .. } => FaultValue::Text(found.as_ref()?),
            E::Json(error) => match &error.fault {
                JsonFault::WrongType { found, .. }
                | JsonFault::UnknownElementType { found, .. }
                | JsonFault::LengthOutOfRange { found } => FaultValue::Text(found),
                JsonFault::Format(fault) => return fault.found(),
                _ => return None,
            },
            E::File(error) => FaultValue::Text(&error.found),
            E::Format(fault) => return fault.found(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::{boxed::Box, vec};
    use core::fmt;

    use super::*;
    use crate::{
        Bound, DimBuf, ElementType, ElementTypes, FileError, FileFault, FormatFault, JsonError, Limit, MetadataError,
        OutOfRange, ValueRange, error::ParamNames,
    };

    fn text() -> Box<str> {
        "text".into()
    }

    #[derive(Debug, PartialEq)]
    struct Foreign;

    impl FormatFault for Foreign {
        fn name(&self) -> &'static str {
            "foreign"
        }
    }

    impl fmt::Display for Foreign {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("foreign")
        }
    }

    fn json(fault: JsonFault) -> ErrorKind {
        ErrorKind::Json(Box::new(JsonError { line: 1, column: 1, path: text(), fault }))
    }

    #[test]
    fn every_kind_is_malformed_or_invalid_or_neither() {
        use ErrorKind as E;
        let (element_type, names) = (ElementType::F32, ParamNames::default);
        let file = FileError { format: "npy", fault: FileFault::Magic, path: text(), expected: "a", found: text() };
        let malformed = vec![
            E::UnexpectedEnd { needed: 2, left: 1 },
            E::UnknownElementType(99),
            E::NonCanonicalVarint { value: 1 },
            E::ShapeOverflow,
            E::InvalidBoolean(2),
            E::InvalidUtf8,
            E::MediaTooShort { needed: 3, found: 1 },
            E::InvalidMediaFormat { format: text(), why: "long" },
            E::SectionLength { why: "long", needed: 2, left: 1 },
            E::TrailingBytes { count: 1, or_more: false, record_of: None },
            E::EmptyName,
            E::ListedParameters { listed: 1, blobs: 2 },
            E::ElementCount { expected: 1, found: 2 },
            E::Layout { why: "long" },
            E::Field { field: "rank", expected: "1", found: 2 },
            E::Syntax { field: "shape", line: 1, column: 1, expected: "[", found: text() },
            E::Rules { why: text() },
            E::Format(crate::error::AnyFault::new(Foreign)),
            E::File(Box::new(file)),
            json(JsonFault::Syntax { why: text() }),
        ];
        let out_of_range = OutOfRange {
            tensor: None,
            index: Box::new([0]),
            element_type,
            expected: ValueRange::new(Some(Bound::Int(1)), None),
            found: Bound::Int(0),
        };
        let metadata = MetadataError { path: text(), expected: text(), found: text() };
        let invalid = vec![
            E::ElementType { allowed: ElementTypes::of(element_type), found: ElementType::U8 },
            E::Rank { expected: 1, or_more: true, found: 0 },
            E::AxisLength { axis: 1, expected: DimBuf::from(crate::Dim::exact(2)), found: 3 },
            E::AxisName { name: text(), first: text(), axis: 1, expected: 2, found: 3 },
            E::MissingParam { unknown: names() },
            E::UnknownParam { known: names() },
            E::DuplicateParam,
            E::DuplicateAlias { first: text() },
            E::MissingMetadata,
            E::Metadata(Box::new(metadata)),
            E::UnknownLabel { found: text(), expected: &["a"] },
            E::OtherVariant { label: "a" },
            E::UnknownNumber { found: text(), expected: &[(1, "a")] },
            E::InvalidElement { index: 1, expected: "a", found: text() },
            E::DuplicateValue { found: text() },
            E::OutOfRange(Box::new(out_of_range)),
            E::UnfitDefault(Box::new(E::DuplicateParam)),
            E::DuplicateLabel { found: text() },
            E::RaggedBatch { index: 1, expected: text(), found: text() },
            E::RaggedMap { keys: Box::new([text(), text()]), expected: text(), found: text() },
            E::RaggedLengths { lengths: text(), expected: 1, found: 2 },
            E::RecordFound { tensors: 2 },
            E::TensorFound,
            E::NotARecord { found: text() },
            E::UnresolvedDataset { id: text(), key: text() },
            E::UnequalBatch { tensors: 1, other: text() },
            E::LossyCast { index: 1, from: element_type, to: ElementType::U8 },
            E::UnknownMedia { wanted: ElementType::Image, found: None },
            E::Picture { format: text(), why: text() },
            E::custom("text"),
            json(JsonFault::Data { why: text() }),
        ];
        let other = vec![
            E::OutOfMemory { bytes: 1 },
            E::NoMetadata,
            E::LimitExceeded { limit: Limit::Rank, max: 1, found: 2 },
            E::UnsupportedElementType { element_type, format: "npy" },
            E::Misaligned { align: 4 },
            E::NotBorrowable { why: "long" },
            E::Unnamed,
            E::Index { index: 1, len: 1 },
        ];
        assert_eq!(malformed.len() + invalid.len() + other.len(), 59);
        for (kinds, fault) in [(&malformed, (true, false)), (&invalid, (false, true)), (&other, (false, false))] {
            for kind in kinds {
                assert_eq!((kind.is_malformed(), kind.is_invalid()), fault, "{kind:?}");
                // What was expected and found is in the text too.
                for value in [kind.expected(), kind.found()].into_iter().flatten() {
                    assert_ne!(alloc::format!("{value}"), "", "{kind:?}");
                }
            }
        }
        #[cfg(feature = "std")]
        assert!(E::Io(std::io::ErrorKind::Other.into()).fault() == Fault::Other);
        assert_eq!((invalid[2].axis(), invalid[0].axis()), (Some(1), None));
        assert_eq!(
            (invalid[1].expected(), invalid[1].found()),
            (Some(FaultValue::AtLeast(1)), Some(FaultValue::Number(0)))
        );
    }
}
