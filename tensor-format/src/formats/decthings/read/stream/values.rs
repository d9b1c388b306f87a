//! Reads whole values: one that has arrived whole is read as from memory, others by the source.

use std::io::Read;

use super::{
    super::{
        super::constant::WireConstants,
        begun_as,
        sequence::{front, front_into},
    },
    BUFFER, Options, ReadSource,
};
use crate::{DecodeError, DecodeOwned, ElementType, Rules, decthings::Framing, traits::EmptyItems};

/// The most bytes that are read into memory where a value is of many small pieces.
const GATHERED: usize = 16 << 20;

/// The most bytes of a piece of a value that are read into memory, unless more came before it: to copy them takes less time than
/// to read each header from a stream.
const SHORT: usize = 64 << 10;

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
            && begun_as::<T>(self.reader.buffer()).is_some();
        Ok(is_gathered && self.reader.read_ahead(GATHERED))
    }

    /// Reads a value. An error without a byte offset gets that where the current tensor begins, or that where the value
    /// begins if something is missing in it.
    pub(super) fn value<T: DecodeOwned>(&mut self) -> Result<T, DecodeError> {
        let start = self.position;
        let value = match self.from_memory::<T, T>(front)? {
            Some(value) => value,
            None => T::decode(self).map_err(|error| self.placed(error, start))?,
        };
        self.expect_again(start);
        Ok(value)
    }

    /// Reads a value as [`value`](Self::value), into an existing one.
    pub(super) fn value_into<T: DecodeOwned>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        let start = self.position;
        let read = self.from_memory::<T, _>(|arrived, options, before, empty| {
            front_into(arrived, options, before, empty, value).map(|len| ((), len))
        })?;
        if read.is_none() {
            value.decode_into(self).map_err(|error| self.placed(error, start))?;
        }
        self.expect_again(start);
        Ok(())
    }

    /// Reads a value by `read` from what has arrived, and takes the bytes that it says; `None` if these hold no value, which is
    /// left to the general path: it finds the reason, and waits for no more than it needs.
    #[inline]
    fn from_memory<T: DecodeOwned, U>(
        &mut self,
        mut read: impl FnMut(&[u8], &Options, usize, &mut EmptyItems) -> Option<(U, usize)>,
    ) -> Result<Option<U>, DecodeError> {
        // Something is asked for if nothing has arrived.
        if self.expected < usize::MAX {
            self.at_end()?;
        }
        let before = usize::try_from(self.position).unwrap_or(usize::MAX);
        // Not before the whole value is there, if it is like the last one.
        let mut is_whole = self.reader.buffer().len() >= self.expected;
        for is_first in [true, false] {
            if is_whole {
                if let Some((value, len)) = read(self.reader.buffer(), &self.options, before, &mut self.empty) {
                    self.taken(len);
                    return Ok(Some(value));
                }
            }
            is_whole = is_first && self.gather::<T>();
        }
        Ok(None)
    }

    /// Reads the bytes that are missing of a value whose beginning has arrived, if it is one of several short pieces. Returns
    /// whether it is whole.
    #[cold]
    fn gather<T: DecodeOwned>(&mut self) -> bool {
        let has_pieces = const { matches!(T::RULES, Rules::Record(_)) || WireConstants::<T>::LISTS_TEXTS };
        if !has_pieces || !self.options.names {
            return false;
        }
        let Some(present) = begun_as::<T>(self.reader.buffer()) else { return false };
        let Ok(mut framer) = self.options.framer::<T>() else { return false };
        // Nothing is asked for behind a header that breaks the rules.
        let mut next = 0;
        let allows = &mut |element_type: ElementType, shape: &[usize]| match T::RULES {
            Rules::Tensor(rules) => rules.allow(element_type, shape),
            Rules::Record(rules) => {
                while present.checked_shr(next).is_some_and(|bits| bits & 1 == 0) {
                    next = next.wrapping_add(1);
                }
                let param = rules.get(next as usize);
                next = next.wrapping_add(1);
                param.is_some_and(|param| param.rules.allow(element_type, shape))
            }
        };
        let mut fed = 0;
        loop {
            let arrived = self.reader.buffer();
            let framing = framer.feed_allowed(arrived.get(fed..).unwrap_or_default(), allows);
            fed = arrived.len();
            match framing {
                Ok(Framing::Whole { .. }) => return true,
                // What would come behind an error or the end is not asked for.
                Ok(Framing::Missing { .. }) if self.reader.has_stopped() => return false,
                Ok(Framing::Missing { at_least }) if at_least <= SHORT.max(fed).min(GATHERED.saturating_sub(fed)) => {
                    self.reader.read_ahead(at_least);
                }
                _ => return false,
            }
        }
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
