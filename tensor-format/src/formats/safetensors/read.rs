//! The reader of files.

use alloc::{format, string::String, vec::Vec};

use ::safetensors::Dtype;
use serde_core::de::Error as _;

use super::{
    FORMAT, Metadata, dtype,
    head::{self, Header, PREFIX},
};
use crate::{
    ByteOrder, Decode, DecodeError, ElementType, ErrorKind, FileError, FileFault, Limit, RecordRef, Rules, Shape,
    TensorRef, Value,
    error::AddPlace,
    from_value,
    values::{Chosen, chosen, missing, tensors_of},
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
        let text = head::text(bytes, bytes.len() as u64)?;
        let (entries, metadata) = self.entries(text, bytes.len() as u64)?;
        let start = PREFIX.saturating_add(text.len());
        let data = bytes.get(start..).unwrap_or_default();
        let members = entries.into_iter().map(|entry| {
            let bytes = data.get(entry.from..entry.to).unwrap_or_default();
            Member { entry, bytes }
        });
        Ok(File { members: members.collect(), metadata })
    }

    /// Returns the entries of a header in the order of their bytes, and the metadata; `file_len` is the number of bytes
    /// of the file.
    pub(super) fn entries(&self, text: &[u8], file_len: u64) -> Result<(Vec<Entry>, Metadata), DecodeError> {
        let mut header = Header::read(text)?;
        let count = header.len();
        Limit::Params.check(self.max_params, count).map_err(|kind| DecodeError::new(kind).at(PREFIX as u64))?;
        let metadata = core::mem::take(&mut header.metadata);
        let start = PREFIX.saturating_add(text.len()) as u64;
        let (mut entries, mut judged) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (name, info, named_at) in header.tensors(text) {
            let (from, to) = info.data_offsets;
            let shape = info.shape.iter().copied().collect();
            entries.push(Entry { name: name.clone(), dtype: info.dtype, shape, from, to, start, named_at });
            judged.push((name, info));
        }
        // The package says whether the entries follow one another, and have the sizes of their shapes.
        let judged = ::safetensors::tensor::Metadata::new(None, judged);
        let judged = judged.map_err(|error| {
            misplaced(&entries).unwrap_or_else(|| head::malformed(text, &serde_json::Error::custom(error)))
        })?;
        let (needed, left) = (judged.data_len() as u64, file_len.saturating_sub(start));
        let wrong = match left.checked_sub(needed) {
            Some(0) => None,
            Some(count) => Some((ErrorKind::TrailingBytes { count, or_more: false, record_of: None }, needed)),
            None => Some((ErrorKind::UnexpectedEnd { needed, left }, 0)),
        };
        if let Some((kind, at)) = wrong {
            return Err(DecodeError::new(kind).at(start.saturating_add(at)));
        }
        Ok((entries, metadata))
    }
}

/// Returns what is wrong with the first entry that does not follow the one before it, or has another size than its shape.
/// The package refuses such entries without saying what it expected.
#[cold]
fn misplaced(entries: &[Entry]) -> Option<DecodeError> {
    let mut next = 0;
    for entry in entries {
        let (from, to) = (entry.from, entry.to);
        let tensor = format!("{} {}", entry.dtype, entry.shape);
        let count = entry.shape.iter().try_fold(1usize, |count, len| count.checked_mul(*len));
        let bits = count.and_then(|count| count.checked_mul(entry.dtype.bitsize()));
        let (expected, found) = match (to.checked_sub(from), bits) {
            (Some(_), _) if from != next => {
                ("tensors that follow one another", format!("{from} to {to}, where the next is at {next}"))
            }
            (None, _) => ("a beginning and an end", format!("{from} to {to}")),
            (_, None) => ("elements whose bits can be counted", tensor),
            (_, Some(bits)) if bits % 8 != 0 => ("elements of whole bytes", format!("{bits} bits of {tensor}")),
            (Some(len), Some(bits)) if len != bits / 8 => {
                ("the bytes that dtype and shape take", format!("{from} to {to}, where {tensor} takes {}", bits / 8))
            }
            _ => {
                next = to;
                continue;
            }
        };
        let error = FileError::new(FORMAT, FileFault::Header, "data_offsets", expected, &found);
        return Some(DecodeError::from(error).in_parameter(&entry.name).at(entry.named_at));
    }
    None
}

/// What the header says of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) dtype: Dtype,
    pub(super) shape: Shape,
    /// The offset in the data where the tensor's bytes begin; `to` is where they end.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The offset in the file where the data of all tensors begins; `named_at` is the offset of this tensor's name.
    start: u64,
    named_at: u64,
}

impl Entry {
    /// Returns the offset in the file of the first byte.
    pub(super) fn offset(&self) -> u64 {
        self.start.saturating_add(self.from as u64)
    }

    /// Returns the element type; an error if this crate does not have it.
    pub(super) fn element_type(&self) -> Result<ElementType, DecodeError> {
        dtype::read(self.dtype).ok_or_else(|| {
            let expected = "a type that the model has, from BOOL to F64 and C64";
            let error = FileError::new(FORMAT, FileFault::Dtype, "dtype", expected, &self.dtype());
            DecodeError::from(error).in_parameter(&self.name).at(self.named_at)
        })
    }

    /// Returns the element type as the header has it.
    pub(super) fn dtype(&self) -> String {
        format!("{}", self.dtype)
    }

    /// Returns the tensor of these bytes, which are all of it.
    pub(super) fn tensor<'de>(&self, bytes: &'de [u8]) -> Result<TensorRef<'de>, DecodeError> {
        let tensor = TensorRef::from_bytes(self.element_type()?, &self.shape, bytes, ByteOrder::Little);
        tensor.map_err(|kind| DecodeError::new(kind).in_parameter(&self.name).at(self.offset()))
    }
}

/// The tensors and metadata of a file.
///
/// A tensor of an element type that the model does not have gives an error when that tensor is read. So the others can
/// be read, and a value is read by [`read`](Self::read) if the model has the tensors that its type names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File<'de> {
    members: Vec<Member<'de>>,
    metadata: Metadata,
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
        self.members.iter().find(|member| member.entry.name == name)
    }

    /// Returns a value of a type. Tensors that the type does not name are not looked at.
    ///
    /// # Errors
    ///
    /// As [`Member::tensor`] for those that the type names, and where they break the rules of `T`.
    pub fn read<T: Decode<'de>>(&self) -> Result<T, DecodeError> {
        self.chosen(&T::RULES)?.read()
    }

    fn chosen(&self, rules: &Rules<'_>) -> Result<Chosen<'_, 'de>, DecodeError> {
        chosen(rules, self.members.iter().map(|member| (member.name(), member)), Member::tensor)
    }

    /// Returns the tensor of this name as a value of a type, which may borrow from the bytes. Other tensors are not
    /// looked at.
    ///
    /// # Errors
    ///
    /// [`MissingParam`](ErrorKind::MissingParam) if there is no such tensor, else as [`Member::tensor`], and where the
    /// tensor breaks the rules of `T`.
    ///
    /// ```
    /// use tensor_format::{Record, Tensor, View, safetensors};
    /// let record: Record = ["a", "b"].map(|name| (name.to_owned(), Tensor::from(vec![0.5f32]))).into_iter().collect();
    /// let bytes = safetensors::to_vec(&record)?;
    /// let file = safetensors::File::from_slice(&bytes)?;
    /// let two: Vec<View<f32>> = ["b", "a"].into_iter().map(|name| file.read_tensor(name)).collect::<Result<_, _>>()?;
    /// assert_eq!(two.len(), 2);
    /// let error = file.read_tensor::<View<f32>>("c").unwrap_err();
    /// assert_eq!(error.to_string(), "parameter `c`: required, but missing");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_tensor<T: Decode<'de>>(&self, name: &str) -> Result<T, DecodeError> {
        let member = self.get(name).ok_or_else(|| missing(name))?;
        let tensor = member.tensor()?;
        from_value(&Value::Tensor(tensor)).in_parameter(name)
    }

    /// Returns the tensors of these names, in the order of the names. Others are not looked at.
    ///
    /// ```
    /// use tensor_format::{Record, Tensor, safetensors::{self, File}};
    /// let tensors = [("a", 1u8), ("b", 2), ("c", 3)].map(|(name, value)| (name.to_owned(), Tensor::from(vec![value])));
    /// let bytes = safetensors::to_vec(&Record::from_iter(tensors))?;
    /// let file = File::from_slice(&bytes)?;
    /// let tensors = file.tensors(["c", "a"])?;
    /// assert_eq!((tensors[0].as_slice::<u8>()?, tensors[1].as_slice::<u8>()?), (&[3][..], &[1][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MissingParam`](ErrorKind::MissingParam) for a name that no tensor has, and as [`Member::tensor`].
    pub fn tensors(
        &self,
        names: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Vec<TensorRef<'de>>, DecodeError> {
        tensors_of(names, self.members.iter().map(|member| (member.name(), member)), Member::tensor)
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
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }
}

/// A tensor of a [`File`], which may be of an element type that this crate does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member<'de> {
    entry: Entry,
    bytes: &'de [u8],
}

impl<'de> Member<'de> {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.entry.name
    }

    /// Returns the element type as the header has it, such as `F8_E4M3`.
    #[must_use]
    pub fn dtype(&self) -> String {
        self.entry.dtype()
    }

    /// Returns the shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.entry.shape
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
        self.entry.tensor(self.bytes)
    }
}
