//! The functions that write whole values.
//!
//! A value is written in one of two ways. If its type fixes its number of bytes, it goes into a slot of that length,
//! where no write needs a check and headers are constants. Every other value is written into the room that there is, and
//! if that is too little, once more into exactly as much as is needed. If the value reaches its sink by one call, as
//! tensors and derived records do, an [`ExactReserve`] sink does both within that call. A value that may have padding is
//! measured first.
//!
//! Users' crates compile this for each of their types, so it is kept small.

use alloc::vec::Vec;

use super::{
    super::{
        Options,
        constant::{WireConstants, encoded_len_with},
        element_type::verify_has_types,
    },
    ConstantSlot, Count, ExactSlot, Writer,
    encoded_slices::EncodedSlices,
    exact_reserve::{ExactReserve, append_or_grow, make_room},
    lied,
    padding::Measured,
};
use crate::{Encode, EncodeError, Rules};

impl Options {
    /// Returns the bytes of a value, in one exact allocation.
    ///
    /// # Errors
    ///
    /// When the value breaks its own rules or the format cannot hold it.
    pub fn to_vec<T: Encode + ?Sized>(&self, value: &T) -> Result<Vec<u8>, EncodeError> {
        if WireConstants::<T>::FIXED && !self.pads::<T>() {
            const { verify_has_types(T::RULES) };
            match self.constant_names::<T>() {
                Some(true) => return constant_to_vec::<T, true>(value),
                Some(false) => return constant_to_vec::<T, false>(value),
                None => {}
            }
        }
        let mut out = Vec::new();
        written(self.append(value, &mut out), out)
    }

    /// Appends the bytes of a value to a buffer. After an error the buffer is as it was.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec).
    #[inline]
    pub fn append<T: Encode + ?Sized>(&self, value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        const { verify_has_types(T::RULES) };
        if self.pads::<T>() {
            return self.append_measured(value, out);
        }
        // The condition is this constant alone, so that the branch which it rules out is not compiled.
        if WireConstants::<T>::FIXED {
            return self.append_fixed(value, out);
        }
        self.append_counted(value, out)
    }

    /// Returns the number of bytes of a value.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec).
    pub fn encoded_len<T: Encode + ?Sized>(&self, value: &T) -> Result<usize, EncodeError> {
        self.count(value).map(|measured| measured.total)
    }

    /// Returns the bytes of a value in pieces, its large runs of elements borrowed instead of copied. Those of a list of records
    /// are copied if the records take at most 1 KiB on average.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec).
    #[inline]
    pub fn to_slices<'a, T: Encode + ?Sized>(&self, value: &'a T) -> Result<EncodedSlices<'a>, EncodeError> {
        if self.pads::<T>() {
            let mut slices = EncodedSlices::new();
            return self.measure(value)?.write(value, &mut Writer::new(&mut slices, self)).map(|()| slices);
        }
        self.slices_of(value)
    }

    /// Writes the bytes of a value, and flushes the writer. Up to 8 KiB are written by one call. Of more, long runs of
    /// elements are not copied; lists of records are, if the records take at most 1 KiB on average.
    ///
    /// Nothing is written if the value cannot be encoded. Only tensors by hand that have other elements than they announced, in
    /// lists of records and in a message of more than 8 KiB, are found when what is before them may have been written.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec), and [`Io`](crate::ErrorKind::Io).
    #[cfg(feature = "std")]
    pub fn to_writer<T: Encode + ?Sized, W: std::io::Write>(
        &self,
        mut writer: W,
        value: &T,
    ) -> Result<(), EncodeError> {
        let measured = self.count(value)?;
        if measured.total <= BUFFERED {
            let mut out = Vec::new();
            make_room(&mut out, measured.total)?;
            if self.pads::<T>() { measured.append(value, &mut out, self) } else { self.append(value, &mut out) }?;
            writer.write_all(&out)?;
            return Ok(writer.flush()?);
        }
        let mut writer = Writer::new(super::io_writer::IoOutput::new(writer), self);
        match measured.write(value, &mut writer) {
            Ok(()) => writer.out.finish(),
            Err(error) => {
                writer.out.discard();
                Err(error)
            }
        }
    }

    /// Appends a value whose type fixes its number of bytes, in some dialect. Dialects differ in such values only in
    /// the names of a record.
    #[inline]
    pub(in super::super) fn append_fixed<T: Encode + ?Sized>(
        &self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        match self.constant_names::<T>() {
            Some(true) => append_constant::<T, true>(value, out),
            Some(false) => append_constant::<T, false>(value, out),
            None => self.append_counted(value, out),
        }
    }

    /// Returns whether values of a type that fixes its number of bytes have names; `None` if the dialect writes their
    /// names in another form than a constant.
    #[inline]
    fn constant_names<T: Encode + ?Sized>(&self) -> Option<bool> {
        match T::RULES {
            Rules::Record(_) if self.names && self.dialect.has_section() => None,
            _ => Some(self.names),
        }
    }

    /// Appends a value, which has no padding. Its bytes are counted first if there is no room.
    pub(in super::super) fn append_counted<T: Encode + ?Sized>(
        &self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let start = out.len();
        let result = if WireConstants::<T>::AT_ONCE {
            value.encode(&mut ExactReserve { out, options: self })
        } else {
            append_or_grow(out, self, |writer| value.encode(writer))
        };
        restored(start, result, out)
    }

    /// Appends a value that may have padding: `encode` goes over the value once to measure it, and once to write it.
    pub(in super::super) fn append_measured<T: Encode + ?Sized>(
        &self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let measured = self.measure(value)?;
        make_room(out, measured.total)?;
        let start = out.len();
        restored(start, measured.append(value, out, self), out)
    }

    /// Returns the measurements of a value but for its largest payload.
    pub(in super::super) fn count<T: Encode + ?Sized>(&self, value: &T) -> Result<Measured, EncodeError> {
        if self.pads::<T>() { self.measure(value) } else { self.len_of(value).map(Measured::of_bytes) }
    }

    pub(in super::super) fn len_of<T: Encode + ?Sized>(&self, value: &T) -> Result<usize, EncodeError> {
        let mut writer = Writer::new(Count(0), self);
        let counted = value.encode(&mut writer);
        writer.out.total(counted)
    }

    #[inline]
    pub(in super::super) fn slices_of<'a, T: Encode + ?Sized>(
        &self,
        value: &'a T,
    ) -> Result<EncodedSlices<'a>, EncodeError> {
        // Composed in the variable that is returned, so that it is not moved.
        let mut result = Ok(EncodedSlices::new());
        if let Ok(parts) = &mut result {
            if let Err(error) = value.encode(&mut Writer::new(parts, self)) {
                result = Err(error);
            }
        }
        result
    }
}

/// Appends a value whose type fixes its number of bytes, with the default options but for `NAMES`: options and headers
/// are constants.
#[inline]
pub(in super::super) fn append_constant<T, const NAMES: bool>(value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError>
where
    T: Encode + ?Sized,
{
    let options = const { &Options::new().names(NAMES) };
    let Some(len) = (const { encoded_len_with::<T>(&Options::new().names(NAMES)) }) else {
        return options.append_counted(value, out);
    };
    let start = out.len();
    let end = start.saturating_add(len);
    out.resize(end, 0);
    // In a slot of constant length no write needs to be checked.
    let result = out.get_mut(start..end).map_or_else(|| Err(lied()), |slot| fill_constant::<T, NAMES>(value, slot));
    restored(start, result, out)
}

/// The most bytes of a message that is written to a stream by one call, as many as a buffer of the standard library has.
#[cfg(feature = "std")]
const BUFFERED: usize = 8 << 10;

/// The most bytes of a value that is composed on the stack and copied to a new buffer: memory that is zeroed before it
/// is written takes longer to get.
const SMALL: usize = 128;

/// Returns the bytes of a value whose type fixes their number, as [`append_constant`].
#[inline]
pub(in super::super) fn constant_to_vec<T, const NAMES: bool>(value: &T) -> Result<Vec<u8>, EncodeError>
where
    T: Encode + ?Sized,
{
    let mut slot = [0; SMALL];
    match (const { encoded_len_with::<T>(&Options::new().names(NAMES)) }).and_then(|len| slot.get_mut(..len)) {
        Some(slot) => fill_constant::<T, NAMES>(value, slot).map(|()| slot.to_vec()),
        None => {
            let mut out = Vec::new();
            written(append_constant::<T, NAMES>(value, &mut out), out)
        }
    }
}

/// Writes a value to a slot of exactly its size, as [`append_constant`].
#[inline]
pub(in super::super) fn fill_constant<T, const NAMES: bool>(value: &T, slot: &mut [u8]) -> Result<(), EncodeError>
where
    T: Encode + ?Sized,
{
    let mut writer = Writer::new(ConstantSlot::<NAMES>(ExactSlot::new(slot)), const { &Options::new().names(NAMES) });
    match value.encode(&mut writer) {
        Ok(()) => writer.out.0.finish(),
        Err(error) => Err(error),
    }
}

/// Returns the bytes that were written, or the error.
#[inline]
pub(in super::super) fn written(result: Result<(), EncodeError>, out: Vec<u8>) -> Result<Vec<u8>, EncodeError> {
    match result {
        Ok(()) => Ok(out),
        Err(error) => Err(error),
    }
}

/// Cuts the buffer back to its former length if there was an error.
#[inline]
pub(in super::super) fn restored(
    start: usize,
    result: Result<(), EncodeError>,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    if result.is_err() {
        out.truncate(start);
    }
    result
}
