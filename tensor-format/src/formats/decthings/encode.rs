//! How values are written: [`padded`](super::padded) if options ask for padding, else by what stands here, which does
//! not know of it.
//!
//! Users' crates compile this for each of their types, so there is little of it.

use alloc::vec::Vec;

use super::{
    Options, Parts,
    constant::{Constant, encoded_len_with},
    reserve::{Reserving, make_room},
    write::{Count, Slot, Writer},
};
use crate::{Encode, EncodeError};

/// The bytes of a value of type `T`. Users' crates compile it for each of their types, and what stands in the function
/// they call costs less there than one more function.
macro_rules! vec_of {
    ($options:expr, $value:expr) => {{
        let mut out = Vec::new();
        // The constants are asked for by themselves: what they rule out is not compiled.
        let result = if Constant::<T>::FIXED {
            $options.append_fixed($value, &mut out)
        } else if Constant::<T>::AT_ONCE {
            $value.encode(&mut Reserving::new(&mut out, $options))
        } else {
            $options.append_in_calls($value, &mut out)
        };
        written(result, out)
    }};
}
pub(super) use vec_of;

impl Options {
    #[inline]
    pub(super) fn append_to<T: Encode + ?Sized>(&self, value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        // The constant is asked for by itself: what it rules out is not compiled.
        if Constant::<T>::FIXED {
            return self.append_fixed(value, out);
        }
        self.append_counted(value, out)
    }

    /// Appends a value whose number of bytes is fixed by its type, in some dialect.
    #[inline]
    pub(super) fn append_fixed<T: Encode + ?Sized>(&self, value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let Some(len) = encoded_len_with::<T>(self.dialect) else { return self.append_counted(value, out) };
        let start = out.len();
        out.resize(start.saturating_add(len), 0);
        let result = self.put_in_slot(value, out.get_mut(start..).unwrap_or_default());
        restored(start, result, out)
    }

    /// Writes a value to a slot of exactly its size.
    #[inline]
    pub(super) fn put_in_slot<T: Encode + ?Sized>(&self, value: &T, slot: &mut [u8]) -> Result<(), EncodeError> {
        let mut writer = Writer::new(Slot::new(slot), self);
        match value.encode(&mut writer) {
            Ok(()) => writer.out.finish(),
            Err(error) => Err(error),
        }
    }

    /// Appends a value once its bytes are counted.
    fn append_counted<T: Encode + ?Sized>(&self, value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        if Constant::<T>::AT_ONCE {
            let start = out.len();
            return restored(start, value.encode(&mut Reserving::new(out, self)), out);
        }
        self.append_in_calls(value, out)
    }

    /// Appends a value that may come in several calls.
    pub(super) fn append_in_calls<T: Encode + ?Sized>(&self, value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        match self.len_of(value) {
            Ok(len) => {
                make_room(out, len);
                let start = out.len();
                restored(start, value.encode(&mut Writer::new(&mut *out, self)), out)
            }
            Err(error) => Err(error),
        }
    }

    pub(super) fn len_of<T: Encode + ?Sized>(&self, value: &T) -> Result<usize, EncodeError> {
        let mut writer = Writer::new(Count(0), self);
        let counted = value.encode(&mut writer);
        writer.out.total(counted)
    }

    #[inline]
    pub(super) fn slices_of<'a, T: Encode + ?Sized>(&self, value: &'a T) -> Result<Parts<'a>, EncodeError> {
        // Composed where it is returned.
        let mut result = Ok(Parts::new());
        if let Ok(parts) = &mut result {
            if let Err(error) = value.encode(&mut Writer::new(parts, self)) {
                result = Err(error);
            }
        }
        result
    }

    #[cfg(feature = "std")]
    pub(super) fn put_into<T: Encode + ?Sized, W: std::io::Write>(
        &self,
        value: &T,
        writer: W,
    ) -> Result<(), EncodeError> {
        self.len_of(value)?;
        let mut writer = Writer::new(super::stream::Out::new(writer), self);
        value.encode(&mut writer)?;
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
pub(super) fn restored(start: usize, result: Result<(), EncodeError>, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    if result.is_err() {
        out.truncate(start);
    }
    result
}
