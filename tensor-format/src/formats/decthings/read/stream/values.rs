//! Reads whole values: one that has arrived whole is read as from memory, others by the source.

use std::io::Read;

use super::{
    super::{
        super::constant::WireConstants,
        begins_as,
        sequence::{front, front_into},
    },
    BUFFER, Options, ReadSource,
};
use crate::{DecodeError, DecodeOwned, traits::EmptyItems};

/// The most bytes that are read into memory where a value is of many small pieces.
const GATHERED: usize = 16 << 20;

impl<R: Read> ReadSource<R> {
    /// Reads the value that fills the stream, as [`value`](Self::value).
    pub(in super::super::super) fn only<T: DecodeOwned>(&mut self) -> Result<T, DecodeError> {
        if self.expects_all::<T>()? {
            let bytes = self.reader.buffer();
            let read = front(bytes, &self.options, 0, &mut EmptyItems::default());
            if let Some((value, len)) = read.filter(|(_, len)| *len == bytes.len()) {
                self.taken(len);
                return Ok(value);
            }
            // The general path finds the reason.
        }
        self.value()
    }

    /// Reads the value that fills the stream into an existing one.
    pub(in super::super::super) fn only_into<T: DecodeOwned>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        if self.expects_all::<T>()? {
            let bytes = self.reader.buffer();
            let len = bytes.len();
            if front_into(bytes, &self.options, 0, &mut EmptyItems::default(), value) == Some(len) {
                self.taken(len);
                return Ok(());
            }
        }
        self.value_into(value)
    }

    /// Expects more than has arrived if that fills the buffer. Without names, what cannot be read may be known before
    /// anything arrives. Returns whether all of the stream was read into memory, as it is if the value has lists of texts and
    /// begins as values of its type do: of what is another value no more is waited for than says so.
    fn expects_all<T: DecodeOwned>(&mut self) -> Result<bool, DecodeError> {
        if !self.options.names {
            self.expected = usize::MAX;
            return Ok(false);
        }
        if self.at_end()? || self.reader.buffer().len() < BUFFER || self.options.allow_trailing {
            return Ok(false);
        }
        self.expected = usize::MAX;
        // A limit refuses a header before anything behind it is read.
        let is_gathered = const { WireConstants::<T>::LISTS_TEXTS }
            && self.options.is_plain()
            && begins_as::<T>(self.reader.buffer());
        Ok(is_gathered && self.reader.read_ahead(GATHERED))
    }

    /// Reads a value. An error without a byte offset gets that where the current tensor begins, or that where the value
    /// begins if something is missing in it.
    pub(super) fn value<T: DecodeOwned>(&mut self) -> Result<T, DecodeError> {
        let start = self.position;
        let (options, before, arrived, empty) = self.arrived()?;
        let value = match front(arrived, options, before, empty) {
            Some((value, len)) => {
                self.taken(len);
                value
            }
            None => T::decode(self).map_err(|error| self.placed(error, start))?,
        };
        self.expect_again(start);
        Ok(value)
    }

    /// Reads a value as [`value`](Self::value), into an existing one.
    pub(super) fn value_into<T: DecodeOwned>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        let start = self.position;
        let (options, before, arrived, empty) = self.arrived()?;
        match front_into(arrived, options, before, empty, value) {
            Some(len) => self.taken(len),
            None => value.decode_into(self).map_err(|error| self.placed(error, start))?,
        }
        self.expect_again(start);
        Ok(())
    }

    /// Returns what has arrived, after reading once if nothing has, with the number of bytes before it; nothing if the next
    /// value is expected to be longer. It is left to the general path then, as what is no value is, which finds the reason
    /// and waits for no more than it needs.
    fn arrived(&mut self) -> Result<(&Options, usize, &[u8], &mut EmptyItems), DecodeError> {
        if self.expected < usize::MAX {
            self.at_end()?;
        }
        let before = usize::try_from(self.position).unwrap_or(usize::MAX);
        let arrived = self.reader.buffer();
        let arrived = if arrived.len() < self.expected { &[] } else { arrived };
        Ok((&self.options, before, arrived, &mut self.empty))
    }

    /// Expects a value like the last one, which began at position `start`.
    fn expect_again(&mut self, start: u64) {
        self.expected = usize::try_from(self.position.saturating_sub(start)).unwrap_or(usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use crate::{ErrorKind, Record, decthings::Options};

    /// A stream on which nothing arrives.
    struct Silent;

    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::WouldBlock.into())
        }
    }

    #[test]
    fn what_no_bytes_can_hold_waits_for_none() {
        let error = Options::new().names(false).from_reader::<Record, _>(Silent).expect_err("it has no names");
        assert!(matches!(error.kind(), ErrorKind::Unnamed), "{error}");
    }
}
