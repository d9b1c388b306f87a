//! Tells damaged archives from readers and writers that fail. The package `zip` has one error for both.

use alloc::format;
use std::{
    error::Error,
    fmt,
    io::{self, Read, Seek, SeekFrom, Write},
};

use zip::result::ZipError;

use super::FORMAT;
use crate::{DecodeError, FileError, FileFault};

/// A reader or writer of the caller, whose errors are marked until they come out of the package.
#[derive(Debug)]
pub(super) struct Marked<S>(pub(super) S);

/// An error of the caller's reader or writer.
#[derive(Debug)]
struct Mark(io::Error);

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for Mark {}

fn mark(error: io::Error) -> io::Error {
    // What is interrupted is tried again by its kind.
    io::Error::new(error.kind(), Mark(error))
}

impl<R: Read> Read for Marked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out).map_err(mark)
    }
}

impl<R: Seek> Seek for Marked<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to).map_err(|error| match error.kind() {
            // A place that no file can have is what the archive says.
            io::ErrorKind::InvalidInput => error,
            _ => mark(error),
        })
    }
}

impl<W: Write> Write for Marked<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(mark)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(mark)
    }
}

/// Returns the error of the caller's reader or writer, or of a machine without memory; else the error as it is.
fn of_caller(error: io::Error) -> Result<io::Error, io::Error> {
    match error.downcast::<Mark>() {
        Ok(Mark(error)) => Ok(error),
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => Ok(error),
        Err(error) => Err(error),
    }
}

/// Returns the error of an archive that cannot be opened, or whose entry cannot.
pub(super) fn unopened(error: ZipError) -> DecodeError {
    let found = match error {
        ZipError::Io(error) => match of_caller(error) {
            Ok(error) => return error.into(),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                "its end within an entry: it was cut, or changed".into()
            }
            Err(error) => format!("{error}"),
        },
        // The package's texts name its own types, and the record at the end, which a file that was cut has lost.
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            return refused("an entry without a password", "one that is encrypted");
        }
        error => match format!("{error}") {
            text if text.contains("EOCD") => "no directory at its end: it was cut, or is no archive".into(),
            text if text.contains("zip::") => "its end within a directory: it was cut, or changed".into(),
            text => text,
        },
    };
    refused("a ZIP archive of stored or deflated entries", &found)
}

fn refused(expected: &'static str, found: &str) -> DecodeError {
    FileError::new(FORMAT, FileFault::Archive, "", expected, found).into()
}

/// Returns the error of an entry that cannot be read to its end.
pub(super) fn unread(error: io::Error) -> DecodeError {
    let text = match of_caller(error) {
        Ok(error) => return error.into(),
        Err(error) => format!("{error}"),
    };
    // Nothing is damaged; the package says so when the entry is read, and not when it is opened.
    if let Some(method) = text.strip_prefix("compression method not supported: ") {
        return refused("an entry that is stored or deflated", &format!("compression method {method}"));
    }
    let (expected, found) = match text == "Invalid checksum" {
        true => ("bytes that have the checksum which the archive says", "bytes that have another"),
        false => ("bytes that unpack to what the archive says", text.as_str()),
    };
    FileError::new(FORMAT, FileFault::Damaged, "", expected, found).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_caller_and_of_the_machine_are_no_damage() {
        let kind = |error: io::Error| unread(error).into_kind().name();
        assert_eq!(kind(mark(io::ErrorKind::InvalidData.into())), "io");
        assert_eq!(kind(io::ErrorKind::OutOfMemory.into()), "io");
        assert_eq!(kind(io::ErrorKind::InvalidData.into()), "damaged_entry");
        let opened = |error: io::Error| unopened(ZipError::Io(error)).into_kind().name();
        assert_eq!(opened(mark(io::ErrorKind::UnexpectedEof.into())), "io");
        assert_eq!(opened(io::ErrorKind::UnexpectedEof.into()), "bad_archive");
        assert_eq!(format!("{}", mark(io::Error::other("text"))), "text");
        let found = |error: ZipError| format!("{}", unopened(error));
        let (cut, other) = (io::ErrorKind::UnexpectedEof.into(), io::Error::other("a text of its own"));
        assert!(found(ZipError::Io(cut)).contains("its end within an entry"));
        assert!(found(ZipError::Io(other)).contains("a text of its own"));
        assert!(found(ZipError::UnsupportedArchive("another text")).contains("another text"));
    }
}
