//! Faults in messages of several parts.

use alloc::boxed::Box;
use core::fmt;

use crate::{ErrorKind, error::FaultValue};

/// The stages of reading a message. Each needs those before it; flow control needs a label alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Cutting one buffer into frames.
    Encoded,
    /// Splitting the frames into headers and payload parts.
    Message,
    /// Reading the label's text as a JSON object.
    Label,
    /// Reading descriptions of tensors from the label.
    Tens,
    /// Comparing the parts with the descriptions.
    Data,
    /// Reading the fields of flow control in the label, which need no tensors.
    Flow,
}

impl Stage {
    /// Returns the stage as one word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::Encoded => "encoded",
            Stage::Message => "message",
            Stage::Label => "label",
            Stage::Tens => "tens",
            Stage::Data => "data",
            Stage::Flow => "flow",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A fault in a message, the stage of reading at which it was found, and where it is.
///
/// ```
/// use tensor_format::zio::{Message, MessageError, MessageFault, Stage};
/// let label = r#"{"TENS":{"metadata":{},"tensors":[{"dtype":"f","shape":[2,-3],"word":4}]}}"#;
/// let message = Message { label: label.into(), parts: vec![[0; 24].as_slice().into()], ..Message::default() };
/// let error = message.tensors().unwrap_err();
/// let fault = MessageError::of(error.kind()).unwrap();
/// assert_eq!((fault.stage, fault.fault), (Stage::Tens, MessageFault::Shape));
/// assert_eq!((&*fault.path, &*fault.found), ("TENS.tensors[0].shape[1]", "-3"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageError {
    /// The stage that reading had reached.
    pub stage: Stage,
    /// The kind of fault.
    pub fault: MessageFault,
    /// The path to the value at fault, such as `TENS.tensors[1].shape[0]` or `frame 1`; empty for the whole.
    pub path: Box<str>,
    /// The values that are allowed there.
    pub expected: &'static str,
    /// The value that was found, cut when it is long; empty if there is none.
    pub found: Box<str>,
}

impl MessageError {
    /// Returns the fault of a message, if the error is one.
    #[must_use]
    pub fn of(kind: &ErrorKind) -> Option<&Self> {
        match kind {
            ErrorKind::Format(fault) => fault.get(),
            _ => None,
        }
    }
}

impl crate::FormatFault for MessageError {
    fn name(&self) -> &'static str {
        self.fault.name()
    }

    fn expected(&self) -> Option<FaultValue<'_>> {
        Some(FaultValue::Text(self.expected))
    }

    fn found(&self) -> Option<FaultValue<'_>> {
        if self.found.is_empty() { None } else { Some(FaultValue::Text(&self.found)) }
    }
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::error::fault::fmt(f, &self.path, self.expected, &self.found)
    }
}

crate::error::fault::faults! {
    /// A kind of fault in a message.
    MessageFault:
    /// Fewer frames than the two headers.
    TooFewFrames = "too_few_frames";
    /// A length runs past the end, or is cut itself.
    Truncated = "truncated";
    /// A length takes more bytes than it needs, which the options deny.
    LongLength = "long_length";
    /// The prefix header is too short.
    BadPrefix = "bad_prefix";
    /// The prefix header begins with other letters.
    BadMagic = "bad_magic";
    /// The level has no such number.
    BadLevel = "bad_level";
    /// The coord header is of another size.
    BadCoord = "bad_coord";
    /// There is no label.
    LabelEmpty = "label_empty";
    /// The label is not UTF-8.
    LabelNotUtf8 = "label_not_utf8";
    /// The label is not JSON.
    LabelNotJson = "label_not_json";
    /// The label is JSON, but not an object.
    LabelNotObject = "label_not_object";
    /// The label nests deeper than the limit.
    LabelTooDeep = "label_too_deep";
    /// The label has no tensors.
    TensMissing = "tens_missing";
    /// The description of the tensors is no object.
    TensNotObject = "tens_not_object";
    /// The list of tensors is missing.
    TensorsMissing = "tensors_missing";
    /// The field for the list of tensors holds no list.
    TensorsNotArray = "tensors_not_array";
    /// An entry in the list of tensors is no object.
    TensorNotObject = "tensor_not_object";
    /// Metadata is no object.
    MetadataNotObject = "metadata_not_object";
    /// A shape is missing or malformed.
    Shape = "shape";
    /// A shape has too many axes.
    Rank = "rank";
    /// The size of an element is missing or malformed.
    Word = "word";
    /// The letter of the element type is missing or unknown.
    Dtype = "dtype";
    /// The letter has no elements of this size.
    DtypeWord = "dtype_word";
    /// A part does not exist.
    Part = "part";
    /// A storage order does not name each axis once.
    Order = "order";
    /// Directions are not a list of one boolean for each axis.
    Ascend = "ascend";
    /// A packing that is reserved.
    Packing = "packing";
    /// An address in memory, which is reserved.
    Pointer = "pointer";
    /// A tensor has more bytes than can be addressed.
    Overflow = "overflow";
    /// A part has another length than its tensor.
    LengthMismatch = "length_mismatch";
    /// A field of the application has a name that the format keeps for itself.
    ReservedKey = "reserved_key";
    /// A label of flow control is malformed.
    Flow = "flow";
    /// A message that the state of the flow does not allow.
    FlowState = "flow_state";
    /// Pieces of a tensor that do not belong together, or are missing.
    Pieces = "pieces";
}
