//! What is wrong with a message.

use std::{borrow::Cow, fmt};

use tensor_format::{
    DecodeError, ErrorKind,
    error::{AnyFault, FaultValue, FormatFault},
};

/// The step of reading a message that found a fault; the steps are in the order in which they check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The headers of HTTP.
    Http,
    /// The text of the JSON.
    Json,
    /// The bytes of the protobuf message.
    Protobuf,
    /// The object around the tensors.
    Envelope,
    /// What is said of one tensor: name, datatype, shape, where its data are.
    Tensor,
    /// The elements of one tensor.
    Data,
}

impl Stage {
    /// Returns the stage as one `snake_case` word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Json => "json",
            Self::Protobuf => "protobuf",
            Self::Envelope => "envelope",
            Self::Tensor => "tensor",
            Self::Data => "data",
        }
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $word:literal;)*) => {
        /// What is wrong. Match on this; the text is for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum FaultKind { $($(#[$doc])* $variant,)* }

        impl FaultKind {
            /// Returns the kind as one `snake_case` word.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }
    };
}

kinds! {
    /// `Inference-Header-Content-Length` is no number of digits alone.
    HeaderLength = "header_length";
    /// `Inference-Header-Content-Length` is more than the body has.
    HeaderBeyondBody = "header_beyond_body";
    /// Tensors have binary data, and `Inference-Header-Content-Length` is missing.
    HeaderMissing = "header_missing";
    /// The header is 0: a raw request, which is not offered.
    RawRequest = "raw_request";
    /// The body or message is larger than the options allow.
    TooLarge = "too_large";
    /// `Content-Encoding` names an encoding that is not known or not built in.
    ContentEncoding = "content_encoding";
    /// The compressed body is broken.
    Compression = "compression";
    /// A text is not UTF-8.
    NotUtf8 = "not_utf8";
    /// The text is no JSON.
    NotJson = "not_json";
    /// The JSON is no object.
    NotObject = "not_object";
    /// A key is there twice.
    DuplicateKey = "duplicate_key";
    /// More brackets are open than the options allow.
    TooDeep = "too_deep";
    /// An escape in a string is half of a pair.
    LoneSurrogate = "lone_surrogate";
    /// The bytes are no protobuf message.
    Wire = "wire";
    /// A required key is missing.
    Missing = "missing";
    /// A value is of the wrong type.
    WrongType = "wrong_type";
    /// A parameter has a value of a type that it cannot have.
    ParameterType = "parameter_type";
    /// The number of raw contents is not that of the tensors.
    RawCount = "raw_count";
    /// The name of a tensor is missing or no text.
    Name = "name";
    /// Two tensors have the same name.
    DuplicateName = "duplicate_name";
    /// The shape is missing, or no list of lengths.
    Shape = "shape";
    /// The shape has more elements than can be counted.
    ShapeOverflow = "shape_overflow";
    /// The datatype is missing or unknown.
    Datatype = "datatype";
    /// The tensor has no data.
    NoData = "no_data";
    /// The tensor has its data twice.
    TwoData = "two_data";
    /// The data are no list.
    DataNotArray = "data_not_array";
    /// The data are in shared memory, which is not offered.
    SharedMemory = "shared_memory";
    /// Elements are in the field of another datatype.
    WrongField = "wrong_field";
    /// The number of elements is not that of the shape.
    ElementCount = "element_count";
    /// Lists are not nested as the shape says.
    Ragged = "ragged";
    /// An element is of another type than the datatype.
    ElementType = "element_type";
    /// An element is not in the range of the datatype.
    ElementRange = "element_range";
    /// The number of bytes is not that of the shape.
    BinarySize = "binary_size";
    /// The body ends before the binary data.
    BinaryTruncated = "binary_truncated";
    /// Bytes follow the last binary data.
    Trailing = "trailing";
    /// The byte of a truth value is neither 0 nor 1.
    BoolByte = "bool_byte";
    /// A float that is not finite has no form in JSON.
    NonFinite = "non_finite";
    /// The datatype has no form in JSON.
    NoJsonForm = "no_json_form";
    /// The lengths of byte strings do not fit the bytes.
    BytesFraming = "bytes_framing";
    /// The server answered with an error in place of outputs; what was found is its text. By its word it is one more
    /// value of the wrong type.
    ServerError = "wrong_type";
}

/// A fault of a message: what is wrong and where, what was expected and what was found.
///
/// Every error about the message itself holds one; errors about the rules of the type that is read are those of
/// `tensor_format`. The name of the tensor and the byte offset in the body are in the [`DecodeError`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The part of reading that found it.
    pub stage: Stage,
    /// What is wrong.
    pub kind: FaultKind,
    /// The place in the message, such as `inputs[0].shape`; empty for the whole message.
    pub path: Box<str>,
    /// What would be right.
    pub expected: Cow<'static, str>,
    /// What was found, shortened.
    pub found: Box<str>,
    /// The axis of the tensor, outermost first, counted from 0.
    pub axis: Option<usize>,
    /// The element of the tensor in row-major order, counted from 0.
    pub element: Option<u64>,
    /// The line and the column in characters, counted from 1, if the fault is in JSON.
    pub position: Option<(u64, u64)>,
}

impl Fault {
    pub(crate) fn new(
        stage: Stage,
        kind: FaultKind,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<String>,
    ) -> Self {
        let mut found: String = found.into();
        if let Some((end, _)) = found.char_indices().nth(80) {
            found.truncate(end);
            found.push('…');
        }
        Self {
            stage,
            kind,
            path: "".into(),
            expected: expected.into(),
            found: found.into(),
            axis: None,
            element: None,
            position: None,
        }
    }

    pub(crate) fn too_large(stage: Stage, found: usize, most: usize) -> Self {
        let expected = format!("at most {most} bytes (`Options::max_body`)");
        Self::new(stage, FaultKind::TooLarge, expected, format!("{found} bytes or more"))
    }

    pub(crate) fn in_path(mut self, path: impl Into<Box<str>>) -> Self {
        self.path = path.into();
        self
    }

    pub(crate) fn at_axis(mut self, axis: usize) -> Self {
        self.axis = Some(axis);
        self
    }

    /// Returns the status of HTTP for a request with this fault: 413, 415 or 400.
    #[must_use]
    pub const fn status(&self) -> u16 {
        match self.kind {
            FaultKind::TooLarge => 413,
            FaultKind::ContentEncoding => 415,
            _ => 400,
        }
    }

    pub(crate) fn at_element(mut self, index: usize) -> Self {
        self.element = Some(index as u64);
        self
    }

    /// Returns the fault that an error holds; `None` if the error is not about the message itself.
    #[must_use]
    pub fn of(error: &DecodeError) -> Option<&Self> {
        match error.kind() {
            ErrorKind::Format(fault) => fault.get(),
            _ => None,
        }
    }

    pub(crate) fn at(self, offset: usize) -> DecodeError {
        DecodeError::from(self).at(offset as u64)
    }
}

impl From<Fault> for ErrorKind {
    fn from(fault: Fault) -> Self {
        ErrorKind::Format(AnyFault::new(fault))
    }
}

impl From<Fault> for DecodeError {
    fn from(fault: Fault) -> Self {
        DecodeError::new(fault.into())
    }
}

impl FormatFault for Fault {
    fn name(&self) -> &'static str {
        self.kind.name()
    }

    fn axis(&self) -> Option<usize> {
        self.axis
    }

    fn expected(&self) -> Option<FaultValue<'_>> {
        Some(FaultValue::Text(&self.expected))
    }

    fn found(&self) -> Option<FaultValue<'_>> {
        Some(FaultValue::Text(&self.found))
    }
}

/// Writes what was found unescaped; the [`DecodeError`] that holds the fault escapes what would control a
/// terminal.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        if let Some(axis) = self.axis {
            write!(f, "axis {axis}: ")?;
        }
        if let Some(element) = self.element {
            write!(f, "element {element}: ")?;
        }
        write!(f, "expected {}, found ", self.expected)?;
        if self.found.is_empty() { f.write_str("nothing") } else { f.write_str(&self.found) }?;
        match self.position {
            Some((line, column)) => write!(f, " (line {line}, column {column})"),
            None => Ok(()),
        }
    }
}
