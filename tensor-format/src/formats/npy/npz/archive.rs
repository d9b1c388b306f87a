//! Open archives and their members, which are read only when they are asked for.

use alloc::{collections::BTreeSet, format, string::String, vec::Vec};
use std::{
    io::{self, Cursor, Read, Seek, Write},
    sync::{Mutex, OnceLock, PoisonError},
};

use zip::{CompressionMethod, ZipArchive, read::ZipFile};

use super::{
    super::literal,
    FORMAT, Options, SUFFIX,
    damage::{Marked, unopened, unread},
    names::{agreed, repeated},
};
use crate::{
    Decode, DecodeError, ErrorKind, FileError, FileFault, Limit, RecordRef, Rules, Shape, TensorRef, Value,
    error::AddPlace,
    from_value,
    npy::Head,
    values::{Chosen, chosen, missing, tensors_of},
};

type Zip<'de> = ZipArchive<Cursor<&'de [u8]>>;

/// An open archive, from which the tensors of its members are borrowed: stored ones from the bytes of the archive,
/// deflated ones from memory that they are unpacked to when first asked for.
///
/// A member that is malformed gives an error when that member is read. So the other members can be read, and a value is
/// read by [`read`](Self::read) if the members that its type names are tensors.
///
/// ```
/// use tensor_format::{HasRules, Record, Tensor, npz::{self, Archive}};
/// # #[cfg(feature = "derive")] {
/// #[derive(Tensor)]
/// struct Layer<'a> {
///     bias: &'a [f64],
/// }
///
/// let record: Record = [("bias".to_owned(), Tensor::from(vec![0.5f64, -0.5]))].into_iter().collect();
/// let bytes = npz::Options::new().deflate(true).to_vec(&record)?;
/// let archive = Archive::from_slice(&bytes)?;
/// let member = archive.get("bias").ok_or("no bias")?;
/// assert_eq!((member.dtype().as_deref(), member.len()), (Some("<f8"), 144));
/// assert_eq!(archive.read::<Layer<'_>>()?.bias, [0.5, -0.5]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Archive<'de> {
    options: Options,
    bytes: &'de [u8],
    zip: Zip<'de>,
    members: Vec<MemberInfo>,
    /// The number of bytes that members were unpacked to.
    unpacked: Mutex<u64>,
}

/// A member of an archive, and its unpacked bytes once they were asked for.
#[derive(Debug)]
struct MemberInfo {
    name: String,
    is_npy: bool,
    stored: bool,
    len: u64,
    content: OnceLock<Vec<u8>>,
}

impl<'de> Archive<'de> {
    /// Returns the members of an archive. None of them is read.
    ///
    /// # Errors
    ///
    /// [`File`](ErrorKind::File) with what is wrong with the archive, as members that share bytes or a name, or have
    /// another than its directory says, and at which byte; [`LimitExceeded`](ErrorKind::LimitExceeded) if there are
    /// more than 65,536.
    pub fn from_slice(bytes: &'de [u8]) -> Result<Self, DecodeError> {
        Options::new().archive(bytes)
    }

    pub(super) fn open(options: Options, bytes: &'de [u8]) -> Result<Self, DecodeError> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| unopened(error).at(directory_end(bytes)))?;
        let zip = checked(zip, options.max_params)?;
        agreed(zip.clone())?;
        let mut members = Vec::with_capacity(zip.len());
        for index in 0..zip.len() {
            let place = zip.central_directory_start();
            let entry = zip.by_index_data(index).map_err(|error| unopened(error).at(place))?;
            let place = entry.central_header_start();
            let name = entry.name().map_err(|error| unopened(error).at(place))?;
            members.push(MemberInfo {
                is_npy: name.ends_with(SUFFIX),
                name: name.strip_suffix(SUFFIX).unwrap_or(&name).into(),
                stored: entry.compression() == CompressionMethod::Stored,
                len: entry.size(),
                content: OnceLock::new(),
            });
        }
        Ok(Self { options, bytes, zip, members, unpacked: Mutex::new(0) })
    }

    /// Returns the members in order, tensors or not.
    pub fn members(&self) -> impl ExactSizeIterator<Item = Member<'_, 'de>> {
        self.members.iter().enumerate().map(|(index, held)| Member { archive: self, index, held })
    }

    /// Returns the member of this name, which is without `.npy` at its end. If the archive has both `x` and `x.npy`,
    /// the name `x` is that of the latter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Member<'_, 'de>> {
        self.members().filter(|member| member.name() == name).max_by_key(|member| member.held.is_npy)
    }

    /// Returns a value of a type, which may borrow from the archive. Members that the type does not name are not read.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with a member that the type names, and where the tensors break the rules of `T`.
    pub fn read<'s, T: Decode<'s>>(&'s self) -> Result<T, DecodeError> {
        self.chosen(&T::RULES)?.read()
    }

    fn chosen(&self, rules: &Rules<'_>) -> Result<Chosen<'_, '_>, DecodeError> {
        let members = match rules.as_record().is_some_and(|rules| !rules.is_empty()) {
            true => self.named(),
            false => self.members().map(|member| (member.held.name.as_str(), member)).collect(),
        };
        chosen(rules, members.into_iter(), |member| member.tensor())
    }

    /// Returns the tensors of these names, in the order of the names. Other members are not read.
    ///
    /// # Errors
    ///
    /// [`MissingParam`](ErrorKind::MissingParam) for a name that no member has, and as [`Member::tensor`].
    pub fn tensors(&self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Vec<TensorRef<'_>>, DecodeError> {
        tensors_of(names, self.named().into_iter(), |member| member.tensor())
    }

    /// Returns the member of each name: `a` beside `a.npy` is not the tensor of that name.
    fn named(&self) -> Vec<(&str, Member<'_, 'de>)> {
        let tensors: BTreeSet<&str> =
            self.members.iter().filter(|held| held.is_npy).map(|held| held.name.as_str()).collect();
        let members = self.members().filter(|member| member.held.is_npy || !tensors.contains(member.name()));
        members.map(|member| (member.name(), member)).collect()
    }

    /// Returns the tensor of this name as a value of a type, which may borrow from the archive. Other members are not
    /// read.
    ///
    /// # Errors
    ///
    /// [`MissingParam`](ErrorKind::MissingParam) if there is no such member, else as [`Member::tensor`], and where the
    /// tensor breaks the rules of `T`.
    ///
    /// ```
    /// use tensor_format::{Record, Tensor, View, npz};
    /// let record: Record = ["a", "b"].map(|name| (name.to_owned(), Tensor::from(vec![0.5f32]))).into_iter().collect();
    /// let bytes = npz::to_vec(&record)?;
    /// let archive = npz::Archive::from_slice(&bytes)?;
    /// let two: Vec<View<f32>> = ["b", "a"].into_iter().map(|name| archive.read_tensor(name)).collect::<Result<_, _>>()?;
    /// assert_eq!(two.len(), 2);
    /// let error = archive.read_tensor::<View<f32>>("c").unwrap_err();
    /// assert_eq!(error.to_string(), "parameter `c`: required, but missing");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_tensor<'s, T: Decode<'s>>(&'s self, name: &str) -> Result<T, DecodeError> {
        let member = self.get(name).ok_or_else(|| missing(name))?;
        let tensor = member.tensor()?;
        from_value(&Value::Tensor(tensor)).in_parameter(name)
    }

    /// Returns all tensors. An archive with other members is refused: its tensors can be read one by one, from
    /// [`members`](Self::members).
    ///
    /// # Errors
    ///
    /// The error says what is wrong with a member.
    pub fn record(&self) -> Result<RecordRef<'_>, DecodeError> {
        self.read()
    }
}

/// A member of an [`Archive`], most often a tensor.
#[derive(Clone, Copy, Debug)]
pub struct Member<'s, 'de> {
    archive: &'s Archive<'de>,
    index: usize,
    held: &'s MemberInfo,
}

impl<'s, 'de> Member<'s, 'de> {
    /// Returns the name, without the `.npy` at its end.
    #[must_use]
    pub fn name(&self) -> &'s str {
        &self.held.name
    }

    /// Returns the name as the archive has it, which may end in `.npy`.
    #[must_use]
    pub fn path(&self) -> String {
        let end = if self.held.is_npy { SUFFIX } else { "" };
        format!("{}{end}", self.held.name)
    }

    /// Returns the number of unpacked bytes, as the archive says it.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "of a file, not of a list")]
    pub fn len(&self) -> u64 {
        self.held.len
    }

    /// Returns whether the bytes are in the archive as they are, not deflated.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        self.held.stored
    }

    /// Returns the header of the member. No more than the longest header is read or unpacked, so that elements behind
    /// it which break their checksum are not noticed.
    ///
    /// # Errors
    ///
    /// [`File`](ErrorKind::File) if this is no tensor of the model, or cannot be unpacked, with what is wrong;
    /// [`UnexpectedEnd`](ErrorKind::UnexpectedEnd) or [`TrailingBytes`](ErrorKind::TrailingBytes) if the archive says
    /// another length than the header.
    pub fn head(&self) -> Result<Head, DecodeError> {
        self.in_place(|| {
            let front = self.front()?;
            let head = Head::from_slice(&front)?;
            head.check(&self.archive.options.tensor)?;
            let (start, end, len) = (head.data_start() as u64, head.end() as u64, self.len());
            if len < end {
                let needed = head.data_len() as u64;
                return Err(ended(needed, len.saturating_sub(start)).at(start));
            }
            match len.saturating_sub(end) {
                0 => Ok(head),
                _ if self.archive.options.tensor.allow_trailing => Ok(head),
                count => {
                    Err(DecodeError::new(ErrorKind::TrailingBytes { count, or_more: false, record_of: None }).at(end))
                }
            }
        })
    }

    /// Returns the dtype in the member's NumPy header, even if the model does not have it; `None` if there is no such
    /// header.
    #[must_use]
    pub fn dtype(&self) -> Option<String> {
        let front = self.in_place(|| self.front()).ok()?;
        Some(literal::read(&front).ok()?.dtype())
    }

    /// Returns the shape in the member's NumPy header; `None` if there is no such header.
    #[must_use]
    pub fn shape(&self) -> Option<Shape> {
        let front = self.in_place(|| self.front()).ok()?;
        Some(literal::read(&front).ok()?.shape)
    }

    /// Returns the tensor.
    ///
    /// # Errors
    ///
    /// As [`head`](Self::head) and [`bytes`](Self::bytes), and what is wrong with the elements.
    pub fn tensor(&self) -> Result<TensorRef<'s>, DecodeError> {
        // A member that is no tensor is refused by its header, before it is unpacked.
        self.head()?;
        let bytes = self.bytes()?;
        self.in_place(|| self.archive.options.tensor.from_slice(bytes))
    }

    /// Returns the bytes of the member, their checksum verified.
    ///
    /// # Errors
    ///
    /// [`File`](ErrorKind::File) if they cannot be unpacked, break their checksum, are packed in another way or
    /// encrypted; [`LimitExceeded`](ErrorKind::LimitExceeded) if all deflated members that were asked for unpack to
    /// more than [`Options::max_expanded`] allows.
    pub fn bytes(&self) -> Result<&'s [u8], DecodeError> {
        self.in_place(|| {
            if self.is_stored() {
                // Reads to the end for the checksum alone; the bytes stay where they are.
                return self.with_file(|mut file| {
                    let len = io::copy(&mut file, &mut io::sink()).map_err(unread)?;
                    let start = file.data_start().and_then(|start| usize::try_from(start).ok());
                    let end = start.and_then(|start| start.checked_add(usize::try_from(len).ok()?));
                    let range = start.zip(end).and_then(|(start, end)| self.archive.bytes.get(start..end));
                    range.ok_or_else(|| ended(len, 0))
                });
            }
            // Locked while a member is unpacked, so that none is unpacked twice.
            let mut spent = self.archive.unpacked.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(bytes) = self.held.content.get() {
                return Ok(bytes);
            }
            let bytes = self.unpacked(*spent)?;
            *spent = spent.saturating_add(bytes.len() as u64);
            Ok(self.held.content.get_or_init(|| bytes))
        })
    }

    /// Writes the bytes of the member to a writer, in pieces and without a limit, and returns how many there are. The
    /// checksum is verified when all are written.
    ///
    /// # Errors
    ///
    /// As [`bytes`](Self::bytes), and [`Io`](ErrorKind::Io) with those of the writer.
    pub fn write_to<W: Write + ?Sized>(&self, writer: &mut W) -> Result<u64, DecodeError> {
        self.in_place(|| self.with_file(|mut file| io::copy(&mut file, &mut Marked(writer)).map_err(unread)))
    }

    fn unpacked(&self, spent: u64) -> Result<Vec<u8>, DecodeError> {
        let limit = self.archive.options.max_expanded;
        let input = self.archive.bytes.len() as u64;
        limit.check(input, spent.saturating_add(self.len()))?;
        let left = limit.max(input).max(input).saturating_sub(spent);
        self.with_file(|file| {
            let mut bytes = Vec::new();
            // The unpacked length in the archive need not be true, so what is read is limited too.
            file.take(left.saturating_add(1)).read_to_end(&mut bytes).map_err(unread)?;
            limit.check(input, spent.saturating_add(bytes.len() as u64))?;
            Ok(bytes)
        })
    }

    /// Returns the first bytes of the member: as many as the longest header has, or all.
    fn front(&self) -> Result<Vec<u8>, DecodeError> {
        if !self.held.is_npy {
            let expected = "a name that ends in .npy";
            return Err(FileError::new(FORMAT, FileFault::Entry, "", expected, self.name()).into());
        }
        self.with_file(|file| {
            let mut front = Vec::new();
            file.take(literal::MAX_LEN as u64).read_to_end(&mut front).map_err(unread)?;
            Ok(front)
        })
    }

    /// Calls a function with the opened member, which has a reader of its own, so that several can be read at once.
    fn with_file<T>(
        &self,
        take: impl FnOnce(ZipFile<'_, Cursor<&'de [u8]>>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        let mut zip = self.archive.zip.clone();
        take(zip.by_index(self.index).map_err(unopened)?)
    }

    fn header_start(&self) -> u64 {
        self.archive.zip.by_index_data(self.index).map_or(0, |entry| entry.header_start())
    }

    /// Returns the result of `read`; an error gets the member's name and an offset in the archive: that of the byte in
    /// a stored member, or of the beginning of a deflated one.
    fn in_place<T>(&self, read: impl FnOnce() -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        read().map_err(|error| {
            let error = error.in_parameter(self.name());
            let mut zip = self.archive.zip.clone();
            let start = zip.by_index_raw(self.index).ok().and_then(|file| file.data_start());
            let Some(start) = start.filter(|_| !matches!(error.kind(), ErrorKind::LimitExceeded { .. })) else {
                return error.at(self.header_start());
            };
            if self.is_stored() {
                return error.shifted(start).at(start);
            }
            DecodeError::new(error.into_kind()).in_parameter(self.name()).at(start)
        })
    }
}

pub(super) fn ended(needed: u64, left: u64) -> DecodeError {
    DecodeError::new(ErrorKind::UnexpectedEnd { needed, left })
}

/// Returns an archive; an error if members share bytes or a name, or are too many.
pub(super) fn checked<R: Read + Seek>(mut zip: ZipArchive<R>, max_params: usize) -> Result<ZipArchive<R>, DecodeError> {
    let directory = zip.central_directory_start();
    let bad = |fault, expected, found, at| DecodeError::from(FileError::new(FORMAT, fault, "", expected, found)).at(at);
    if zip.has_duplicate_names() {
        let (found, at) = match repeated(&mut zip.into_inner(), directory) {
            Some((name, at)) => (format!("`{name}` twice"), at),
            None => ("a name twice".into(), directory),
        };
        return Err(bad(FileFault::Archive, "each name once", &found, at));
    }
    if zip.has_overlapping_entries().map_err(|error| unopened(error).at(directory))? {
        let at = overlap(&mut zip).unwrap_or(directory);
        return Err(bad(FileFault::Overlap, "entries one after another", "two that share bytes", at));
    }
    Limit::Params.check(max_params, zip.len()).map_err(|kind| DecodeError::new(kind).at(directory))?;
    Ok(zip)
}

/// Returns the offset of the record that ends every ZIP archive; the length of the bytes if there is none.
fn directory_end(bytes: &[u8]) -> u64 {
    bytes.windows(4).rposition(|window| window == b"PK\x05\x06").unwrap_or(bytes.len()) as u64
}

/// Returns the offset of the first entry that shares bytes with the one before it, if there is one.
fn overlap<R: Read + Seek>(zip: &mut ZipArchive<R>) -> Option<u64> {
    let mut places = Vec::new();
    for index in 0..zip.len() {
        let file = zip.by_index_raw(index).ok()?;
        let end = file.data_start()?.checked_add(file.compressed_size())?;
        places.push((file.header_start(), end));
    }
    places.sort_unstable();
    let pairs = places.iter().zip(places.iter().skip(1));
    pairs.filter(|((_, end), (start, _))| end > start).map(|(_, (start, _))| *start).next()
}
