//! Decthings tensors: the default format.
//!
//! One tensor is `element type (1 byte), rank (1 byte), length of each axis (varint), elements`. Numbers are
//! little-endian and follow one another; a string, binary or media element carries its byte length in front, as a
//! varint.
//!
//! # Dialects
//!
//! The published document and the published clients disagree about elements of variable size. Say which you mean with
//! [`Options::dialect`]; the default is the document's. A dialect is never guessed: the bytes `0b 00 06 05 "hello"` are
//! the string `"hello"` to the clients and `"\x05hello"` to the document.
//!
//! # Records
//!
//! A record in one buffer is a sequence of tensors: first a string tensor `[n]` with the names, then the `n` tensors.
//! This container is ours. Any reader of Decthings tensors can walk it, but the public Decthings clients have their own
//! message framing and do not expect it: that is in the modules `request` and `response`. [`Options::names`] leaves the
//! names out.
//!
//! ```
//! use tensor_format::decthings::{Dialect, Options};
//!
//! let words = ["hello", ", world!"];
//! assert_eq!(tensor_format::to_vec(&words)?, b"\x0b\x01\x02\x05hello\x08, world!");
//!
//! let clients = Options::new().dialect(Dialect::Clients);
//! assert_eq!(clients.to_vec(&words)?, b"\x0b\x01\x02\x0f\x05hello\x08, world!");
//! assert_eq!(clients.from_slice::<[String; 2]>(b"\x0b\x01\x02\x0f\x05hello\x08, world!")?, words);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;

use crate::{Decode, DecodeError, Encode, EncodeError};

// Values go out by `write` and come in by `read`, both as `options` says, with the constants that a type has in this
// format (`constant`). `check` looks at headers alone, `annotate` explains bytes. `messages` are those of the clients,
// `rules_json` is their form of rules. `call` runs a model between bytes, with `aligned_payloads` where these are not
// aligned; `aligned_buf`, `bytes_buf`, `dyn_append`, `parallel` and `tokio` are the verbs for aligned memory, shared
// memory, values of unknown types, threads and sockets.
mod aligned_buf;
mod aligned_payloads;
mod annotate;
#[cfg(feature = "bytes")]
mod bytes_buf;
mod call;
mod check;
mod constant;
mod dyn_append;
mod element_type;
mod errors;
#[cfg(feature = "json")]
mod messages;
mod options;
#[cfg(feature = "rayon")]
mod parallel;
mod payload_spans;
mod read;
mod record_names;
#[cfg(feature = "json")]
mod rules_json;
#[cfg(feature = "tokio")]
pub mod tokio;
mod write;

use constant::WireConstants;
use element_type::verify_has_types;
use read::verbs::read_all;
use write::{
    exact_reserve::ExactReserve,
    verbs::{append_constant, constant_to_vec, written},
};

pub use aligned_buf::AlignedBuf;
pub use annotate::{Annotation, Annotations};
#[cfg(feature = "bytes")]
pub use bytes_buf::{append_bytes, record_from_bytes, tensor_from_bytes, to_bytes};
pub use call::{CallError, DynModel, ModelError, call, call_async};
pub use check::{check, check_against, check_all, check_all_against};
pub use constant::encoded_len_of;
pub use dyn_append::DynAppend;
#[cfg(feature = "json")]
pub use messages::{Dataset, ListedParameter, Message, ParameterList, Parameters, Reply, request, response};
pub use options::{Dialect, Options};
#[cfg(feature = "std")]
pub use read::stream::{ReadSource, StreamSequence};
pub use read::{
    SliceSource,
    framer::{Framer, Framing},
    sequence::{Batches, Sequence},
};
#[cfg(feature = "json")]
pub use rules_json::{
    MAX_JSON_BYTES, ModelDefinitions, definition_from_json, definition_to_json, definitions_from_json,
    definitions_to_json, model_from_json, model_to_json, rules_from_json, rules_to_json,
};
pub use write::encoded_slices::EncodedSlices;

/// The default options, for the functions that take none.
const DEFAULT: &Options = &Options::new();

/// The name of the format in errors.
const NAME: &str = "Decthings";

/// Returns the bytes of a value, in one exact allocation.
///
/// # Errors
///
/// When the value breaks its own rules or the format cannot hold it.
pub fn to_vec<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
    const { verify_has_types(T::RULES) };
    // The condition is this constant alone, so that the branch which it rules out is not compiled.
    if WireConstants::<T>::FIXED {
        return constant_to_vec::<T, true>(value);
    }
    // The body of `append` once more: a call of it would be one more function that users' crates compile for each type.
    let mut out = Vec::new();
    let result = if WireConstants::<T>::AT_ONCE {
        value.encode(&mut ExactReserve { out: &mut out, options: DEFAULT })
    } else {
        DEFAULT.append_counted(value, &mut out)
    };
    written(result, out)
}

/// Appends the bytes of a value to a buffer. After an error the buffer is as it was.
///
/// # Errors
///
/// As [`to_vec`].
pub fn append<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    const { verify_has_types(T::RULES) };
    // The condition is this constant alone, so that the branch which it rules out is not compiled.
    if WireConstants::<T>::FIXED {
        return append_constant::<T, true>(value, out);
    }
    DEFAULT.append_counted(value, out)
}

/// Returns the number of bytes of a value.
///
/// # Errors
///
/// As [`to_vec`].
pub fn encoded_len<T: Encode + ?Sized>(value: &T) -> Result<usize, EncodeError> {
    DEFAULT.len_of(value)
}

/// Returns the bytes of a value in pieces, its large runs of elements borrowed instead of copied. Those of a list of records are
/// copied if the records take at most 1 KiB on average.
///
/// # Errors
///
/// As [`to_vec`].
///
/// ```
/// let image = vec![0.5f32; 3 * 224 * 224];
/// let parts = tensor_format::to_slices(&image)?;
/// assert_eq!(parts.iter().count(), 2); // the header, and the image where it is
/// assert_eq!(parts.to_vec(), tensor_format::to_vec(&image)?);
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
pub fn to_slices<'a, T: Encode + ?Sized>(value: &'a T) -> Result<EncodedSlices<'a>, EncodeError> {
    DEFAULT.slices_of(value)
}

/// Writes the bytes of a value, and flushes the writer. Nothing is written if the value cannot be encoded, as
/// [`Options::to_writer`] says more exactly.
///
/// # Errors
///
/// As [`to_vec`], and [`Io`](crate::ErrorKind::Io).
#[cfg(feature = "std")]
pub fn to_writer<T: Encode + ?Sized, W: std::io::Write>(writer: W, value: &T) -> Result<(), EncodeError> {
    DEFAULT.to_writer(writer, value)
}

/// Returns the value that the bytes hold; no bytes may follow it.
///
/// # Errors
///
/// The error says what is wrong with the bytes and at which byte, or where they break the rules of `T`.
#[inline]
pub fn from_slice<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    // The body of `Options::from_slice` once more: a call of it would be one more function to compile for each type.
    if WireConstants::<T>::FIXED {
        return DEFAULT.read_all_fixed(bytes);
    }
    if WireConstants::<T>::IS_FAST_RECORD {
        return DEFAULT.read_all_record(bytes);
    }
    read_all!(DEFAULT, bytes)
}

/// Returns the value at the front of the bytes, and how many of them it takes.
///
/// # Errors
///
/// As [`from_slice`].
#[inline]
pub fn from_prefix<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<(T, usize), DecodeError> {
    DEFAULT.from_prefix(bytes)
}

/// Replaces `value` with the one that the bytes hold, reusing its memory where it can, as
/// [`Decode::decode_into`](crate::Decode::decode_into) says: nothing is allocated once the value has been as large.
///
/// # Errors
///
/// As [`from_slice`]; the value is then some value of its type.
///
/// ```
/// let message = tensor_format::to_vec(&vec![0.5f32; 512])?;
/// let mut samples = Vec::<f32>::with_capacity(512);
/// let memory = samples.as_ptr();
/// tensor_format::decthings::decode_into(&message, &mut samples)?;
/// assert_eq!((samples.len(), samples.as_ptr()), (512, memory));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode_into<'de, T: Decode<'de>>(bytes: &'de [u8], value: &mut T) -> Result<(), DecodeError> {
    DEFAULT.decode_into(bytes, value)
}

/// Returns the value that a reader holds up to its end. Its elements go straight into their final memory, which grows
/// only with what arrives. A message of at most 16 MiB is read into memory first if no piece of it is longer than 64 KiB or than
/// all before it, as mostly in records and lists of these, or if its type has lists of texts: piece by piece it would take
/// several times as long.
///
/// # Errors
///
/// As [`from_slice`], and [`Io`](crate::ErrorKind::Io).
#[cfg(feature = "std")]
pub fn from_reader<T: crate::DecodeOwned, R: std::io::Read>(reader: R) -> Result<T, DecodeError> {
    DEFAULT.from_reader(reader)
}

/// Returns the values one after another in the bytes.
///
/// ```
/// let bytes = [7, 0, 1, 7, 0, 2, 7, 0, 3];
/// let numbers: Vec<u8> = tensor_format::sequence(&bytes).collect::<Result<_, _>>()?;
/// assert_eq!(numbers, [1, 2, 3]);
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
pub fn sequence<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Sequence<'de, T> {
    DEFAULT.sequence(bytes)
}

/// Explains each byte of one tensor, of a record, or of several one after another, in words for people. If there is a
/// fault, the last annotation is the error.
///
/// Nothing in the bytes tells a record from tensors one after another: a string tensor of one axis is taken for a
/// record's names if at least as many tensors follow as it has elements.
///
/// ```
/// let bytes = tensor_format::to_vec(&["hello", ", world!"])?;
/// let lines: Vec<String> = tensor_format::decthings::annotate(&bytes).map(|a| a.to_string()).collect();
/// assert_eq!(lines[0], "     0  0b                       element type string");
/// assert_eq!(lines[4], "     4  68 65 6c 6c 6f           element 0: \"hello\"");
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
pub fn annotate(bytes: &[u8]) -> Annotations<'_> {
    DEFAULT.annotate(bytes)
}
