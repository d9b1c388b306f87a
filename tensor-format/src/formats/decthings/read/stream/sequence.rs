//! Iterators over values one after another in a stream.

use core::{fmt, marker::PhantomData};
use std::io::Read;

use super::{Batches, Options, ReadSource};
use crate::{DecodeError, DecodeOwned};

/// The values one after another in a stream; made by [`Options::sequence_from_reader`].
///
/// An error carries the index of its value and the byte offset in the whole stream, and ends the sequence.
pub struct StreamSequence<R, T> {
    source: ReadSource<R>,
    index: u64,
    /// The offset of the end of the last value.
    offset: u64,
    ended: bool,
    value: PhantomData<fn() -> T>,
}

impl<R, T> fmt::Debug for StreamSequence<R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, index, offset, ended, .. } = self;
        let mut out = f.debug_struct("StreamSequence");
        out.field("index", index).field("offset", offset).field("ended", ended).field("source", source).finish()
    }
}

impl<R: Read, T> StreamSequence<R, T> {
    pub(in super::super::super) fn new(reader: R, options: Options) -> Self {
        Self { source: ReadSource::new(reader, &options), index: 0, offset: 0, ended: false, value: PhantomData }
    }

    /// Reads one value by `read`, unless the stream has ended.
    fn read<U>(
        &mut self,
        read: impl FnOnce(&mut ReadSource<R>) -> Result<U, DecodeError>,
    ) -> Option<Result<U, DecodeError>> {
        if self.ended {
            return None;
        }
        let result = match self.source.at_end() {
            Ok(true) => {
                self.ended = true;
                return None;
            }
            Ok(false) => read(&mut self.source),
            Err(error) => Err(error),
        };
        let index = self.index;
        self.index = index.saturating_add(1);
        match result {
            Ok(_) => self.offset = self.source.position(),
            Err(_) => self.ended = true,
        }
        Some(result.map_err(|error| error.in_record(index)))
    }

    /// Returns the offset in bytes of the end of the last value that was read, counted from where the stream began.
    /// After an error this is where the values end that are whole, so that a file that ends in the middle of one can be
    /// cut there, as in the example `log`.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Groups the values by up to `size`; the last group may be smaller. A size of 0 counts as 1.
    #[must_use]
    pub fn batches(self, size: usize) -> Batches<Self> {
        Batches::new(self, size)
    }
}

impl<R: Read, T: DecodeOwned> StreamSequence<R, T> {
    /// Reads the next value as [`next`](Iterator::next), but into an existing value, as
    /// [`decode_into`](crate::decthings::decode_into): the numbers of a stream go straight into its memory.
    pub fn next_into(&mut self, value: &mut T) -> Option<Result<(), DecodeError>> {
        self.read(|source| source.value_into(value))
    }
}

impl<R: Read, T: DecodeOwned> Iterator for StreamSequence<R, T> {
    type Item = Result<T, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read(ReadSource::value)
    }
}
