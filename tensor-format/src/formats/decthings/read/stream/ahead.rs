//! The bytes of a stream that are read before they are asked for.

use alloc::vec::Vec;
use core::panic::AssertUnwindSafe;
use std::io::{self, BufRead, BufReader, Read};

/// The most bytes of memory that are kept when all in it was read.
const KEPT: usize = 64 << 10;

/// A buffered reader that has bytes in memory which come before what it reads.
pub(super) struct Ahead<R> {
    bytes: Vec<u8>,
    /// The number of them that were read again.
    taken: usize,
    /// What ended the reading ahead. It is taken out whole, so that no panic leaves it halfway.
    error: AssertUnwindSafe<Option<io::Error>>,
    /// Whether the end of the stream ended it. It is asked for nothing more: what ends may go on, as a terminal does.
    has_ended: bool,
    // Below and not above the memory: a buffer is zeroed for each reader that is not of the standard library.
    reader: BufReader<R>,
}

impl<R: Read> Ahead<R> {
    pub(super) fn new(reader: BufReader<R>) -> Self {
        Self { bytes: Vec::new(), taken: 0, error: AssertUnwindSafe(None), has_ended: false, reader }
    }

    /// Reads up to `most` bytes behind those that have arrived, so that all are read from memory. Returns whether the stream
    /// has ended: an error comes up where it happened.
    pub(super) fn read_ahead(&mut self, most: usize) -> bool {
        let arrived = if self.is_ahead() { 0 } else { self.reader.buffer().len() };
        let most = arrived.saturating_add(most);
        // At first a few times as much as has arrived, which is most often enough.
        self.bytes.reserve_exact(most.min(arrived.saturating_mul(4)));
        match (&mut self.reader).take(most as u64).read_to_end(&mut self.bytes) {
            Ok(read) => self.has_ended = read < most,
            Err(error) => self.error.0 = Some(error),
        }
        self.has_ended
    }

    /// Returns whether reading ahead has met an error or the end of the stream, behind what has arrived.
    pub(super) fn has_stopped(&self) -> bool {
        self.has_ended || self.error.is_some()
    }

    /// Returns the bytes that have arrived.
    #[inline]
    pub(super) fn buffer(&self) -> &[u8] {
        match self.bytes.get(self.taken..) {
            Some(bytes) if !bytes.is_empty() => bytes,
            _ => self.reader.buffer(),
        }
    }

    /// Returns whether there is neither an error nor anything to read but what has arrived.
    #[inline]
    fn asks(&mut self) -> io::Result<bool> {
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(!self.has_ended),
        }
    }

    #[inline]
    fn is_ahead(&self) -> bool {
        self.taken < self.bytes.len()
    }
}

impl<R: Read> Read for Ahead<R> {
    #[inline]
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.is_ahead() {
            let read = self.buffer().read(out)?;
            self.consume(read);
            return Ok(read);
        }
        if self.asks()? { self.reader.read(out) } else { Ok(0) }
    }
}

impl<R: Read> BufRead for Ahead<R> {
    #[inline]
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.is_ahead() {
            return Ok(self.buffer());
        }
        if self.asks()? { self.reader.fill_buf() } else { Ok(&[]) }
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        if self.is_ahead() {
            self.taken = self.taken.saturating_add(count);
            if !self.is_ahead() {
                // Kept for the next value, if it is not much.
                if self.bytes.capacity() > KEPT {
                    self.bytes = Vec::new();
                }
                self.bytes.clear();
                self.taken = 0;
            }
        } else {
            self.reader.consume(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};
    use std::io::{BufReader, Error, ErrorKind, Read};

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

    /// Returns a reader with a buffer of two bytes.
    fn over<R: Read>(reader: R) -> Ahead<R> {
        Ahead::new(BufReader::with_capacity(2, reader))
    }

    #[test]
    fn bytes_and_errors_come_in_their_order() {
        let mut ahead = over(Broken(vec![b"ef", b"", b"cd", b"ab"]));
        assert!(!ahead.read_ahead(100));
        assert_eq!(ahead.buffer(), b"abcd");
        let mut bytes = Vec::new();
        assert_eq!(ahead.read_to_end(&mut bytes).map_err(|error| error.kind()), Err(ErrorKind::TimedOut));
        assert_eq!(bytes, b"abcd");
        assert_eq!(ahead.read_to_end(&mut bytes).ok(), Some(2));
        assert_eq!(bytes, b"abcdef");
    }

    #[test]
    fn no_more_is_read_ahead_than_was_asked_for() {
        let mut ahead = over(&b"abcdef"[..]);
        assert!(!ahead.read_ahead(3));
        assert_eq!((ahead.buffer(), *ahead.reader.get_ref()), (&b"abc"[..], &b"def"[..]));
        let mut ahead = over(&b"abc"[..]);
        assert!(ahead.read_ahead(4));
    }

    #[test]
    fn what_has_ended_is_not_read_on() {
        let mut ahead = over(Resumed(vec![b"ef", b"", b"cd", b"ab"]));
        assert!(ahead.read_ahead(100));
        let mut bytes = Vec::new();
        assert_eq!((ahead.read_to_end(&mut bytes).ok(), &*bytes), (Some(4), &b"abcd"[..]));
        assert_eq!(ahead.read_to_end(&mut bytes).ok(), Some(0));
    }
}
