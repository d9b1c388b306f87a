//! Writes the JSON of messages.

use half::{bf16, f16};
use tensor_format::{EncodeError, ErrorKind, codec::MAX_EMPTY_ITEMS};

use super::{
    Role,
    scanner::Scanner,
    strings::{is_plain_ascii, plain_len},
};
use crate::{
    Datatype, Fault, FaultKind, Parameter, Stage, Tensor, WriteOptions, bytes,
    message::{Data, RequestedOutput},
    options::{MAX_DEPTH, NonFinite},
};

/// Writes a key of the protocol, which has no character to escape, and returns where its value goes.
macro_rules! key {
    ($object:expr, $key:literal) => {
        $object.written_key(concat!(",\"", $key, "\":"))
    };
}
pub(crate) use key;

/// Writes an object, key by key.
pub(crate) struct Object<'o> {
    out: &'o mut Vec<u8>,
    first: bool,
}

impl<'o> Object<'o> {
    pub(crate) fn begin(out: &'o mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, first: true }
    }

    /// Writes a key that is given as it is written behind another, and returns where its value goes: see [`key`].
    #[inline]
    pub(crate) fn written_key(&mut self, key: &'static str) -> &mut Vec<u8> {
        let comma = usize::from(std::mem::take(&mut self.first));
        self.out.extend_from_slice(key.as_bytes().get(comma..).unwrap_or_default());
        self.out
    }

    /// Writes a key of a user, and returns where its value goes.
    fn name(&mut self, name: &str) -> &mut Vec<u8> {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
        string(self.out, name);
        self.out.push(b':');
        self.out
    }

    pub(crate) fn end(self) {
        self.out.push(b'}');
    }
}

/// Writes a string.
pub(crate) fn string(out: &mut Vec<u8>, text: &str) {
    if plain_len(text.as_bytes()) == text.len() { plain(out, text.as_bytes()) } else { escaped(out, text) }
}

/// Writes the bytes of a string that has nothing to escape.
#[inline]
fn plain(out: &mut Vec<u8>, text: &[u8]) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}

#[cold]
fn escaped(out: &mut Vec<u8>, text: &str) {
    // Vectors take everything, and every text has a form in JSON.
    let written = serde_json::to_writer(out, text);
    debug_assert!(written.is_ok(), "{written:?}");
}

/// Writes the items of a list.
pub(crate) fn list<T, E>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T) -> Result<(), E>,
) -> Result<(), E> {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, item)?;
    }
    out.push(b']');
    Ok(())
}

/// Writes the items of a list of this length.
type Innermost<'w> = dyn FnMut(&mut Vec<u8>, usize) -> Result<(), EncodeError> + 'w;

/// Writes lists, whose lengths are those of a shape: `innermost` writes those of items. A scalar is a
/// list of one item.
fn nested(out: &mut Vec<u8>, shape: &[usize], innermost: &mut Innermost<'_>) -> Result<(), EncodeError> {
    match shape {
        [] => innermost(out, 1),
        [len] => innermost(out, *len),
        [len, inner @ ..] => list(out, 0..*len, |out, _| nested(out, inner, innermost)),
    }
}

/// Writes parameters, with the number of bytes behind the JSON if there are any.
pub(crate) fn parameters<'p, 'a: 'p>(
    object: &mut Object<'_>,
    parameters: impl Iterator<Item = (&'p str, &'p Parameter<'a>)>,
    binary: Option<usize>,
    role: Role,
) -> Result<(), EncodeError> {
    let mut parameters = parameters.peekable();
    if parameters.peek().is_none() && binary.is_none() {
        return Ok(());
    }
    let mut inner = Object::begin(key!(object, "parameters"));
    if let Some(size) = binary {
        key!(inner, "binary_data_size").extend_from_slice(itoa::Buffer::new().format(size).as_bytes());
    }
    for (name, value) in parameters {
        let out = inner.name(name);
        match value {
            Parameter::Bool(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
            Parameter::I64(value) => out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes()),
            Parameter::U64(value) => out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes()),
            Parameter::F64(value) if value.is_finite() => {
                out.extend_from_slice(zmij::Buffer::new().format_finite(*value).as_bytes());
            }
            Parameter::String(value) => string(out, value),
            Parameter::Json(value) if role == Role::Response && Scanner::is_value(value) => {
                out.extend_from_slice(value.as_bytes());
            }
            Parameter::F64(_) | Parameter::Json(_) => {
                let expected = match role {
                    Role::Request => "a text, a finite number or a truth value",
                    Role::Response => "a text, a finite number, a truth value or JSON",
                };
                let fault = Fault::new(Stage::Envelope, FaultKind::ParameterType, expected, value.shown());
                return Err(ErrorKind::from(fault.in_path(format!("parameters.{name}"))).into());
            }
        }
    }
    inner.end();
    Ok(())
}

/// Writes the description of a tensor, with its elements unless they go behind the JSON.
pub(crate) fn tensor(
    out: &mut Vec<u8>,
    tensor: &Tensor<'_>,
    binary: Option<usize>,
    role: Role,
    options: &WriteOptions,
) -> Result<(), EncodeError> {
    out.extend_from_slice(b"{\"name\":");
    string(out, &tensor.name);
    out.extend_from_slice(b",\"shape\":");
    list(out, tensor.shape.iter(), |out, len| {
        out.extend_from_slice(itoa::Buffer::new().format(*len).as_bytes());
        Ok::<_, EncodeError>(())
    })?;
    out.extend_from_slice(b",\"datatype\":\"");
    out.extend_from_slice(tensor.datatype.name().as_bytes());
    out.push(b'"');
    let mut object = Object { out, first: false };
    let own = tensor.parameters.iter().filter(|(name, _)| *name != "binary_data_size");
    parameters(&mut object, own, binary, role)?;
    if binary.is_none() {
        elements(key!(object, "data"), tensor, options).map_err(|error| error.in_parameter(&tensor.name))?;
    }
    object.end();
    Ok(())
}

/// Writes what a request says of an output.
pub(crate) fn requested(out: &mut Vec<u8>, output: &RequestedOutput<'_>) -> Result<(), EncodeError> {
    let mut object = Object::begin(out);
    string(key!(object, "name"), &output.name);
    parameters(&mut object, output.parameters.iter(), None, Role::Request)?;
    object.end();
    Ok(())
}

#[cold]
fn refused(kind: FaultKind, expected: &'static str, found: impl Into<String>, index: usize) -> EncodeError {
    EncodeError::new(Fault::new(Stage::Data, kind, expected, found).at_element(index).into())
}

/// The most lists in one another that a reader takes: three brackets are around those of a tensor.
const MOST_NESTED: usize = MAX_DEPTH - 3;

/// Writes the elements as a flat list, or nested as the shape says.
fn elements(out: &mut Vec<u8>, tensor: &Tensor<'_>, options: &WriteOptions) -> Result<(), EncodeError> {
    let half = matches!(tensor.datatype, Datatype::Fp16 | Datatype::Bf16);
    if half && !options.half_as_numbers {
        let expected = "a datatype that has a form in JSON: write it as binary";
        return Err(refused(FaultKind::NoJsonForm, expected, tensor.datatype.name(), 0));
    }
    if let Data::Json(data) = &tensor.data {
        // Text that was read is passed on as it is, once its elements are known to be right.
        let same = data.non_finite == NonFinite::Refused || data.non_finite == options.non_finite;
        if same && !options.nested {
            tensor.check().map_err(|error| EncodeError::new(error.into_kind()))?;
            out.extend_from_slice(data.text().as_bytes());
            return Ok(());
        }
    }
    let bytes = &*tensor.bytes()?;
    let flat = &[tensor.shape.iter().product()][..];
    // Lists without elements are in the shape alone, which may claim any number of them.
    let lists = tensor.shape.iter().filter(|len| **len > 0).fold(1usize, |lists, len| lists.saturating_mul(*len));
    let fits = tensor.shape.len() <= MOST_NESTED && (flat != [0] || lists <= MAX_EMPTY_ITEMS);
    let shape = if options.nested && fits { &*tensor.shape } else { flat };
    macro_rules! items {
        ($items:expr, |$out:ident, $item:pat_param| $write:expr) => {{
            let mut items = $items;
            nested(out, shape, &mut |out, len| list(out, items.by_ref().take(len), |$out, $item| $write))
        }};
    }
    macro_rules! numbers {
        ($size:literal, |$chunk:ident| $value:expr, $format:ident) => {{
            let mut buffer = $format::Buffer::new();
            items!(bytes.as_chunks_of::<$size>(), |out, $chunk| {
                out.extend_from_slice(buffer.format($value).as_bytes());
                Ok(())
            })
        }};
    }
    macro_rules! floats {
        ($size:literal, |$chunk:ident| $value:expr) => {{
            let mut buffer = zmij::Buffer::new();
            items!(bytes.as_chunks_of::<$size>().enumerate(), |out, (index, $chunk)| {
                let value = $value;
                if value.is_finite() {
                    out.extend_from_slice(buffer.format_finite(value).as_bytes());
                    return Ok(());
                }
                out.extend_from_slice(match options.non_finite {
                    NonFinite::Null => b"null",
                    NonFinite::Tokens if value.is_nan() => b"NaN",
                    NonFinite::Tokens if value > 0.0 => b"Infinity",
                    NonFinite::Tokens => b"-Infinity",
                    NonFinite::Refused => {
                        let expected = "finite floats, as JSON has no others: write it as binary";
                        return Err(refused(FaultKind::NonFinite, expected, value.to_string(), index));
                    }
                });
                Ok(())
            })
        }};
    }
    if tensor.datatype == Datatype::Bytes {
        // Each has four bytes of its length there, and quotes and a comma here.
        out.reserve(bytes.len());
    }
    match tensor.datatype {
        Datatype::Bool => items!(bytes.iter(), |out, byte| {
            out.extend_from_slice(if *byte == 0 { b"false" } else { b"true" });
            Ok(())
        }),
        Datatype::Uint8 => numbers!(1, |chunk| u8::from_le_bytes(chunk), itoa),
        Datatype::Uint16 => numbers!(2, |chunk| u16::from_le_bytes(chunk), itoa),
        Datatype::Uint32 => numbers!(4, |chunk| u32::from_le_bytes(chunk), itoa),
        Datatype::Uint64 => numbers!(8, |chunk| u64::from_le_bytes(chunk), itoa),
        Datatype::Int8 => numbers!(1, |chunk| i8::from_le_bytes(chunk), itoa),
        Datatype::Int16 => numbers!(2, |chunk| i16::from_le_bytes(chunk), itoa),
        Datatype::Int32 => numbers!(4, |chunk| i32::from_le_bytes(chunk), itoa),
        Datatype::Int64 => numbers!(8, |chunk| i64::from_le_bytes(chunk), itoa),
        Datatype::Fp16 => floats!(2, |chunk| f16::from_le_bytes(chunk).to_f32()),
        Datatype::Bf16 => floats!(2, |chunk| bf16::from_le_bytes(chunk).to_f32()),
        Datatype::Fp32 => floats!(4, |chunk| f32::from_le_bytes(chunk)),
        Datatype::Fp64 => floats!(8, |chunk| f64::from_le_bytes(chunk)),
        Datatype::Bytes => items!(bytes::strings(bytes).enumerate(), |out, (index, bytes)| {
            // Most texts are ASCII, of which nothing else is checked.
            if is_plain_ascii(bytes) {
                plain(out, bytes);
                return Ok(());
            }
            let text = std::str::from_utf8(bytes).map_err(|_| {
                let expected = "texts in UTF-8, as JSON has no other: write it as binary";
                refused(FaultKind::NotUtf8, expected, bytes.escape_ascii().to_string(), index)
            })?;
            string(out, text);
            Ok(())
        }),
    }
}

trait Chunks {
    /// Returns the pieces of `N` bytes.
    fn as_chunks_of<const N: usize>(&self) -> impl Iterator<Item = [u8; N]>;
}

impl Chunks for [u8] {
    fn as_chunks_of<const N: usize>(&self) -> impl Iterator<Item = [u8; N]> {
        self.chunks_exact(N).map(|chunk| {
            let mut array = [0; N];
            array.copy_from_slice(chunk);
            array
        })
    }
}
