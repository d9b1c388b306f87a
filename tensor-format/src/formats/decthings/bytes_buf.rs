//! Messages over `bytes::Bytes`: written into shared bytes, and read into owned tensors that keep them.

#[cfg(feature = "owned")]
use core::ops::Deref;

use bytes::{Bytes, BytesMut};

use super::{DEFAULT, Options, write::Writer};
#[cfg(feature = "owned")]
use crate::{
    Decode,
    codec::{Borrowing, Owned},
};
use crate::{DecodeError, Encode, EncodeError, Record, RecordRef, Tensor, TensorRef};

#[cfg(feature = "owned")]
impl<T: Borrowing, B: Deref<Target = [u8]>> Owned<T, B> {
    /// Reads a value from bytes of this format, and keeps the bytes.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](super::from_slice). The bytes are gone then: pass `Bytes`, which are shared, or a pointer that
    /// counts references, to keep them.
    pub fn from_bytes(bytes: B) -> Result<Self, DecodeError>
    where
        for<'a> T::Of<'a>: Decode<'a>,
    {
        Self::try_new(bytes, |bytes| super::from_slice(bytes))
    }
}

impl Options {
    /// Returns the bytes of a value, shared, in one exact allocation.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec).
    pub fn to_bytes<T: Encode + ?Sized>(&self, value: &T) -> Result<Bytes, EncodeError> {
        self.to_vec(value).map(Bytes::from)
    }

    /// Appends the bytes of a value to a buffer, which grows once if it has no room. After an error it is as it was.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec).
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use tensor_format::decthings::Options;
    /// let mut buffer = BytesMut::from(&b"head"[..]);
    /// Options::new().append_bytes(&[1u8, 2], &mut buffer)?;
    /// assert_eq!(buffer, &b"head\x07\x01\x02\x01\x02"[..]);
    /// # Ok::<(), tensor_format::EncodeError>(())
    /// ```
    pub fn append_bytes<T: Encode + ?Sized>(&self, value: &T, out: &mut BytesMut) -> Result<(), EncodeError> {
        let start = out.len();
        let measured = self.count(value)?;
        out.reserve(measured.total);
        let written = measured.write(value, &mut Writer::new(&mut *out, self));
        if written.is_err() {
            out.truncate(start);
        }
        written
    }

    /// Returns the tensor that shared bytes hold; no bytes may follow it, unless the options allow them. Its elements
    /// are not copied: it keeps the bytes alive, and may outlive whoever received them. Elements are as aligned as they
    /// are in the bytes; an [`AlignedBuf`](super::AlignedBuf) places them on a boundary.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice).
    ///
    /// ```
    /// use bytes::Bytes;
    /// use tensor_format::{Tensor, decthings::Options};
    /// let bytes = Bytes::from_static(b"\x07\x01\x03\x01\x02\x03");
    /// let tensor: Tensor = Options::new().tensor_from_bytes(&bytes)?;
    /// let elements = tensor.as_ref().as_slice::<u8>()?;
    /// assert_eq!(elements, [1, 2, 3]);
    /// assert_eq!(elements.as_ptr(), bytes[3..].as_ptr());
    /// # Ok::<(), tensor_format::DecodeError>(())
    /// ```
    pub fn tensor_from_bytes(&self, bytes: &Bytes) -> Result<Tensor, DecodeError> {
        let tensor: TensorRef<'_> = self.from_slice(bytes)?;
        Ok(tensor.to_tensor_in(bytes))
    }

    /// Returns the record that shared bytes hold, as [`tensor_from_bytes`](Self::tensor_from_bytes).
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice).
    pub fn record_from_bytes(&self, bytes: &Bytes) -> Result<Record, DecodeError> {
        let record: RecordRef<'_> = self.from_slice(bytes)?;
        Ok(record.iter().map(|(name, tensor)| (name.into(), tensor.to_tensor_in(bytes))).collect())
    }
}

/// Returns the bytes of a value, as [`Options::to_bytes`] with the default options.
///
/// # Errors
///
/// As [`to_vec`](super::to_vec).
pub fn to_bytes<T: Encode + ?Sized>(value: &T) -> Result<Bytes, EncodeError> {
    super::to_vec(value).map(Bytes::from)
}

/// Appends the bytes of a value, as [`Options::append_bytes`] with the default options.
///
/// # Errors
///
/// As [`to_vec`](super::to_vec).
pub fn append_bytes<T: Encode + ?Sized>(value: &T, out: &mut BytesMut) -> Result<(), EncodeError> {
    DEFAULT.append_bytes(value, out)
}

/// Returns the tensor that shared bytes hold, as [`Options::tensor_from_bytes`] with the default options.
///
/// # Errors
///
/// As [`from_slice`](super::from_slice).
pub fn tensor_from_bytes(bytes: &Bytes) -> Result<Tensor, DecodeError> {
    DEFAULT.tensor_from_bytes(bytes)
}

/// Returns the record that shared bytes hold, as [`Options::record_from_bytes`] with the default options.
///
/// # Errors
///
/// As [`from_slice`](super::from_slice).
pub fn record_from_bytes(bytes: &Bytes) -> Result<Record, DecodeError> {
    DEFAULT.record_from_bytes(bytes)
}
