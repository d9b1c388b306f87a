//! Archives in files, of which only what is asked for is read.

use alloc::{format, string::String, vec::Vec};
use std::{
    cell::{Cell, OnceCell, RefCell},
    io::{Read, Seek, SeekFrom},
};

use zip::{CompressionMethod, ZipArchive};

use super::{
    super::literal,
    FORMAT, Options, SUFFIX,
    archive::{checked, ended},
    damage::{Marked, unopened, unread},
    names::agreed,
};
use crate::{
    DecodeError, DecodeOwned, ErrorKind, FileError, FileFault, Value,
    error::AddPlace,
    from_value,
    npy::Head,
    values::{chosen, missing},
};

/// An archive in a file, from which members are read when they are asked for. The members are listed without their
/// elements; values own what they hold. [`Archive`](super::Archive) lends tensors of an archive that is in memory or in
/// a memory map.
///
/// ```
/// use std::io::Cursor;
/// use tensor_format::{Record, Tensor, npz};
/// let record: Record = ["a", "b"].map(|name| (name.to_owned(), Tensor::from(vec![0.5f32]))).into_iter().collect();
/// let mut reader = npz::Reader::new(Cursor::new(npz::to_vec(&record)?))?;
/// assert_eq!(reader.names().collect::<Vec<_>>(), ["a", "b"]);
/// assert_eq!(reader.head("a")?.header().to_string(), "f32 [1]");
/// assert_eq!(reader.read_tensor::<Vec<f32>>("b")?, [0.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    options: Options,
    zip: ZipArchive<Marked<R>>,
    paths: Vec<String>,
    /// The number of bytes of the file.
    len: u64,
}

impl<R: Read + Seek> Reader<R> {
    /// Opens an archive. Its directory is read, and of each member where it begins; no element is.
    ///
    /// # Errors
    ///
    /// As [`Archive::from_slice`](super::Archive::from_slice), and [`Io`](ErrorKind::Io).
    pub fn new(reader: R) -> Result<Self, DecodeError> {
        Options::new().reader(reader)
    }

    pub(super) fn open(options: Options, mut reader: R) -> Result<Self, DecodeError> {
        let len = reader.seek(SeekFrom::End(0))?;
        let open = |reader| ZipArchive::new(reader).map_err(|error| unopened(error).at(len));
        // The archive lends its reader to nobody, so that it is opened anew when the names are read.
        let zip = open(agreed(checked(open(Marked(reader))?, options.max_params)?)?)?;
        let directory = zip.central_directory_start();
        let name = |name: Result<alloc::borrow::Cow<'_, str>, _>| match name {
            Ok(name) => Ok(name.into_owned()),
            Err(error) => Err(unopened(error).at(directory)),
        };
        let paths = zip.file_names().map(name).collect::<Result<_, _>>()?;
        Ok(Self { options, zip, paths, len })
    }

    /// Returns the names of the members in order, tensors or not, without `.npy` at their ends.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.paths.iter().map(|path| name_of(path))
    }

    /// Returns the header of the member of this name. Only the front of the member is read.
    ///
    /// # Errors
    ///
    /// [`MissingParam`](ErrorKind::MissingParam) if there is no such member, else as
    /// [`Member::head`](super::Member::head).
    pub fn head(&mut self, name: &str) -> Result<Head, DecodeError> {
        let index = self.index(name)?;
        self.head_at(index)
    }

    /// Returns the tensor of this name as a value of a type. Other members are not read.
    ///
    /// # Errors
    ///
    /// [`MissingParam`](ErrorKind::MissingParam) if there is no such member, else as
    /// [`Member::tensor`](super::Member::tensor), and where the tensor breaks the rules of `T`.
    pub fn read_tensor<T: DecodeOwned>(&mut self, name: &str) -> Result<T, DecodeError> {
        let index = self.index(name)?;
        let (head, bytes) = self.bytes_at(index, &Cell::new(0))?;
        let value = head.view(&bytes).map(Value::Tensor).and_then(|value| from_value(&value));
        value.in_parameter(name)
    }

    /// Returns a value of a type. Members that the type does not name are not read.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with a member that the type names, and where the tensors break the rules of `T`.
    pub fn read<T: DecodeOwned>(&mut self) -> Result<T, DecodeError> {
        let paths = self.paths.clone();
        let contents: Vec<OnceCell<(Head, Vec<u8>)>> = paths.iter().map(|_| OnceCell::new()).collect();
        let named = T::RULES.as_record().is_some_and(|rules| !rules.is_empty());
        let names = paths.iter().map(|path| name_of(path)).zip(contents.iter().enumerate());
        // A type that asks for `x` means the tensor `x.npy`, even if there is another file `x`.
        let names: Vec<_> =
            names.filter(|(name, (index, _))| !named || self.index(name).ok() == Some(*index)).collect();
        let (reader, spent) = (RefCell::new(self), Cell::new(0));
        let chosen = chosen(&T::RULES, names.into_iter(), |(index, content)| {
            let read = reader.borrow_mut().bytes_at(index, &spent)?;
            let (head, bytes) = content.get_or_init(|| read);
            head.view(bytes)
        })?;
        chosen.read()
    }

    /// Returns the index of the member of this name; the tensor `x.npy` comes before another file `x`.
    fn index(&self, name: &str) -> Result<usize, DecodeError> {
        let npy = self.zip.index_for_name(&format!("{name}{SUFFIX}"));
        npy.or_else(|| self.zip.index_for_name(name)).ok_or_else(|| missing(name))
    }

    fn head_at(&mut self, index: usize) -> Result<Head, DecodeError> {
        let tensor = self.options.tensor;
        self.in_place(index, |reader, path| {
            if !path.ends_with(SUFFIX) {
                let expected = "a name that ends in .npy";
                return Err(FileError::new(FORMAT, FileFault::Entry, "", expected, path).into());
            }
            let file = reader.zip.by_index(index).map_err(unopened)?;
            let (len, mut front) = (file.size(), Vec::new());
            file.take(literal::MAX_LEN as u64).read_to_end(&mut front).map_err(unread)?;
            let head = Head::from_slice(&front)?;
            head.check(&tensor)?;
            let (start, end) = (head.data_start() as u64, head.end() as u64);
            if len < end {
                return Err(ended(head.data_len() as u64, len.saturating_sub(start)).at(start));
            }
            match len.saturating_sub(end) {
                0 => Ok(head),
                _ if tensor.allow_trailing => Ok(head),
                count => {
                    Err(DecodeError::new(ErrorKind::TrailingBytes { count, or_more: false, record_of: None }).at(end))
                }
            }
        })
    }

    /// Returns the header of a member and all of its bytes. `spent` counts what members were unpacked to.
    fn bytes_at(&mut self, index: usize, spent: &Cell<u64>) -> Result<(Head, Vec<u8>), DecodeError> {
        // A member that is no tensor is refused by its header, before it is unpacked.
        let head = self.head_at(index)?;
        self.in_place(index, |reader, _| {
            let (limit, input) = (reader.options.max_expanded, reader.len);
            let file = reader.zip.by_index(index).map_err(unopened)?;
            let mut bytes = Vec::new();
            if file.compression() == CompressionMethod::Stored {
                file.take(input).read_to_end(&mut bytes).map_err(unread)?;
            } else {
                limit.check(input, spent.get().saturating_add(file.size()))?;
                let left = limit.max(input).max(input).saturating_sub(spent.get());
                // The unpacked length in the archive need not be true, so what is read is limited too.
                file.take(left.saturating_add(1)).read_to_end(&mut bytes).map_err(unread)?;
                spent.set(spent.get().saturating_add(bytes.len() as u64));
                limit.check(input, spent.get())?;
            }
            Ok((head, bytes))
        })
    }

    /// Returns the result of `take`; an error gets the member's name and an offset in the file: that of the byte in a
    /// stored member, or of the beginning of a deflated one.
    fn in_place<T>(
        &mut self,
        index: usize,
        take: impl FnOnce(&mut Self, &str) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        let path = self.paths.get(index).cloned().unwrap_or_default();
        take(self, &path).map_err(|error| {
            let error = error.in_parameter(name_of(&path));
            let Ok(file) = self.zip.by_index_raw(index) else { return error };
            let begin = file.header_start();
            let Some(start) = file.data_start().filter(|_| !matches!(error.kind(), ErrorKind::LimitExceeded { .. }))
            else {
                return error.at(begin);
            };
            if file.compression() == CompressionMethod::Stored {
                return error.shifted(start).at(start);
            }
            DecodeError::new(error.into_kind()).in_parameter(name_of(&path)).at(start)
        })
    }
}

fn name_of(path: &str) -> &str {
    path.strip_suffix(SUFFIX).unwrap_or(path)
}
