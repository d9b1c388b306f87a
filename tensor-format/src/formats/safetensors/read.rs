//! The reader of files.

use alloc::{borrow::Cow, collections::BTreeMap, format, string::String, vec::Vec};

use super::{
    FORMAT, dtype,
    head::{self, PREFIX},
};
use crate::{
    ByteOrder, Decode, DecodeError, ErrorKind, FileError, FileFault, Limit, RecordRef, Shape, TensorRef, Value,
    from_value,
};

/// How files are read.
///
/// Without limits set, memory is bounded by the input all the same: nothing is allocated on the word of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    max_params: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// The default: a million tensors at most.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_params: 1_000_000 }
    }

    /// The most tensors a file may hold (1 000 000).
    #[must_use]
    pub const fn max_params(mut self, max: usize) -> Self {
        self.max_params = max;
        self
    }

    /// The record that the bytes hold: see [`from_slice`](super::from_slice).
    ///
    /// # Errors
    ///
    /// As [`from_slice`](super::from_slice), and [`LimitExceeded`](ErrorKind::LimitExceeded).
    #[allow(clippy::wrong_self_convention, reason = "options, not a conversion of self")]
    pub fn from_slice<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, DecodeError> {
        from_value(&Value::Record(self.file(bytes)?.record))
    }

    /// Tensors and metadata of a file: see [`File::from_slice`].
    ///
    /// # Errors
    ///
    /// As [`File::from_slice`], and [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn file<'de>(&self, bytes: &'de [u8]) -> Result<File<'de>, DecodeError> {
        let text = head::text(bytes)?;
        let names = head::names(text)?;
        if names.len() > self.max_params {
            let (max, found) = (self.max_params as u64, names.len() as u64);
            return Err(ErrorKind::LimitExceeded { limit: Limit::Params, max, found }.into());
        }
        let header: ::safetensors::tensor::Metadata = serde_json::from_slice(text).map_err(head::malformed)?;
        let start = PREFIX.saturating_add(text.len());
        let data = bytes.get(start..).unwrap_or_default();
        let needed = header.data_len();
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
        let mut placed = Vec::with_capacity(names.len());
        for (index, name) in names.into_iter().enumerate() {
            let Some(info) = header.info(&name) else { continue };
            let (from, to) = info.data_offsets;
            let place = |kind| DecodeError::new(kind).in_parameter(&name).at(start.saturating_add(from) as u64);
            let Some(element_type) = dtype::read(info.dtype) else {
                let expected = "a type that the model has, from BOOL to F64 and C64";
                let found = format!("{}", info.dtype);
                return Err(FileError::new(FORMAT, FileFault::Dtype, &name, expected, &found).into());
            };
            let shape: Shape = info.shape.iter().copied().collect();
            let bytes = data.get(from..to).unwrap_or_default();
            let tensor = TensorRef::from_bytes(element_type, shape, bytes, ByteOrder::Little).map_err(place)?;
            placed.push(((from, to, index), name, tensor));
        }
        placed.sort_by_key(|(place, ..)| *place);
        let record = placed.into_iter().map(|(_, name, tensor)| (Cow::Owned(name), tensor)).collect();
        let metadata = header.metadata().iter().flatten().map(|(key, value)| (key.clone(), value.clone())).collect();
        Ok(File { record, metadata })
    }
}

/// Tensors and metadata of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File<'de> {
    record: RecordRef<'de>,
    metadata: BTreeMap<String, String>,
}

impl<'de> File<'de> {
    /// Tensors and metadata of a file; the tensors borrow from the bytes.
    ///
    /// # Errors
    ///
    /// [`File`](ErrorKind::File) with what is wrong with the header: entries that overlap or leave gaps, sizes that do
    /// not fit their offsets, element types that the model does not have;
    /// [`DuplicateParam`](ErrorKind::DuplicateParam), [`UnexpectedEnd`](ErrorKind::UnexpectedEnd),
    /// [`TrailingBytes`](ErrorKind::TrailingBytes), [`InvalidBoolean`](ErrorKind::InvalidBoolean),
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) for a header of more than 100 MB.
    pub fn from_slice(bytes: &'de [u8]) -> Result<Self, DecodeError> {
        Options::new().file(bytes)
    }

    /// The tensors in the order of their bytes.
    #[must_use]
    pub fn record(&self) -> &RecordRef<'de> {
        &self.record
    }

    /// The tensors alone.
    #[must_use]
    pub fn into_record(self) -> RecordRef<'de> {
        self.record
    }

    /// The texts under `__metadata__`.
    #[must_use]
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.metadata
    }
}
