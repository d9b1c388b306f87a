//! Files and streams as bytes, without reading more of a file than is looked at.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    ops::{Deref, Range},
    path::{Path, PathBuf},
};

use memmap2::Mmap;
use tempfile::{SpooledData, SpooledTempFile};

use crate::{failure::Failure, terminal::progress::Bar};

/// The number of bytes above which a spool goes to a file, so that memory does not grow with it.
const HELD: usize = 4 << 20;

/// The bytes of a file or stream.
#[derive(Debug)]
pub struct Input {
    name: String,
    path: Option<PathBuf>,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    Held(Vec<u8>),
    Mapped(Mmap),
}

impl Input {
    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    ///
    /// If there is none, it is a folder, may not be read, or is empty.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let input = Self::open_even_if_empty(path)?;
        if input.is_empty() {
            return Err(Failure::new(&input.name, "the file is empty").help("every format has at least one byte"));
        }
        Ok(input)
    }

    /// Opens a file as [`open`](Self::open), but one that may be empty: a file of elements may have none.
    ///
    /// # Errors
    ///
    /// If there is none, it is a folder, or may not be read.
    pub fn open_even_if_empty(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            let name = "standard input".to_owned();
            return Ok(Self { bytes: spooled(&name, io::stdin().lock())?, name, path: None });
        }
        let name = path.display().to_string();
        Ok(Self { bytes: of_file(&name, path)?, name, path: Some(path.to_owned()) })
    }

    /// Returns the path, or `standard input`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the path, unless it is a stream.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns the text.
    ///
    /// # Errors
    ///
    /// If it is not UTF-8.
    pub fn text(&self) -> Result<&str, Failure> {
        std::str::from_utf8(self)
            .map_err(|error| Failure::new(&self.name, format!("not UTF-8 at byte {}", error.valid_up_to())))
    }
}

impl Deref for Input {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Held(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}

/// A buffer for bytes that are made piece by piece: in memory while they are few, then in a file without a name.
#[derive(Debug)]
pub struct Spool {
    file: SpooledTempFile,
    bar: Bar,
    /// The reason why it could not be written to.
    failed: Option<Failure>,
}

impl Spool {
    /// Creates an empty spool.
    #[must_use]
    pub fn new() -> Self {
        Self { file: SpooledTempFile::new(HELD), bar: Bar::new(None), failed: None }
    }

    /// Returns the offset of the next piece.
    ///
    /// # Errors
    ///
    /// The errors of the file.
    pub fn position(&mut self) -> io::Result<usize> {
        Ok(usize::try_from(self.file.stream_position()?).unwrap_or(usize::MAX))
    }

    /// Adds a piece and returns where it is.
    ///
    /// # Errors
    ///
    /// The errors of `fill`, and if there is no room for a file of many bytes.
    pub fn append(
        &mut self,
        fill: impl FnOnce(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>,
    ) -> Result<Range<usize>, Failure> {
        let start = self.position().map_err(|error| no_room(&error))?;
        let filled = fill(&mut |bytes| self.write_all(bytes)).map_err(|error| Failure::new("", error));
        self.check(filled)?;
        Ok(start..self.position().map_err(|error| no_room(&error))?)
    }

    /// Returns a result; its error gives way to that of an earlier piece which could not be written.
    ///
    /// # Errors
    ///
    /// That there was no room, or else the error that is there.
    pub fn check<T, E: From<Failure>>(&mut self, done: Result<T, E>) -> Result<T, E> {
        done.map_err(|error| self.failed.take().map_or(error, E::from))
    }

    /// Returns all pieces.
    ///
    /// # Errors
    ///
    /// If they cannot be read again.
    pub fn finish(self) -> Result<Input, Failure> {
        Ok(Input { name: String::new(), path: None, bytes: held(self.file).map_err(|error| no_room(&error))? })
    }

    fn noted<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        done.inspect_err(|error| self.failed = Some(no_room(error)))
    }
}

impl Default for Spool {
    fn default() -> Self {
        Self::new()
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        self.bar.advance(bytes.len() as u64);
        self.noted(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.noted(flushed)
    }
}

impl Seek for Spool {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let found = self.file.seek(to);
        self.noted(found)
    }
}

fn no_room(error: &io::Error) -> Failure {
    Failure::new("", error)
        .help(format!("a file is written to {} meanwhile: see its room", std::env::temp_dir().display()))
}

fn of_file(name: &str, path: &Path) -> Result<Bytes, Failure> {
    let file = File::open(path).map_err(|error| unreadable(name, &error))?;
    let meta = file.metadata().map_err(|error| unreadable(name, &error))?;
    if meta.is_dir() {
        return Err(Failure::new(name, "this is a folder").help("name the files in it"));
    }
    if !meta.is_file() {
        return spooled(name, file);
    }
    if meta.len() == 0 {
        return Ok(Bytes::Held(Vec::new()));
    }
    map(&file).map_err(|error| unreadable(name, &error))
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    let failure = Failure::new(name, error);
    match error.kind() {
        io::ErrorKind::NotFound => failure.help("check the path; `-` reads standard input"),
        io::ErrorKind::PermissionDenied => failure.help("check who may read it"),
        _ => failure,
    }
}

/// Returns all bytes of a stream.
fn spooled(name: &str, mut stream: impl Read) -> Result<Bytes, Failure> {
    let mut spool = Spool::new();
    let read = io::copy(&mut stream, &mut spool).map_err(|error| unreadable(name, &error));
    spool.check(read).map_err(|failure| failure.at(name))?;
    Ok(spool.finish()?.bytes)
}

/// Returns few bytes in memory, and many in a file without a name.
fn held(file: SpooledTempFile) -> io::Result<Bytes> {
    match file.into_inner() {
        SpooledData::InMemory(held) => Ok(Bytes::Held(held.into_inner())),
        SpooledData::OnDisk(file) => map(&file),
    }
}

#[allow(unsafe_code, reason = "there is no other way to look at a file that is larger than memory")]
fn map(file: &File) -> io::Result<Bytes> {
    // SAFETY: the map is only read, through shared slices. The file must not change meanwhile: a program that writes to
    // it could change bytes that were checked already. Nothing here relies on them for memory safety, since every read
    // is a copy of numbers or is checked where it is used; a file that is cut short ends the program with a signal.
    let map = unsafe { Mmap::map(file)? };
    Ok(Bytes::Mapped(map))
}
