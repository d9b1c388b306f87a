//! Files that are not in memory, of which only what is asked for is read.

use alloc::vec::Vec;
use std::{
    cell::{OnceCell, RefCell},
    io::{Read, Seek, SeekFrom},
};

use super::{
    Metadata, Options,
    head::{self, MAX_TEXT, PREFIX},
    read::Entry,
};
use crate::{
    DecodeError, DecodeOwned, ErrorKind, Header, Value,
    error::AddPlace,
    from_value,
    values::{chosen, missing},
};

/// An open file, from which tensors are read when they are asked for. They are listed from the header alone; values own
/// what they hold. [`File`](super::File) lends the tensors of a file that is in memory or in a memory map.
///
/// ```
/// use std::io::Cursor;
/// use tensor_format::{Record, Tensor, safetensors};
/// let record: Record = ["a", "b"].map(|name| (name.to_owned(), Tensor::from(vec![0.5f32]))).into_iter().collect();
/// let mut reader = safetensors::Reader::new(Cursor::new(safetensors::to_vec(&record)?))?;
/// assert_eq!(reader.names().collect::<Vec<_>>(), ["a", "b"]);
/// assert_eq!(reader.header("a")?.to_string(), "f32 [1]");
/// assert_eq!(reader.read_tensor::<Vec<f32>>("b")?, [0.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    reader: R,
    entries: Vec<Entry>,
    metadata: Metadata,
}

impl Options {
    /// Opens a file: see [`Reader::new`].
    ///
    /// # Errors
    ///
    /// As [`Reader::new`], and [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn reader<R: Read + Seek>(&self, reader: R) -> Result<Reader<R>, DecodeError> {
        Reader::open(self, reader)
    }
}

impl<R: Read + Seek> Reader<R> {
    /// Opens a file. Only its header is read.
    ///
    /// # Errors
    ///
    /// As [`File::from_slice`](super::File::from_slice), and [`Io`](ErrorKind::Io).
    pub fn new(reader: R) -> Result<Self, DecodeError> {
        Options::new().reader(reader)
    }

    pub(super) fn open(options: &Options, mut reader: R) -> Result<Self, DecodeError> {
        let len = reader.seek(SeekFrom::End(0))?;
        reader.seek(SeekFrom::Start(0))?;
        let mut front = Vec::new();
        reader.by_ref().take(PREFIX as u64).read_to_end(&mut front)?;
        if let Some(prefix) = front.first_chunk::<PREFIX>() {
            // A longer header, or one that the file has no room for, is refused by its length, before it is read.
            let text = u64::from_le_bytes(*prefix);
            let wanted = if text > len.min(MAX_TEXT as u64) { 0 } else { text };
            reader.by_ref().take(wanted).read_to_end(&mut front)?;
        }
        let (entries, metadata) = options.entries(head::text(&front, len)?, len)?;
        Ok(Self { reader, entries, metadata })
    }

    /// Returns the names of the tensors in the order of their bytes, also of those whose element types the model does
    /// not have.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// Returns the metadata: the texts under `__metadata__`, by their names.
    #[must_use]
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns element type and shape of the tensor of this name. Nothing is read.
    ///
    /// # Errors
    ///
    /// [`MissingParam`](ErrorKind::MissingParam) if there is no such tensor, [`File`](ErrorKind::File) if the model
    /// does not have its element type.
    pub fn header(&self, name: &str) -> Result<Header, DecodeError> {
        let entry = self.entry(name)?;
        Ok(Header { element_type: entry.element_type()?, shape: entry.shape.clone() })
    }

    /// Returns the tensor of this name as a value of a type. Other tensors are not read.
    ///
    /// # Errors
    ///
    /// [`MissingParam`](ErrorKind::MissingParam) if there is no such tensor, [`Io`](ErrorKind::Io), else as
    /// [`Member::tensor`](super::Member::tensor), and where the tensor breaks the rules of `T`.
    pub fn read_tensor<T: DecodeOwned>(&mut self, name: &str) -> Result<T, DecodeError> {
        let entry = self.entry(name)?.clone();
        let bytes = bytes(&mut self.reader, &entry)?;
        from_value(&Value::Tensor(entry.tensor(&bytes)?)).in_parameter(name)
    }

    /// Returns a value of a type. Tensors that the type does not name are not read.
    ///
    /// # Errors
    ///
    /// As [`read_tensor`](Self::read_tensor) for those that the type names, and where they break the rules of `T`.
    pub fn read<T: DecodeOwned>(&mut self) -> Result<T, DecodeError> {
        let contents: Vec<OnceCell<Vec<u8>>> = self.entries.iter().map(|_| OnceCell::new()).collect();
        let reader = RefCell::new(&mut self.reader);
        let tensors = self.entries.iter().zip(&contents).map(|(entry, content)| (&*entry.name, (entry, content)));
        let chosen = chosen(&T::RULES, tensors, |(entry, content)| {
            let bytes = bytes(&mut **reader.borrow_mut(), entry)?;
            entry.tensor(content.get_or_init(|| bytes))
        })?;
        chosen.read()
    }

    fn entry(&self, name: &str) -> Result<&Entry, DecodeError> {
        self.entries.iter().find(|entry| entry.name == name).ok_or_else(|| missing(name))
    }
}

/// Returns the bytes of a tensor; memory grows only with what arrives.
fn bytes<R: Read + Seek>(reader: &mut R, entry: &Entry) -> Result<Vec<u8>, DecodeError> {
    // A tensor that the model does not have is refused before it is read.
    entry.element_type()?;
    let place = |error: DecodeError| error.in_parameter(&entry.name).at(entry.offset());
    let needed = entry.to.saturating_sub(entry.from) as u64;
    let mut bytes = Vec::new();
    let read = reader.seek(SeekFrom::Start(entry.offset())).and_then(|_| reader.take(needed).read_to_end(&mut bytes));
    let left = read.map_err(|error| place(error.into()))? as u64;
    if left < needed {
        // The file has become shorter since it was opened.
        return Err(place(DecodeError::new(ErrorKind::UnexpectedEnd { needed, left })));
    }
    Ok(bytes)
}
