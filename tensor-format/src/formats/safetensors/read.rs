//! The reader of files.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use ::safetensors::{Dtype, tensor::Metadata};
use serde_core::de::Error as _;

use super::{
    FORMAT, dtype,
    head::{self, Header, PREFIX},
};
use crate::{
    ByteOrder, Decode, DecodeError, ErrorKind, FileError, FileFault, Limit, RecordRef, Shape, TensorRef,
    values::from_chosen,
};

/// The options for reading files.
///
/// Without limits set, memory is bounded by the input all the same: nothing is allocated on the word of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    max_params: usize,
}

default_is_new!(Options);

impl Options {
    /// Returns the default options: a million tensors at most.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_params: 1_000_000 }
    }

    setters! {
        /// Sets the most tensors a file may hold (1 000 000).
        max_params: usize;
    }

    /// Returns the record that the bytes hold: see [`from_slice`](super::from_slice).
    ///
    /// # Errors
    ///
    /// As [`from_slice`](super::from_slice), and [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn from_slice<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, DecodeError> {
        self.file(bytes)?.read()
    }

    /// Returns tensors and metadata of a file: see [`File::from_slice`].
    ///
    /// # Errors
    ///
    /// As [`File::from_slice`], and [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn file<'de>(&self, bytes: &'de [u8]) -> Result<File<'de>, DecodeError> {
        let text = head::text(bytes)?;
        let mut header = Header::read(text)?;
        Limit::Params.check(self.max_params, header.len()).map_err(|kind| DecodeError::new(kind).at(PREFIX as u64))?;
        let metadata = core::mem::take(&mut header.metadata);
        let start = PREFIX.saturating_add(text.len());
        let data = bytes.get(start..).unwrap_or_default();
        let count = header.len();
        let (mut members, mut judged) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (name, info, named_at) in header.tensors(text) {
            let (from, to) = info.data_offsets;
            members.push(Member {
                name: name.clone(),
                dtype: info.dtype,
                shape: info.shape.iter().copied().collect(),
                bytes: data.get(from..to).unwrap_or_default(),
                place: (start.saturating_add(from), to, named_at),
            });
            judged.push((name, info));
        }
        // The package says whether the entries follow one another, and have the sizes of their shapes.
        let judged = Metadata::new(None, judged);
        let needed = judged.map_err(|error| head::malformed(text, &serde_json::Error::custom(error)))?.data_len();
        let wrong = match data.len().checked_sub(needed) {
            Some(0) => None,
            Some(count) => {
                Some((ErrorKind::TrailingBytes { count: count as u64, or_more: false, record_of: None }, needed))
            }
            None => Some((ErrorKind::UnexpectedEnd { needed: needed as u64, left: data.len() as u64 }, 0)),
        };
        if let Some((kind, at)) = wrong {
            return Err(DecodeError::new(kind).at(start.saturating_add(at) as u64));
        }
        Ok(File { members, metadata })
    }
}

/// The tensors and metadata of a file.
///
/// A tensor of an element type that the model does not have gives an error when that tensor is read. So the others can
/// be read, and a value is read by [`read`](Self::read) if the model has the tensors that its type names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File<'de> {
    members: Vec<Member<'de>>,
    metadata: BTreeMap<String, String>,
}

impl<'de> File<'de> {
    /// Returns tensors and metadata of a file; the tensors borrow from the bytes. No element is looked at.
    ///
    /// # Errors
    ///
    /// [`File`](ErrorKind::File) with what is wrong with the header: entries that overlap or leave gaps, sizes that do
    /// not fit their offsets, element types that the format does not have;
    /// [`DuplicateParam`](ErrorKind::DuplicateParam), [`UnexpectedEnd`](ErrorKind::UnexpectedEnd),
    /// [`TrailingBytes`](ErrorKind::TrailingBytes), [`LimitExceeded`](ErrorKind::LimitExceeded) for a header of more
    /// than 100 MB; each with the byte at fault.
    pub fn from_slice(bytes: &'de [u8]) -> Result<Self, DecodeError> {
        Options::new().file(bytes)
    }

    /// Returns the tensors in the order of their bytes in the file, also those of element types that the model does not
    /// have.
    pub fn members(&self) -> impl ExactSizeIterator<Item = &Member<'de>> {
        self.members.iter()
    }

    /// Returns the tensor of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Member<'de>> {
        self.members.iter().find(|member| member.name == name)
    }

    /// Returns a value of a type. Tensors that the type does not name are not looked at.
    ///
    /// # Errors
    ///
    /// As [`Member::tensor`] for those that the type names, and where they break the rules of `T`.
    pub fn read<T: Decode<'de>>(&self) -> Result<T, DecodeError> {
        from_chosen(self.members.iter().map(|member| (member.name.as_str(), member)), Member::tensor)
    }

    /// Returns all tensors, in the order of their bytes.
    ///
    /// # Errors
    ///
    /// As [`Member::tensor`]: if the model does not have one of them, the others are had one by one, from
    /// [`members`](Self::members).
    pub fn record(&self) -> Result<RecordRef<'de>, DecodeError> {
        self.read()
    }

    /// Returns the metadata: the texts under `__metadata__`, by their names.
    #[must_use]
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.metadata
    }
}

/// A tensor of a [`File`], which may be of an element type that the model does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member<'de> {
    name: String,
    dtype: Dtype,
    shape: Shape,
    bytes: &'de [u8],
    /// The offsets in the file where the bytes begin and end, and where the name begins.
    place: (usize, usize, u64),
}

impl<'de> Member<'de> {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the element type as the header has it, as `F8_E4M3`.
    #[must_use]
    pub fn dtype(&self) -> String {
        format!("{}", self.dtype)
    }

    /// Returns the shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the bytes of the elements.
    #[must_use]
    pub fn bytes(&self) -> &'de [u8] {
        self.bytes
    }

    /// Returns the tensor.
    ///
    /// # Errors
    ///
    /// [`File`](ErrorKind::File) if the model does not have its element type,
    /// [`InvalidBoolean`](ErrorKind::InvalidBoolean).
    pub fn tensor(&self) -> Result<TensorRef<'de>, DecodeError> {
        let (start, _, named_at) = self.place;
        let Some(element_type) = dtype::read(self.dtype) else {
            let expected = "a type that the model has, from BOOL to F64 and C64";
            let error = FileError::new(FORMAT, FileFault::Dtype, "dtype", expected, &self.dtype());
            return Err(DecodeError::from(error).in_parameter(&self.name).at(named_at));
        };
        let tensor = TensorRef::from_bytes(element_type, &self.shape, self.bytes, ByteOrder::Little);
        tensor.map_err(|kind| DecodeError::new(kind).in_parameter(&self.name).at(start as u64))
    }
}
