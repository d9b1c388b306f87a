//! Reads whole values: one that has arrived whole is read as from memory, others by the source.

use std::io::Read;

use super::{
    super::sequence::{front, front_into},
    ReadSource,
};
use crate::{DecodeError, DecodeOwned};

impl<R: Read> ReadSource<R> {
    /// Reads a value. An error without a byte offset gets that where the current tensor begins, or that where the value
    /// begins if something is missing in it.
    pub(in super::super::super) fn value<T: DecodeOwned>(&mut self) -> Result<T, DecodeError> {
        if let Some(value) = self.arrived()? {
            return Ok(value);
        }
        let start = self.position;
        T::decode(self).map_err(|error| self.placed(error, start))
    }

    /// Reads a value as [`value`](Self::value), into an existing one.
    pub(in super::super::super) fn value_into<T: DecodeOwned>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        let before = self.before()?;
        let arrived = self.reader.buffer();
        if let Some(left) = front_into(arrived, &self.options, before, &mut self.empty, value) {
            self.taken(arrived.len().saturating_sub(left));
            return Ok(());
        }
        let start = self.position;
        value.decode_into(self).map_err(|error| self.placed(error, start))
    }

    /// Returns the value that comes next if all of it has arrived. Anything else is left to the general path, which finds
    /// the reason and waits for no more than it needs.
    fn arrived<T: DecodeOwned>(&mut self) -> Result<Option<T>, DecodeError> {
        let before = self.before()?;
        let arrived = self.reader.buffer();
        let Some((value, left)) = front(arrived, &self.options, before, &mut self.empty) else { return Ok(None) };
        self.taken(arrived.len().saturating_sub(left));
        Ok(Some(value))
    }

    /// Reads once if nothing is in memory, and returns the number of bytes before.
    fn before(&mut self) -> Result<usize, DecodeError> {
        self.at_end()?;
        Ok(usize::try_from(self.position).unwrap_or(usize::MAX))
    }
}
