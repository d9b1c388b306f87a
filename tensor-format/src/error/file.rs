//! The errors of files whose format another program defines.

use alloc::boxed::Box;
use core::fmt;

/// A fault in a file: its format, its place, what may be there and what is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The format, as `npy` or `safetensors`.
    pub format: &'static str,
    /// What is wrong.
    pub fault: FileFault,
    /// The way to what is at fault, as `descr` or `a.npy`; empty for the whole.
    pub path: Box<str>,
    /// What may be there.
    pub expected: &'static str,
    /// What is there, cut when it is long; empty if nothing is.
    pub found: Box<str>,
}

impl FileError {
    /// At most this many characters of what was found are kept.
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
    /// The faults of a file.
    FileFault:
    /// The file begins with other bytes.
    Magic = "bad_magic";
    /// A version that is not known.
    Version = "bad_version";
    /// The header cannot be read.
    Header = "bad_header";
    /// An element type that the model does not have.
    Dtype = "foreign_dtype";
    /// An archive that cannot be read.
    Archive = "bad_archive";
    /// Two entries share bytes.
    Overlap = "overlap";
    /// An entry that is no tensor.
    Entry = "foreign_entry";
}
