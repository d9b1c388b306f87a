//! Files and streams as bytes, without reading more of a file than is looked at.

use std::{
    fs::File,
    io::{self, Read, Write},
    ops::{Deref, Range},
    path::{Path, PathBuf},
};

use memmap2::Mmap;
use tempfile::{SpooledData, SpooledTempFile};

use crate::failure::Failure;

/// More bytes are spooled to a file, so that memory does not grow with them.
const HELD: usize = 16 << 20;

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
        let (name, path, bytes) = if path == Path::new("-") {
            ("standard input".to_owned(), None, spooled("standard input", io::stdin().lock())?)
        } else {
            let name = path.display().to_string();
            let bytes = of_file(&name, path)?;
            (name, Some(path.to_owned()), bytes)
        };
        let input = Self { name, path, bytes };
        if input.is_empty() {
            return Err(Failure::new(&input.name, "the file is empty").help("every format has at least one byte"));
        }
        Ok(input)
    }

    /// Bytes that are there already.
    pub fn of_bytes(name: &str, bytes: Vec<u8>) -> Self {
        Self { name: name.to_owned(), path: None, bytes: Bytes::Held(bytes) }
    }

    /// The path, or `standard input`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path, unless it is a stream.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The text.
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

/// Bytes that are made only now, one piece after another: few in memory, many in a file without a name.
#[derive(Debug)]
pub struct Spool {
    file: SpooledTempFile,
    len: usize,
}

impl Spool {
    /// Without a piece.
    #[must_use]
    pub fn new() -> Self {
        Self { file: SpooledTempFile::new(HELD), len: 0 }
    }

    /// Adds a piece and says where it lies.
    ///
    /// # Errors
    ///
    /// Those of `fill`, and if there is no room for a file of many bytes.
    pub fn append(
        &mut self,
        fill: impl FnOnce(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>,
    ) -> Result<Range<usize>, Failure> {
        let start = self.len;
        fill(&mut |bytes| {
            self.len += bytes.len();
            self.file.write_all(bytes)
        })
        .map_err(no_room)?;
        Ok(start..self.len)
    }

    /// All pieces.
    ///
    /// # Errors
    ///
    /// If they cannot be read again.
    pub fn finish(self) -> Result<Input, Failure> {
        Ok(Input { name: String::new(), path: None, bytes: held(self.file).map_err(no_room)? })
    }
}

impl Default for Spool {
    fn default() -> Self {
        Self::new()
    }
}

fn no_room(error: io::Error) -> Failure {
    match error.kind() {
        // What is wrong with the elements.
        io::ErrorKind::Other => Failure::new("", error),
        _ => Failure::new("", error)
            .help(format!("a file is written to {} meanwhile: see its room", std::env::temp_dir().display())),
    }
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

/// All bytes of a stream.
fn spooled(name: &str, mut stream: impl Read) -> Result<Bytes, Failure> {
    let mut file = SpooledTempFile::new(HELD);
    let read = io::copy(&mut stream, &mut file).and_then(|_| held(file));
    read.map_err(|error| unreadable(name, &error))
}

/// Few bytes in memory, many in a file without a name.
fn held(file: SpooledTempFile) -> io::Result<Bytes> {
    match file.into_inner() {
        SpooledData::InMemory(held) => Ok(Bytes::Held(held.into_inner())),
        SpooledData::OnDisk(file) => map(&file),
    }
}

#[allow(unsafe_code, reason = "there is no other way to look at a file that is larger than memory")]
fn map(file: &File) -> io::Result<Bytes> {
    // SAFETY: the map is only read, through shared slices. The file must not change meanwhile: a program that writes to
    // it could change bytes that were checked already. Nothing here relies on them for memory safety, since every read is
    // a copy of numbers or is checked where it is used; a file that is cut short ends the program with a signal.
    let map = unsafe { Mmap::map(file)? };
    Ok(Bytes::Mapped(map))
}
