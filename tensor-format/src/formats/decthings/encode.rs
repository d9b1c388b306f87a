//! How values are written: with `PADS` as options may ask for it, without as the functions that take none call it, so that
//! padding is not compiled for types that never have it.
//!
//! Users' crates compile this for each of their types, so there is little of it.

use alloc::vec::Vec;

use super::{
    Options, Parts,
    align::{self, may_be_record},
    constant::{Constant, encoded_len_with},
    reserve::Reserving,
    write::{Count, Output, Slot, Writer},
};
use crate::{Encode, EncodeError};

/// The bytes of a value of type `T`. Users' crates compile it for each of their types, and what stands in the function they
/// call costs less there than one more function.
macro_rules! vec_of {
    ($options:expr, $pads:literal, $value:expr) => {{
        let mut out = Vec::new();
        // The constants are asked for by themselves: what they rule out is not compiled.
        let result = if Constant::<T>::FIXED {
            $options.append_fixed::<$pads, T>($value, &mut out)
        } else if $pads {
            $options.append_counted::<$pads, T>($value, &mut out)
        } else if Constant::<T>::AT_ONCE {
            $value.encode(&mut Reserving::new(&mut out, $options))
        } else {
            $options.append_counted::<$pads, T>($value, &mut out)
        };
        written(result, out)
    }};
}
pub(super) use vec_of;

impl Options {
    /// Whether values of this type may have padding.
    #[inline]
    fn pads<T: Encode + ?Sized>(&self) -> bool {
        self.align > 1 && const { may_be_record::<T>() }
    }

    /// Hands a value to a writer, with padding if it is an aligned record.
    #[inline]
    pub(super) fn write<'a, T, O>(&self, value: &'a T, writer: &mut Writer<O>) -> Result<(), EncodeError>
    where
        T: Encode + ?Sized,
        O: Output<'a>,
    {
        if self.pads::<T>() {
            return align::encode(value, writer, self);
        }
        value.encode(writer)
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
    pub(super) fn append_fixed<const PADS: bool, T: Encode + ?Sized>(
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
    pub(super) fn append_counted<const PADS: bool, T: Encode + ?Sized>(
        &self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let start = out.len();
        if Constant::<T>::AT_ONCE {
            if PADS && self.pads::<T>() {
                return self.append_in_calls::<PADS, T>(value, out);
            }
            return restored(start, value.encode(&mut Reserving::new(out, self)), out);
        }
        self.append_in_calls::<PADS, T>(value, out)
    }

    /// Appends a value that may come in several calls.
    fn append_in_calls<const PADS: bool, T: Encode + ?Sized>(
        &self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        match self.len_of::<PADS, T>(value) {
            Ok(len) => {
                out.reserve_exact(len);
                let start = out.len();
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

/// What was written, if nothing went wrong.
#[inline]
pub(super) fn written(result: Result<(), EncodeError>, out: Vec<u8>) -> Result<Vec<u8>, EncodeError> {
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
