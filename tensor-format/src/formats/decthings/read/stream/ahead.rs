//! The bytes of a stream that are read before they are asked for.

use alloc::vec::Vec;
use std::io::{self, Read};

/// A reader that has bytes in memory which come before those of another one.
pub(super) struct Ahead<R> {
    bytes: Vec<u8>,
    /// The number of them that were read again.
    taken: usize,
    /// What ended the reading ahead.
    error: Option<io::Error>,
    /// Whether the end of the stream ended it. It is asked for nothing more: what ends may go on, as a terminal does.
    has_ended: bool,
    reader: R,
}

impl<R: Read> Ahead<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { bytes: Vec::new(), taken: 0, error: None, has_ended: false, reader }
    }

    /// Reads up to `most` bytes behind these, so that all are read again from here on. Returns whether the stream has ended:
    /// an error comes up where it happened.
    pub(super) fn read_ahead(&mut self, before: &[u8], most: usize) -> bool {
        self.bytes.extend_from_slice(before);
        match (&mut self.reader).take(most as u64).read_to_end(&mut self.bytes) {
            Ok(read) => self.has_ended = read < most,
            Err(error) => self.error = Some(error),
        }
        self.has_ended
    }

    /// Returns the bytes that were read ahead.
    pub(super) fn ahead(&self) -> &[u8] {
        self.bytes.get(self.taken..).unwrap_or_default()
    }

    /// Passes over the bytes that were read ahead.
    pub(super) fn pass(&mut self) {
        self.taken = self.bytes.len();
    }
}

impl<R: Read> Read for Ahead<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.ahead().read(out)?;
        self.taken = self.taken.saturating_add(read);
        match self.error.take_if(|_| read == 0 && !out.is_empty()) {
            Some(error) => Err(error),
            None if read == 0 && !self.has_ended => self.reader.read(out),
            None => Ok(read),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};
    use std::io::{Error, ErrorKind, Read};

    use super::Ahead;

    /// Two bytes at a time, then an error, then more.
    struct Broken(Vec<&'static [u8]>);

    impl Read for Broken {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            match self.0.pop() {
                Some(b"") => Err(Error::from(ErrorKind::TimedOut)),
                Some(mut bytes) => bytes.read(out),
                None => Ok(0),
            }
        }
    }

    /// Two bytes at a time, then an end, then more.
    struct Resumed(Vec<&'static [u8]>);

    impl Read for Resumed {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            self.0.pop().unwrap_or_default().read(out)
        }
    }

    #[test]
    fn bytes_and_errors_come_in_their_order() {
        let mut ahead = Ahead::new(Broken(vec![b"ef", b"", b"cd"]));
        assert!(!ahead.read_ahead(b"ab", 100));
        assert_eq!(ahead.ahead(), b"abcd");
        let mut bytes = Vec::new();
        assert_eq!(ahead.read_to_end(&mut bytes).map_err(|error| error.kind()), Err(ErrorKind::TimedOut));
        assert_eq!(bytes, b"abcd");
        assert_eq!(ahead.read_to_end(&mut bytes).ok(), Some(2));
        assert_eq!(bytes, b"abcdef");
    }

    #[test]
    fn no_more_is_read_ahead_than_was_asked_for() {
        let mut ahead = Ahead::new(&b"abcdef"[..]);
        assert!(!ahead.read_ahead(b"", 3));
        assert_eq!((ahead.ahead(), ahead.reader), (&b"abc"[..], &b"def"[..]));
        let mut ahead = Ahead::new(&b"abc"[..]);
        assert!(ahead.read_ahead(b"", 4));
    }

    #[test]
    fn what_has_ended_is_not_read_on() {
        let mut ahead = Ahead::new(Resumed(vec![b"ef", b"", b"cd"]));
        assert!(ahead.read_ahead(b"ab", 100));
        let mut bytes = Vec::new();
        assert_eq!((ahead.read_to_end(&mut bytes).ok(), &*bytes), (Some(4), &b"abcd"[..]));
        assert_eq!(ahead.read_to_end(&mut bytes).ok(), Some(0));
    }
}
