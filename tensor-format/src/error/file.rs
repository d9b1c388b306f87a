//! The errors of files whose format another program defines.

use alloc::boxed::Box;
use core::fmt;

/// An error in a file: the format, the place, what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The format, such as `npy` or `safetensors`.
    pub format: &'static str,
    /// The way in which the file is wrong.
    pub fault: FileFault,
    /// The part of the file that is at fault, such as `descr` or `a.npy`; empty for the whole.
    pub path: Box<str>,
    /// What is allowed there.
    pub expected: &'static str,
    /// What was found, cut off when it is long; empty if there is nothing.
    pub found: Box<str>,
}

impl FileError {
    /// The most characters that are kept of what was found.
    #[cfg(any(feature = "npy", feature = "safetensors"))]
    const SHOWN: usize = 120;

    #[cfg(any(feature = "npy", feature = "safetensors"))]
    #[cold]
    pub(crate) fn new(format: &'static str, fault: FileFault, path: &str, expected: &'static str, found: &str) -> Self {
        let mut shown: alloc::string::String = found.chars().take(Self::SHOWN).collect();
        if shown.len() < found.len() {
            shown.push_str("...");
        }
        Self { format, fault, path: path.into(), expected, found: shown.into() }
    }
}

#[cfg(any(feature = "npy", feature = "safetensors"))]
impl From<FileError> for super::DecodeError {
    fn from(error: FileError) -> Self {
        super::ErrorKind::File(Box::new(error)).into()
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.format)?;
        super::fault::fmt(f, &self.path, self.expected, &self.found)
    }
}

super::fault::faults! {
    /// The ways in which a file can be wrong.
    FileFault:
    /// The file does not begin with the bytes that mark the format.
    Magic = "bad_magic";
    /// The file has a version of the format that is not known.
    Version = "bad_version";
    /// The header of the file cannot be read.
    Header = "bad_header";
    /// The file has an element type that this crate does not have.
    Dtype = "foreign_dtype";
    /// The file is an archive that cannot be read.
    Archive = "bad_archive";
    /// Two entries of an archive share bytes.
    Overlap = "overlap";
    /// The bytes of an entry of an archive cannot be unpacked, or do not have their checksum.
    Damaged = "damaged_entry";
    /// An entry of an archive is no tensor.
    Entry = "foreign_entry";
}
