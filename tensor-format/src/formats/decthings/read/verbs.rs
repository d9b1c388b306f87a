//! The functions that read whole values.

#[cfg(feature = "std")]
use super::stream::{ReadSource, StreamSequence};
use super::{
    super::{Options, constant::WireConstants, errors::unknown},
    SliceSource, fixed_part, read_fixed, read_record, read_record_into,
    sequence::Sequence,
};
use crate::{Decode, DecodeError};

/// Reads a value that fills all of the bytes. A macro, since users' crates compile this for each of their types: one
/// more function would cost them more than the same code twice.
macro_rules! read_all {
    ($options:expr, $bytes:expr) => {{
        let mut source = $crate::decthings::SliceSource::new($bytes, $options);
        // Returned whole, the value stays where `decode` has put it.
        let mut result = T::decode(&mut source);
        #[allow(clippy::manual_ok_err, reason = "one function less to compile for each type")]
        let fault = match &mut result {
            Ok(_) => None,
            Err(error) => Some(error),
        };
        match source.conclude(fault, T::rules) {
            None => result,
            Some(error) => Err(error),
        }
    }};
}
pub(in super::super) use read_all;

impl Options {
    /// Returns the value that the bytes hold; no bytes may follow it, unless the options allow them.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the bytes and at which byte, or where they break the rules of `T`.
    #[inline]
    #[allow(clippy::wrong_self_convention, reason = "options, not a conversion of self")]
    pub fn from_slice<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, DecodeError> {
        // The condition is this constant alone, so that the branch which it rules out is not compiled.
        if WireConstants::<T>::FIXED {
            return self.read_all_fixed(bytes);
        }
        if WireConstants::<T>::IS_FAST_RECORD {
            return self.read_all_record(bytes);
        }
        read_all!(self, bytes)
    }

    /// Reads a value whose number of bytes is fixed by its type, in some dialect: by the fast path, then by the general
    /// one. The general path writes to a variable of its own. A call that wrote to the result would have the compiler
    /// keep the result in memory, and the caller's move of it would wait for the stores of the single fields.
    #[inline(always)]
    pub(in super::super) fn read_all_fixed<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, DecodeError> {
        if let Some((part, [])) = fixed_part::<T>(bytes, self) {
            if let Some(value) = read_fixed(part, self.names) {
                return Ok(value);
            }
        }
        let mut value = None;
        self.read_all(bytes, &mut value)?;
        value.ok_or_else(unknown)
    }

    /// Reads a record that is not of a fixed number of bytes, as [`read_all_fixed`](Self::read_all_fixed).
    #[inline(always)]
    pub(in super::super) fn read_all_record<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, DecodeError> {
        if let Some((value, rest)) = read_record(bytes, self) {
            if rest.is_empty() || self.allow_trailing {
                return Ok(value);
            }
        }
        let mut value = None;
        self.read_all(bytes, &mut value)?;
        value.ok_or_else(unknown)
    }

    /// Reads a value by the general path, which parses every header.
    #[inline(never)]
    fn read_all<'de, T: Decode<'de>>(&self, bytes: &'de [u8], value: &mut Option<T>) -> Result<(), DecodeError> {
        *value = Some(read_all!(self, bytes)?);
        Ok(())
    }

    /// Returns the value at the front of the bytes, and the number of bytes that it takes.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice).
    #[allow(clippy::wrong_self_convention, reason = "options, not a conversion of self")]
    // Inlined, so that the caller's constant options are known.
    #[inline(always)]
    pub fn from_prefix<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<(T, usize), DecodeError> {
        // The condition is this constant alone, so that the branch which it rules out is not compiled.
        if WireConstants::<T>::FIXED {
            if let Some((part, _)) = fixed_part::<T>(bytes, self) {
                if let Some(value) = read_fixed(part, self.names) {
                    return Ok((value, part.len()));
                }
            }
        }
        if WireConstants::<T>::IS_FAST_RECORD {
            if let Some((value, rest)) = read_record(bytes, self) {
                return Ok((value, bytes.len().saturating_sub(rest.len())));
            }
        }
        self.read_prefix(bytes)
    }

    #[inline(never)]
    fn read_prefix<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<(T, usize), DecodeError> {
        let mut source = SliceSource::new(bytes, self);
        source.value().map(|value| (value, source.position()))
    }

    /// Replaces `value` with the one that the bytes hold, reusing its memory where it can.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice); the value is then some value of its type.
    #[inline]
    pub fn decode_into<'de, T: Decode<'de>>(&self, bytes: &'de [u8], value: &mut T) -> Result<(), DecodeError> {
        if WireConstants::<T>::FIXED && const { !core::mem::needs_drop::<T>() } {
            *value = self.read_all_fixed(bytes)?;
            return Ok(());
        }
        if WireConstants::<T>::IS_FAST_RECORD && read_record_into(bytes, self, value) {
            return Ok(());
        }
        let mut source = SliceSource::new(bytes, self);
        let mut result = value.decode_into(&mut source);
        match source.conclude(result.as_mut().err(), T::rules) {
            None => result,
            Some(error) => Err(error),
        }
    }

    /// Returns the value that a reader holds up to its end.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice), and [`Io`](crate::ErrorKind::Io).
    #[cfg(feature = "std")]
    #[allow(clippy::wrong_self_convention, reason = "options, not a conversion of self")]
    pub fn from_reader<T: crate::DecodeOwned, R: std::io::Read>(&self, reader: R) -> Result<T, DecodeError> {
        let mut source = ReadSource::new(reader, self);
        let value = source.only()?;
        source.finish()?;
        Ok(value)
    }

    /// Replaces `value` with the one that a reader holds up to its end, as [`decode_into`](Self::decode_into).
    ///
    /// # Errors
    ///
    /// As [`from_reader`](Self::from_reader); the value is then some value of its type.
    #[cfg(feature = "std")]
    pub fn read_into<T: crate::DecodeOwned, R: std::io::Read>(
        &self,
        reader: R,
        value: &mut T,
    ) -> Result<(), DecodeError> {
        let mut source = ReadSource::new(reader, self);
        source.only_into(value)?;
        source.finish()
    }

    /// Returns the values one after another in the bytes.
    pub fn sequence<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Sequence<'de, T> {
        Sequence::new(bytes, *self)
    }

    /// Returns the values one after another in a reader, up to its end. Values are read into memory first as by
    /// [`from_reader`](super::super::from_reader); no byte is waited for that is behind the value, or behind a header that breaks
    /// its rules.
    #[cfg(feature = "std")]
    pub fn sequence_from_reader<T: crate::DecodeOwned, R: std::io::Read>(&self, reader: R) -> StreamSequence<R, T> {
        StreamSequence::new(reader, *self)
    }
}
