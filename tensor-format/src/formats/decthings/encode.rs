//! How values are written: with `PADS` as options may ask for it, without as the functions that take none call it, so that
//! padding is not compiled for types that never have it.
//!
//! Users' crates compile this for each of their types, so there is little of it.

use alloc::vec::Vec;

use super::{
    Options, Parts,
    align::{self, may_be_record},
    constant::{Constant, encoded_len_with},
    write::{Count, Output, Slot, Writer},
};
use crate::{Encode, EncodeError};

impl Options {
    /// Whether values of this type may have padding.
    #[inline]
    fn pads<T: Encode + ?Sized>(&self) -> bool {
        self.align > 1 && const { may_be_record::<T>() }
    }

    /// Hands a value to a writer, with padding if it is an aligned record.
    #[inline]
    fn write<'a, T, O>(&self, value: &'a T, writer: &mut Writer<O>) -> Result<(), EncodeError>
    where
        T: Encode + ?Sized,
        O: Output<'a>,
    {
        if self.pads::<T>() {
            return align::encode(value, writer, self);
        }
        value.encode(writer)
    }

    pub(super) fn vec_of<const PADS: bool, T: Encode + ?Sized>(&self, value: &T) -> Result<Vec<u8>, EncodeError> {
        // The constant is asked for by itself: what it rules out is not compiled.
        if Constant::<T>::FIXED {
            let mut out = Vec::new();
            return written(self.append_fixed::<PADS, T>(value, &mut out), out);
        }
        // As in `append_counted`, which would be one more function to compile for each type.
        match reserved(self.len_of::<PADS, T>(value)) {
            Ok(mut out) => {
                let mut writer = Writer::new(&mut out, self);
                let result = if PADS { self.write(value, &mut writer) } else { value.encode(&mut writer) };
                written(result, out)
            }
            Err(error) => Err(error),
        }
    }

    #[inline]
    pub(super) fn append_to<const PADS: bool, T: Encode + ?Sized>(
        &self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        // The constant is asked for by itself: what it rules out is not compiled.
        if Constant::<T>::FIXED {
            return self.append_fixed::<PADS, T>(value, out);
        }
        self.append_counted::<PADS, T>(value, out)
    }

    /// Appends a value whose number of bytes is fixed by its type, in some dialect and without padding.
    #[inline]
    fn append_fixed<const PADS: bool, T: Encode + ?Sized>(
        &self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let len = if PADS && self.pads::<T>() { None } else { encoded_len_with::<T>(self.dialect) };
        let Some(len) = len else { return self.append_counted::<PADS, T>(value, out) };
        let start = out.len();
        out.resize(start.saturating_add(len), 0);
        let slot = out.get_mut(start..).unwrap_or_default();
        let mut writer = Writer::new(Slot::new(slot), self);
        let result = match value.encode(&mut writer) {
            Ok(()) => writer.out.finish(),
            Err(error) => Err(error),
        };
        restored(start, result, out)
    }

    /// Appends a value once its bytes are counted.
    fn append_counted<const PADS: bool, T: Encode + ?Sized>(
        &self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        match reserve(self.len_of::<PADS, T>(value), out) {
            Ok(start) => {
                let mut writer = Writer::new(&mut *out, self);
                let result = if PADS { self.write(value, &mut writer) } else { value.encode(&mut writer) };
                restored(start, result, out)
            }
            Err(error) => Err(error),
        }
    }

    pub(super) fn len_of<const PADS: bool, T: Encode + ?Sized>(&self, value: &T) -> Result<usize, EncodeError> {
        let mut writer = Writer::new(Count(0), self);
        let counted = if PADS { self.write(value, &mut writer) } else { value.encode(&mut writer) };
        writer.out.total(counted)
    }

    #[inline]
    pub(super) fn slices_of<'a, const PADS: bool, T: Encode + ?Sized>(
        &self,
        value: &'a T,
    ) -> Result<Parts<'a>, EncodeError> {
        // Composed where it is returned.
        let mut result = Ok(Parts::new());
        if let Ok(parts) = &mut result {
            let mut writer = Writer::new(parts, self);
            let written = if PADS { self.write(value, &mut writer) } else { value.encode(&mut writer) };
            if let Err(error) = written {
                result = Err(error);
            }
        }
        result
    }

    #[cfg(feature = "std")]
    pub(super) fn put_into<const PADS: bool, T: Encode + ?Sized, W: std::io::Write>(
        &self,
        value: &T,
        writer: W,
    ) -> Result<(), EncodeError> {
        self.len_of::<PADS, T>(value)?;
        let mut writer = Writer::new(super::stream::Out::new(writer), self);
        if PADS { self.write(value, &mut writer) } else { value.encode(&mut writer) }?;
        writer.out.finish()
    }
}

/// Room for so many bytes.
#[inline]
fn reserved(len: Result<usize, EncodeError>) -> Result<Vec<u8>, EncodeError> {
    let mut out = Vec::new();
    match reserve(len, &mut out) {
        Ok(_) => Ok(out),
        Err(error) => Err(error),
    }
}

/// Makes room for so many bytes more, and returns how many are there.
#[inline]
fn reserve(len: Result<usize, EncodeError>, out: &mut Vec<u8>) -> Result<usize, EncodeError> {
    match len {
        Ok(len) => {
            out.reserve_exact(len);
            Ok(out.len())
        }
        Err(error) => Err(error),
    }
}

/// What was written, if nothing went wrong.
#[inline]
fn written(result: Result<(), EncodeError>, out: Vec<u8>) -> Result<Vec<u8>, EncodeError> {
    match result {
        Ok(()) => Ok(out),
        Err(error) => Err(error),
    }
}

/// After an error makes the buffer as it was.
#[inline]
fn restored(start: usize, result: Result<(), EncodeError>, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    if result.is_err() {
        out.truncate(start);
    }
    result
}
