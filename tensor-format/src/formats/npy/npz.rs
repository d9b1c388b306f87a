//! NumPy's archive of named tensors: a ZIP file with one [`.npy`](super) file for each tensor.
//!
//! A record, derived or not, is one archive; the names of its tensors are those of the entries without `.npy`, and may
//! be empty. Entries may be stored or deflated. Writing stores them with their elements at multiples of 64 bytes, so
//! that
//! [`Archive`] can lend them out again without a copy, from bytes that begin at such a boundary themselves.
//!
//! Of an archive only what a type names is read and unpacked, so that entries which are no tensors of the model do not
//! matter to types that do not ask for them; a [`Record`](crate::Record) asks for all. [`Archive::members`] lists every
//! entry. An [`Archive`] is opened over bytes, which a memory map may hold; a [`Reader`] is opened over a file, from
//! which it takes only what is asked for.
//!
//! ```
//! use tensor_format::{Record, Tensor, npz};
//! let mut record = Record::new();
//! record.push("weights", Tensor::from_slice([2, 2], &[1.0f32, 2.0, 3.0, 4.0])?);
//! record.push("bias", Tensor::from_slice([2], &[0.5f64, -0.5])?);
//! let bytes = npz::to_vec(&record)?;
//! assert_eq!(npz::from_slice::<Record>(&bytes)?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// `archive` opens an archive and lends or unpacks the members that a type names; each is a `.npy` file. To write, a
// value is collected as named tensors, each of which becomes a member. `reader` takes the members that are wanted from
// a file that is not in memory. `damage` says whose fault an error of the package `zip` is, and
// `names` compares the names of the directory with those of the entries.
mod archive;
mod damage;
mod names;
mod reader;
mod until_failure;

pub use archive::{Archive, Member};
pub use reader::Reader;

use alloc::{format, vec::Vec};
use std::{
    cell::Cell,
    io::{self, Read, Seek, Write},
};

use zip::{CompressionMethod, ZipWriter, result::ZipError, write::SimpleFileOptions};

use self::until_failure::UntilFailure;
use super::verbs::read_all;
#[cfg(doc)]
use crate::ErrorKind;
use crate::{
    DecodeError, DecodeOwned, Encode, EncodeError,
    error::ExpansionLimit,
    values::{EncodedTensors, NamedTensor},
};

const FORMAT: &str = "npz";
const SUFFIX: &str = ".npy";

/// Returns the bytes of a record.
///
/// # Errors
///
/// [`TensorFound`](ErrorKind::TensorFound) for one tensor without a name, which [`npy`](super) holds,
/// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) for strings, media and `bf16`,
/// [`DuplicateParam`](ErrorKind::DuplicateParam) for a name that is there twice, as the list of a `Many` parameter
/// does, and what the value itself refuses.
pub fn to_vec<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>, EncodeError> {
    Options::new().to_vec(value)
}

/// Appends the bytes of a record to `out`, which is left as it is if there is an error.
///
/// # Errors
///
/// As [`to_vec`].
pub fn append<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    Options::new().append(value, out)
}

/// Returns the number of bytes that [`to_vec`] would write.
///
/// # Errors
///
/// As [`to_vec`].
pub fn encoded_len<T: Encode + ?Sized>(value: &T) -> Result<usize, EncodeError> {
    Options::new().encoded_len(value)
}

/// Writes the bytes of a record. Nothing is written if the value cannot be encoded.
///
/// # Errors
///
/// As [`to_vec`], and [`Io`](ErrorKind::Io).
pub fn to_writer<T: Encode + ?Sized, W: Write>(writer: W, value: &T) -> Result<(), EncodeError> {
    Options::new().to_writer(writer, value)
}

/// Returns the record that the bytes hold. It owns its tensors; [`Archive`] lends them.
///
/// # Errors
///
/// As [`Archive::from_slice`] and [`Archive::read`].
pub fn from_slice<T: DecodeOwned>(bytes: &[u8]) -> Result<T, DecodeError> {
    Options::new().from_slice(bytes)
}

/// Returns the record that a reader holds up to its end.
///
/// # Errors
///
/// As [`from_slice`], and [`Io`](ErrorKind::Io).
pub fn from_reader<T: DecodeOwned, R: Read>(reader: R) -> Result<T, DecodeError> {
    Options::new().from_reader(reader)
}

/// The options for reading and writing archives.
///
/// A few kilobytes may unpack to any size, so that what is unpacked is bounded by [`max_expanded`](Self::max_expanded).
/// Stored entries cannot be larger than the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    tensor: super::Options,
    max_params: usize,
    max_expanded: ExpansionLimit,
    max_file: usize,
    deflate: bool,
}

default_is_new!(Options);

impl Options {
    /// Returns the default options.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            tensor: super::Options::new(),
            max_params: 65_536,
            max_expanded: ExpansionLimit::DEFAULT,
            max_file: usize::MAX,
            deflate: false,
        }
    }

    /// Sets the most bytes that the deflated entries which are read may expand to (64 MiB and 32 bytes for each byte of
    /// the input).
    #[must_use]
    pub const fn max_expanded(mut self, bytes: u64) -> Self {
        self.max_expanded = ExpansionLimit::bytes(bytes);
        self
    }

    setters! {
        /// Sets the options for the `.npy` files in the archive.
        tensor: super::Options;
        /// Sets the most tensors an archive may hold (65 536).
        max_params: usize;
        /// Sets the most bytes that are taken from a reader (no limit).
        max_file: usize;
        /// Sets whether entries are deflated as `np.savez_compressed` does it (no).
        deflate: bool;
    }

    /// Returns the bytes of a record.
    ///
    /// # Errors
    ///
    /// As [`to_vec`].
    pub fn to_vec<T: Encode + ?Sized>(&self, value: &T) -> Result<Vec<u8>, EncodeError> {
        let mut out = Vec::new();
        self.append(value, &mut out)?;
        Ok(out)
    }

    /// Appends the bytes of a record to `out`, which is left as it is if there is an error.
    ///
    /// # Errors
    ///
    /// As [`to_vec`].
    pub fn append<T: Encode + ?Sized>(&self, value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let before = out.len();
        self.to_writer(&mut *out, value).inspect_err(|_| out.truncate(before))
    }

    /// Returns the number of bytes of a record; it is found by writing to a counter, so entries are deflated for it if
    /// the options say so.
    ///
    /// # Errors
    ///
    /// As [`to_vec`].
    pub fn encoded_len<T: Encode + ?Sized>(&self, value: &T) -> Result<usize, EncodeError> {
        let mut count = ByteCounter(0);
        self.to_writer(&mut count, value)?;
        Ok(count.0)
    }

    /// Writes the bytes of a record.
    ///
    /// # Errors
    ///
    /// As [`to_writer`].
    pub fn to_writer<T: Encode + ?Sized, W: Write>(&self, writer: W, value: &T) -> Result<(), EncodeError> {
        self.write(writer, &EncodedTensors::of(value)?.into_record()?)
    }

    fn write<W: Write>(&self, writer: W, tensors: &[NamedTensor<'_>]) -> Result<(), EncodeError> {
        for (name, header, _) in tensors {
            super::write::head(header, &self.tensor).map_err(|kind| EncodeError::new(kind).in_parameter(name))?;
        }
        let method = if self.deflate { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        // A stored file at a boundary has its elements at one, since its header fills it up to the next. A mapped
        // archive can then be borrowed from.
        let align = if self.deflate { 1 } else { super::write::ALIGN as u16 };
        let failed = Cell::new(false);
        let mut zip = ZipWriter::new_stream(UntilFailure::new(writer, &failed));
        let members: Result<(), EncodeError> = tensors.iter().try_for_each(|(name, header, bytes)| {
            let place = |kind| EncodeError::new(kind).in_parameter(name);
            let (head, bytes) = super::write::write(header, bytes, &self.tensor).map_err(place)?;
            let large = head.len().saturating_add(bytes.len()) as u64 >= u64::from(u32::MAX);
            let options =
                SimpleFileOptions::default().compression_method(method).large_file(large).with_alignment(align);
            zip.start_file(format!("{name}{SUFFIX}"), options).map_err(written)?;
            zip.write_all(&head)?;
            Ok(zip.write_all(&bytes)?)
        });
        // An archive that is dropped is ended, which after an error would write once more.
        failed.set(failed.get() || members.is_err());
        members?;
        zip.finish().map_err(written)?;
        Ok(())
    }

    /// Returns the record that the bytes hold.
    ///
    /// # Errors
    ///
    /// As [`from_slice`], and [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn from_slice<T: DecodeOwned>(&self, bytes: &[u8]) -> Result<T, DecodeError> {
        self.archive(bytes)?.read()
    }

    /// Returns the record that a reader holds up to its end.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice), and [`Io`](ErrorKind::Io).
    pub fn from_reader<T: DecodeOwned, R: Read>(&self, reader: R) -> Result<T, DecodeError> {
        self.from_slice(&read_all(reader, self.max_file, 0)?)
    }

    /// Returns the members of an archive: see [`Archive::from_slice`].
    ///
    /// # Errors
    ///
    /// As [`Archive::from_slice`].
    pub fn archive<'de>(&self, bytes: &'de [u8]) -> Result<Archive<'de>, DecodeError> {
        Archive::open(*self, bytes)
    }

    /// Opens an archive in a file: see [`Reader::new`].
    ///
    /// # Errors
    ///
    /// As [`Reader::new`].
    pub fn reader<R: Read + Seek>(&self, reader: R) -> Result<Reader<R>, DecodeError> {
        Reader::open(*self, reader)
    }
}

/// A writer that only counts bytes.
struct ByteCounter(usize);

impl Write for ByteCounter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn written(error: ZipError) -> EncodeError {
    match error {
        ZipError::Io(error) => error.into(),
        error => io::Error::other(error).into(),
    }
}
