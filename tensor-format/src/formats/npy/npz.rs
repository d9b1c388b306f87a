//! NumPy's archive of named tensors: a ZIP file with a [`.npy`](super) file a tensor.
//!
//! A record, derived or not, is one archive; the names of its tensors are those of the entries without `.npy`. Entries
//! may be stored or deflated. Writing stores them, so that [`Archive`] can lend them out again without a copy.
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

use alloc::{borrow::Cow, format, string::String, vec::Vec};
use std::io::{self, Cursor, Read, Write};

use zip::{CompressionMethod, ZipArchive, ZipWriter, read::ZipFile, result::ZipError, write::SimpleFileOptions};

use super::{Head, options::read_all};
use crate::{
    DecodeError, DecodeOwned, Encode, EncodeError, ErrorKind, FileError, FileFault, Limit, RecordRef, TensorRef, Value,
    from_value, traits::Pieces,
};

const FORMAT: &str = "npz";
const SUFFIX: &str = ".npy";

/// The bytes of a record.
///
/// # Errors
///
/// [`TensorFound`](ErrorKind::TensorFound) for one tensor without a name, which [`npy`](super) holds,
/// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) for strings, media and `bf16`,
/// [`DuplicateParam`](ErrorKind::DuplicateParam) for a name that stands twice, as the list of a `Many` parameter does,
/// and what the value itself refuses.
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

/// The number of bytes that [`to_vec`] would write.
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
pub fn to_writer<T: Encode + ?Sized, W: Write>(value: &T, writer: W) -> Result<(), EncodeError> {
    Options::new().to_writer(value, writer)
}

/// The record that the bytes hold. It owns its tensors; [`Archive`] lends them.
///
/// # Errors
///
/// As [`Archive::from_slice`], and where the record breaks the rules of `T`.
pub fn from_slice<T: DecodeOwned>(bytes: &[u8]) -> Result<T, DecodeError> {
    Options::new().from_slice(bytes)
}

/// The record that a reader holds up to its end.
///
/// # Errors
///
/// As [`from_slice`], and [`Io`](ErrorKind::Io).
pub fn from_reader<T: DecodeOwned, R: Read>(reader: R) -> Result<T, DecodeError> {
    Options::new().from_reader(reader)
}

/// Name and header of each tensor of an archive, in order. Of an entry no more than the longest header is read or
/// unpacked, so that elements behind it which break their checksum are not noticed.
///
/// ```
/// use tensor_format::{Record, Tensor, npz};
/// let record: Record = [("bias".to_owned(), Tensor::from(vec![0.5f64, -0.5]))].into_iter().collect();
/// let heads = npz::heads(&npz::to_vec(&record)?)?;
/// assert_eq!((heads[0].0.as_str(), heads[0].1.header().to_string().as_str()), ("bias", "f64 [2]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`File`](ErrorKind::File) with what is wrong with the archive or a header;
/// [`UnexpectedEnd`](ErrorKind::UnexpectedEnd) or [`TrailingBytes`](ErrorKind::TrailingBytes) if the archive says
/// another length of an entry than its header; [`Io`](ErrorKind::Io) if a header cannot be unpacked.
pub fn heads(bytes: &[u8]) -> Result<Vec<(String, Head)>, DecodeError> {
    Options::new().heads(bytes)
}

/// How archives are read and written.
///
/// The default refuses an archive whose deflated entries hold more than 1 GiB: a few kilobytes may unpack to any size.
/// Stored entries cannot be larger than the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    tensor: super::Options,
    max_params: usize,
    max_unpacked: u64,
    max_file: usize,
    deflate: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// The default.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            tensor: super::Options::new(),
            max_params: 65_536,
            max_unpacked: 1 << 30,
            max_file: usize::MAX,
            deflate: false,
        }
    }

    /// How the tensors are read and written.
    #[must_use]
    pub const fn tensor(mut self, options: super::Options) -> Self {
        self.tensor = options;
        self
    }

    /// The most tensors an archive may hold (65 536).
    #[must_use]
    pub const fn max_params(mut self, max: usize) -> Self {
        self.max_params = max;
        self
    }

    /// The most bytes that all deflated entries together may unpack to (1 GiB).
    #[must_use]
    pub const fn max_unpacked(mut self, max: u64) -> Self {
        self.max_unpacked = max;
        self
    }

    /// The most bytes that are taken from a reader (no limit).
    #[must_use]
    pub const fn max_file(mut self, max: usize) -> Self {
        self.max_file = max;
        self
    }

    /// Whether entries are deflated as `np.savez_compressed` does it (no).
    #[must_use]
    pub const fn deflate(mut self, deflate: bool) -> Self {
        self.deflate = deflate;
        self
    }

    /// The bytes of a record.
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
        self.to_writer(value, &mut *out).inspect_err(|_| out.truncate(before))
    }

    /// The number of bytes of a record; to deflate them is the only way to know it, where they are deflated.
    ///
    /// # Errors
    ///
    /// As [`to_vec`].
    pub fn encoded_len<T: Encode + ?Sized>(&self, value: &T) -> Result<usize, EncodeError> {
        let mut count = Count(0);
        self.to_writer(value, &mut count)?;
        Ok(count.0)
    }

    /// Writes the bytes of a record.
    ///
    /// # Errors
    ///
    /// As [`to_writer`].
    pub fn to_writer<T: Encode + ?Sized, W: Write>(&self, value: &T, writer: W) -> Result<(), EncodeError> {
        let tensors = Pieces::of(value)?.into_record()?;
        for (name, header, _) in &tensors {
            super::write::head(header, &self.tensor).map_err(|kind| EncodeError::new(kind).in_parameter(name))?;
        }
        let method = if self.deflate { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let mut zip = ZipWriter::new_stream(writer);
        for (name, header, bytes) in &tensors {
            let place = |kind| EncodeError::new(kind).in_parameter(name);
            let (head, bytes) = super::write::write(header, bytes, &self.tensor).map_err(place)?;
            let large = head.len().saturating_add(bytes.len()) as u64 >= u64::from(u32::MAX);
            let options = SimpleFileOptions::default().compression_method(method).large_file(large);
            zip.start_file(format!("{name}{SUFFIX}"), options).map_err(written)?;
            zip.write_all(&head)?;
            zip.write_all(&bytes)?;
        }
        zip.finish().map_err(written)?;
        Ok(())
    }

    /// The record that the bytes hold.
    ///
    /// # Errors
    ///
    /// As [`from_slice`], and [`LimitExceeded`](ErrorKind::LimitExceeded).
    #[allow(clippy::wrong_self_convention, reason = "options, not a conversion of self")]
    pub fn from_slice<T: DecodeOwned>(&self, bytes: &[u8]) -> Result<T, DecodeError> {
        let archive = self.archive(bytes)?;
        from_value(&Value::Record(archive.record()?))
    }

    /// The record that a reader holds up to its end.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice), and [`Io`](ErrorKind::Io).
    #[allow(clippy::wrong_self_convention, reason = "options, not a conversion of self")]
    pub fn from_reader<T: DecodeOwned, R: Read>(&self, reader: R) -> Result<T, DecodeError> {
        self.from_slice(&read_all(reader, self.max_file)?)
    }

    /// The entries of an archive: see [`Archive::from_slice`].
    ///
    /// # Errors
    ///
    /// As [`Archive::from_slice`], and [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn archive<'de>(&self, bytes: &'de [u8]) -> Result<Archive<'de>, DecodeError> {
        let mut entries = Vec::new();
        self.try_for_each_entry(bytes, |name, entry| {
            let data = match entry {
                Entry::Stored(data) => Cow::Borrowed(data),
                Entry::Deflated(reader) => {
                    let mut data = Vec::new();
                    reader.read_to_end(&mut data)?;
                    Cow::Owned(data)
                }
            };
            entries.push((name.into(), data));
            Ok(())
        })?;
        Ok(Archive { options: self.tensor, entries })
    }

    /// Hands on the entries of an archive one after another, with their names without `.npy`: those that are deflated
    /// as readers, so that what they unpack to can go elsewhere than into memory.
    ///
    /// The checksum of a stored entry is verified before it is handed on, that of a deflated one when its reader comes
    /// to its end: what `take` leaves is read after it.
    ///
    /// ```
    /// use tensor_format::{Record, Tensor, npz::{self, Entry}};
    /// let record: Record = [("bias".to_owned(), Tensor::from(vec![0.5f64, -0.5]))].into_iter().collect();
    /// let archive = npz::Options::new().deflate(true).to_vec(&record)?;
    /// let mut unpacked = Vec::new();
    /// npz::Options::new().try_for_each_entry(&archive, |_, entry| {
    ///     if let Entry::Deflated(reader) = entry {
    ///         std::io::copy(reader, &mut unpacked)?;
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(tensor_format::npy::from_slice::<Vec<f64>>(&unpacked)?, [0.5, -0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Archive::from_slice`], and those of `take`, with the name of the entry.
    pub fn try_for_each_entry<'de>(
        &self,
        bytes: &'de [u8],
        mut take: impl FnMut(&str, Entry<'_, 'de>) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        let mut zip = self.open(bytes)?;
        let mut left = self.max_unpacked;
        for index in 0..zip.len() {
            let mut file = zip.by_index(index).map_err(read)?;
            let name = tensor_name(&file)?;
            let bad = |error: io::Error| DecodeError::from(error).in_parameter(&name);
            if file.compression() == CompressionMethod::Stored {
                // Reads to the end for the checksum alone; the bytes stay where they lie.
                let len = io::copy(&mut file, &mut io::sink()).map_err(bad)?;
                let start = file.data_start().and_then(|start| usize::try_from(start).ok());
                let end = start.and_then(|start| start.checked_add(usize::try_from(len).ok()?));
                let range = start.zip(end).and_then(|(start, end)| bytes.get(start..end));
                let range = range.ok_or_else(|| bad(io::ErrorKind::UnexpectedEof.into()))?;
                take(&name, Entry::Stored(range)).map_err(|error| error.in_parameter(&name))?;
                continue;
            }
            let mut unpacked = file.by_ref().take(left.saturating_add(1));
            let taken = take(&name, Entry::Deflated(&mut unpacked)).map_err(|error| error.in_parameter(&name));
            let rest = taken.and_then(|()| io::copy(&mut unpacked, &mut io::sink()).map_err(bad));
            let Some(less) = unpacked.limit().checked_sub(1) else {
                let found = self.max_unpacked.saturating_add(1);
                let kind = ErrorKind::LimitExceeded { limit: Limit::Bytes, max: self.max_unpacked, found };
                return Err(DecodeError::new(kind).in_parameter(&name));
            };
            rest?;
            left = less;
        }
        Ok(())
    }

    /// Name and header of each tensor of an archive: see [`heads`].
    ///
    /// # Errors
    ///
    /// As [`heads`], and [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn heads(&self, bytes: &[u8]) -> Result<Vec<(String, Head)>, DecodeError> {
        let mut zip = self.open(bytes)?;
        let mut heads = Vec::new();
        for index in 0..zip.len() {
            let mut file = zip.by_index(index).map_err(read)?;
            let name = tensor_name(&file)?;
            let len = file.size();
            let head = front(&mut file).and_then(|front| {
                let head = Head::from_slice(&front)?;
                head.check(&self.tensor)?;
                let (start, end) = (head.data_start() as u64, head.end() as u64);
                if len < end {
                    let needed = head.data_len() as u64;
                    let kind = ErrorKind::UnexpectedEnd { needed, left: len.saturating_sub(start) };
                    return Err(DecodeError::new(kind).at(start));
                }
                match len.saturating_sub(end) {
                    0 => Ok(head),
                    count => {
                        Err(DecodeError::new(ErrorKind::TrailingBytes { count, or_more: false, record_of: None })
                            .at(end))
                    }
                }
            });
            let head = head.map_err(|error| error.in_parameter(&name))?;
            heads.push((name, head));
        }
        Ok(heads)
    }

    fn open<'de>(&self, bytes: &'de [u8]) -> Result<ZipArchive<Cursor<&'de [u8]>>, DecodeError> {
        let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(read)?;
        if zip.has_duplicate_names() {
            return Err(FileError::new(FORMAT, FileFault::Archive, "", "each name once", "a name twice").into());
        }
        if zip.has_overlapping_entries().map_err(read)? {
            let found = "two that share bytes";
            return Err(FileError::new(FORMAT, FileFault::Overlap, "", "entries one after another", found).into());
        }
        if zip.len() > self.max_params {
            let (max, found) = (self.max_params as u64, zip.len() as u64);
            return Err(ErrorKind::LimitExceeded { limit: Limit::Params, max, found }.into());
        }
        Ok(zip)
    }
}

fn tensor_name<R: Read>(file: &ZipFile<'_, R>) -> Result<String, DecodeError> {
    let path = file.name().map_err(read)?;
    path.strip_suffix(SUFFIX)
        .map(String::from)
        .ok_or_else(|| FileError::new(FORMAT, FileFault::Entry, &path, "a name that ends in .npy", &path).into())
}

/// No more than the longest header.
fn front<R: Read>(file: &mut R) -> Result<Vec<u8>, DecodeError> {
    let mut front = Vec::new();
    file.take(super::guard::MAX_LEN as u64).read_to_end(&mut front)?;
    Ok(front)
}

/// An entry of an archive.
pub enum Entry<'r, 'de> {
    /// Stored: a file of one tensor where it lies.
    Stored(&'de [u8]),
    /// Deflated: a file of one tensor that is unpacked as it is read.
    Deflated(&'r mut dyn Read),
}

/// The entries of an archive: those that are stored where they lie, those that are deflated unpacked.
#[derive(Clone, Debug)]
pub struct Archive<'de> {
    options: super::Options,
    entries: Vec<(String, Cow<'de, [u8]>)>,
}

impl<'de> Archive<'de> {
    /// The entries of an archive, their checksums verified.
    ///
    /// # Errors
    ///
    /// [`File`](ErrorKind::File) with what is wrong with the archive: entries that share bytes or a name, or are no
    /// `.npy`; [`Io`](ErrorKind::Io) if an entry cannot be unpacked; [`LimitExceeded`](ErrorKind::LimitExceeded) if
    /// there are more than 65,536 or the deflated ones unpack to more than 1 GiB.
    pub fn from_slice(bytes: &'de [u8]) -> Result<Self, DecodeError> {
        Options::new().archive(bytes)
    }

    /// Name and bytes of each entry in order, the names without `.npy`.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &[u8])> {
        self.entries.iter().map(|(name, bytes)| (&**name, &**bytes))
    }

    /// The tensors, which borrow from the archive.
    ///
    /// # Errors
    ///
    /// What is wrong with an entry, as [`npy::from_slice`](super::from_slice) says it.
    pub fn record(&self) -> Result<RecordRef<'_>, DecodeError> {
        let mut record = RecordRef::new();
        for (name, bytes) in self.iter() {
            let tensor: TensorRef<'_> = self.options.from_slice(bytes).map_err(|error| error.in_parameter(name))?;
            record.push(name, tensor);
        }
        Ok(record)
    }
}

fn read(error: ZipError) -> DecodeError {
    match error {
        ZipError::Io(error) => error.into(),
        error => {
            let expected = "a ZIP archive of stored or deflated entries";
            FileError::new(FORMAT, FileFault::Archive, "", expected, &format!("{error}")).into()
        }
    }
}

/// Counts what is written.
struct Count(usize);

impl Write for Count {
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
