//! NumPy's `.npy` file, one tensor, and its archive [`npz`], a record.
//!
//! A `.npy` file is a line of Python with element type, order and shape, and the elements after it at a multiple of 64
//! bytes. Numbers and booleans are mapped exactly, in both byte orders and in row- and column-major order; strings,
//! media and `bf16`, which NumPy does not have, are refused by name.
//!
//! | NumPy | here |
//! |---|---|
//! | `?` (`bool`) | `bool` |
//! | `i1`, `i2`, `i4`, `i8` | `i8`, `i16`, `i32`, `i64` |
//! | `u1`, `u2`, `u4`, `u8` | `u8`, `u16`, `u32`, `u64` |
//! | `f2`, `f4`, `f8` | `f16`, `f32`, `f64` |
//! | `c8`, `c16` | `c64`, `c128` |
//! | `U`, `S`, `O`, `V`, `M`, `m`, `f16`, structured | refused: [`FileFault::Dtype`](crate::FileFault::Dtype) |
//!
//! Source: the format's own document, `numpy/lib/format.py`, versions 1.0 to 3.0. The files are written as `np.save` of
//! NumPy 2 writes them, byte for byte.
//!
//! ```
//! use tensor_format::npy;
//! let bytes = npy::to_vec(&[[1.0f32, 2.0], [3.0, 4.0]])?;
//! assert_eq!(&bytes[..6], b"\x93NUMPY");
//! assert_eq!(npy::from_slice::<Vec<[f32; 2]>>(&bytes)?, [[1.0, 2.0], [3.0, 4.0]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The feature `npy` needs Rust 1.88.

// `literal` parses the header of a file to places in its text, `head` makes element type, shape and order of them;
// `dtype` is the table between type strings and element types. `verbs` holds what users call: to read, the elements
// behind the header become a tensor that refers to them, which a type takes; to write, a value is collected as one
// tensor, which `write` puts behind its header in the order that is asked for. `npz` does the same with each member of
// an archive.
mod dtype;
mod head;
mod literal;
pub mod npz;
mod options;
mod verbs;
mod write;

pub use head::Head;
pub use options::{Options, Order};

use alloc::vec::Vec;
use std::io::{Read, Write};

use crate::{Decode, DecodeError, DecodeOwned, Encode, EncodeError};

const FORMAT: &str = "npy";

/// Returns the bytes of a tensor.
///
/// # Errors
///
/// [`RecordFound`](crate::ErrorKind::RecordFound) for a value of several tensors, which [`npz`] holds,
/// [`UnsupportedElementType`](crate::ErrorKind::UnsupportedElementType) for strings, media and `bf16`, and what the
/// value itself refuses.
pub fn to_vec<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
    Options::new().to_vec(value)
}

/// Appends the bytes of a tensor. After an error the buffer is as it was.
///
/// # Errors
///
/// As [`to_vec`].
pub fn append<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    Options::new().append(value, out)
}

/// Returns the number of bytes of a tensor, from its element type and shape: no element is copied.
///
/// # Errors
///
/// As [`to_vec`], but for what is wrong with single elements.
pub fn encoded_len<T: Encode + ?Sized>(value: &T) -> Result<usize, EncodeError> {
    Options::new().encoded_len(value)
}

/// Writes the bytes of a tensor; elements that are in memory as in the file are not copied on the way. Nothing is
/// written if the value cannot be encoded.
///
/// # Errors
///
/// As [`to_vec`], and [`Io`](crate::ErrorKind::Io).
pub fn to_writer<T: Encode + ?Sized, W: Write>(writer: W, value: &T) -> Result<(), EncodeError> {
    Options::new().to_writer(writer, value)
}

/// Returns the tensor that the bytes hold; no bytes may follow it. It may borrow them, in their byte order and layout.
///
/// # Errors
///
/// [`File`](crate::ErrorKind::File) with what is wrong with the header,
/// [`UnexpectedEnd`](crate::ErrorKind::UnexpectedEnd), [`TrailingBytes`](crate::ErrorKind::TrailingBytes),
/// [`InvalidBoolean`](crate::ErrorKind::InvalidBoolean), and where the tensor breaks the rules of `T`.
pub fn from_slice<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    Options::new().from_slice(bytes)
}

/// Returns the tensor at the front of the bytes, and how many of them it takes: several calls of `np.save` to one file
/// leave several tensors in it.
///
/// # Errors
///
/// As [`from_slice`].
pub fn from_prefix<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<(T, usize), DecodeError> {
    Options::new().from_prefix(bytes)
}

/// Returns the tensor that a reader holds up to its end. Memory grows only with what arrives.
///
/// # Errors
///
/// As [`from_slice`], and [`Io`](crate::ErrorKind::Io).
pub fn from_reader<T: DecodeOwned, R: Read>(reader: R) -> Result<T, DecodeError> {
    Options::new().from_reader(reader)
}
