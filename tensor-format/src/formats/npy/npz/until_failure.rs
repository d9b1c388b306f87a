//! A writer that gets nothing more after an error.

use std::{
    cell::Cell,
    io::{self, ErrorKind, Write},
};

/// Passes bytes on until an error: what comes after it is dropped. What is interrupted is tried again, as the standard
/// library does it, which not all that is between here and the elements does.
pub(super) struct UntilFailure<'f, W> {
    writer: W,
    failed: &'f Cell<bool>,
}

impl<'f, W: Write> UntilFailure<'f, W> {
    /// Wraps a writer; `failed` says, and is told, whether there was an error.
    pub(super) fn new(writer: W, failed: &'f Cell<bool>) -> Self {
        Self { writer, failed }
    }

    fn unless_failed<T>(&mut self, otherwise: T, mut call: impl FnMut(&mut W) -> io::Result<T>) -> io::Result<T> {
        // Failed while the call is under way: if it panics, the archive is dropped, which must not write.
        if self.failed.replace(true) {
            return Ok(otherwise);
        }
        loop {
            match call(&mut self.writer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                done => {
                    self.failed.set(done.is_err());
                    return done;
                }
            }
        }
    }
}

impl<W: Write> Write for UntilFailure<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_failed(bytes.len(), |writer| match writer.write(bytes)? {
            // Nothing was taken: the writer is full.
            0 if !bytes.is_empty() => Err(ErrorKind::WriteZero.into()),
            some => Ok(some),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_failed((), W::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_writer_fails_once_for_bytes_and_not_for_none() {
        let (failed, mut full) = (Cell::new(false), [0u8; 0]);
        let mut writer = UntilFailure::new(&mut full[..], &failed);
        assert_eq!(writer.write(b"").unwrap(), 0);
        assert_eq!(writer.write(b"a").unwrap_err().kind(), ErrorKind::WriteZero);
        assert!(failed.get());
        assert_eq!(writer.write(b"ab").unwrap(), 2);
    }
}
