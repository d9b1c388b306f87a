//! `.safetensors` files: named tensors, little-endian and in row-major order, behind a header in JSON.
//!
//! A record, derived or not, is one file. Tensors are written as the `safetensors` package writes them: by element
//! size, then by name, so that each begins at a multiple of its size; they are read in that order.
//!
//! | safetensors | here |
//! |---|---|
//! | `BOOL` | `bool` |
//! | `I8`, `I16`, `I32`, `I64`, `U8`, `U16`, `U32`, `U64` | `i8` to `u64` |
//! | `F16`, `BF16`, `F32`, `F64` | `f16`, `bf16`, `f32`, `f64` |
//! | `C64` | `c64` |
//! | `F4`, `F6_*`, `F8_*` | refused where they are asked for: [`FileFault::Dtype`](crate::FileFault::Dtype) |
//! | none | refused: `string`, `binary`, `image`, `audio`, `video`, `c128` |
//!
//! A [`File`] is opened over bytes, which a memory map may hold; a `Reader` is opened over a file, from which it takes
//! only what is asked for.
//!
//! Source: the format's own document at <https://github.com/huggingface/safetensors>, and its Rust package, which names
//! the types and parses the header.
//!
//! ```
//! use tensor_format::{Record, Tensor, safetensors};
//! let mut record = Record::new();
//! record.push("bias", Tensor::from_slice([2], &[0.5f32, -0.5])?);
//! let bytes = safetensors::to_vec(&record)?;
//! assert_eq!(safetensors::from_slice::<Record>(&bytes)?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// `head` finds the header's text and the names in it, which the package `safetensors` then parses. `read` makes a
// member of each entry, which refers to its elements, and a type takes the members that it names. `write` collects a
// value as named tensors, orders them, and composes the header. `reader` takes the tensors that are wanted from a file
// that is not in memory.
mod dtype;
mod head;
mod read;
#[cfg(feature = "std")]
mod reader;
mod write;

pub use read::{File, Member, Options};
#[cfg(feature = "std")]
pub use reader::Reader;
pub use write::Metadata;

use alloc::vec::Vec;

use crate::{Decode, DecodeError, Encode, EncodeError};

const FORMAT: &str = "safetensors";

/// Returns the bytes of a record.
///
/// # Errors
///
/// [`TensorFound`](crate::ErrorKind::TensorFound) for one tensor without a name,
/// [`UnsupportedElementType`](crate::ErrorKind::UnsupportedElementType) for strings, media and `c128`,
/// [`DuplicateParam`](crate::ErrorKind::DuplicateParam) for a name that is there twice, as the list of a `Many`
/// parameter does, [`File`](crate::ErrorKind::File) for the name `__metadata__`, which the format keeps for
/// itself, and what the value itself refuses.
pub fn to_vec<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
    to_vec_with(value, &Metadata::new())
}

/// Returns the bytes of a record with metadata, which are texts for people.
///
/// # Errors
///
/// As [`to_vec`].
///
/// ```
/// use tensor_format::{Record, Tensor, safetensors::{self, File, Metadata}};
/// let record: Record = [("bias".to_string(), Tensor::from_slice([1], &[0.5f32])?)].into_iter().collect();
/// let metadata: Metadata = [("format".to_string(), "pt".to_string())].into_iter().collect();
/// let bytes = safetensors::to_vec_with(&record, &metadata)?;
/// assert_eq!(File::from_slice(&bytes)?.metadata()["format"], "pt");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_vec_with<T: Encode + ?Sized>(value: &T, metadata: &Metadata) -> Result<Vec<u8>, EncodeError> {
    let mut out = Vec::new();
    append_with(value, metadata, &mut out)?;
    Ok(out)
}

/// Appends the bytes of a record. After an error the buffer is as it was.
///
/// # Errors
///
/// As [`to_vec`].
pub fn append<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    append_with(value, &Metadata::new(), out)
}

/// Appends the bytes of a record with metadata. After an error the buffer is as it was.
///
/// # Errors
///
/// As [`to_vec`].
pub fn append_with<T: Encode + ?Sized>(value: &T, metadata: &Metadata, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    let file = write::Prepared::of(value, metadata)?;
    out.reserve_exact(file.len());
    file.pieces().for_each(|piece| out.extend_from_slice(piece));
    Ok(())
}

/// Returns the number of bytes of a record.
///
/// # Errors
///
/// As [`to_vec`].
pub fn encoded_len<T: Encode + ?Sized>(value: &T) -> Result<usize, EncodeError> {
    Ok(write::Prepared::of(value, &Metadata::new())?.len())
}

/// Writes the bytes of a record; elements that are in memory as in the file are not copied on the way. Nothing is
/// written if the value cannot be encoded.
///
/// # Errors
///
/// As [`to_vec`], and [`Io`](crate::ErrorKind::Io).
#[cfg(feature = "std")]
pub fn to_writer<T: Encode + ?Sized, W: std::io::Write>(writer: W, value: &T) -> Result<(), EncodeError> {
    to_writer_with(writer, value, &Metadata::new())
}

/// Writes the bytes of a record with metadata: see [`to_writer`].
///
/// # Errors
///
/// As [`to_writer`].
#[cfg(feature = "std")]
pub fn to_writer_with<T: Encode + ?Sized, W: std::io::Write>(
    mut writer: W,
    value: &T,
    metadata: &Metadata,
) -> Result<(), EncodeError> {
    let file = write::Prepared::of(value, metadata)?;
    file.pieces().try_for_each(|piece| writer.write_all(piece))?;
    Ok(())
}

/// Returns the record that the bytes hold; no bytes may follow it. It may borrow them.
///
/// # Errors
///
/// As [`File::from_slice`] and [`File::read`].
pub fn from_slice<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    Options::new().from_slice(bytes)
}

/// Returns the record that a reader holds up to its end. Memory grows only with what arrives.
///
/// # Errors
///
/// As [`from_slice`], and [`Io`](crate::ErrorKind::Io).
#[cfg(feature = "std")]
pub fn from_reader<T: crate::DecodeOwned, R: std::io::Read>(mut reader: R) -> Result<T, DecodeError> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    from_slice(&bytes)
}
