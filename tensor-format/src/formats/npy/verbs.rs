//! The functions that write values as `.npy` files and read them.

use alloc::vec::Vec;
use std::io::{Read, Write};

use super::{Head, Options, literal::MAX_LEN, write::write};
use crate::{
    Decode, DecodeError, DecodeOwned, Encode, EncodeError, ErrorKind, Limit, Value, from_value, values::EncodedTensors,
};

impl Options {
    /// Returns the bytes of a tensor, in one exact allocation.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](super::to_vec).
    pub fn to_vec<T: Encode + ?Sized>(&self, value: &T) -> Result<Vec<u8>, EncodeError> {
        let mut out = Vec::new();
        self.append(value, &mut out)?;
        Ok(out)
    }

    /// Appends the bytes of a tensor. After an error the buffer is as it was.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](super::to_vec).
    pub fn append<T: Encode + ?Sized>(&self, value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let (header, bytes) = EncodedTensors::of(value)?.into_tensor()?;
        let (head, bytes) = write(&header, &bytes, self)?;
        out.reserve_exact(head.len().saturating_add(bytes.len()));
        out.extend_from_slice(&head);
        out.extend_from_slice(&bytes);
        Ok(())
    }

    /// Returns the number of bytes of a tensor, from its element type and shape: no element is copied.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](super::to_vec), but for what is wrong with single elements, and
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    pub fn encoded_len<T: Encode + ?Sized>(&self, value: &T) -> Result<usize, EncodeError> {
        let header = value.header()?;
        let head = super::write::head(&header, self)?;
        let size = header.element_type.size().unwrap_or_default();
        let elements = header.shape.element_count().and_then(|count| count.checked_mul(size));
        Ok(elements.and_then(|bytes| bytes.checked_add(head.len())).ok_or(ErrorKind::ShapeOverflow)?)
    }

    /// Writes the bytes of a tensor: see [`to_writer`](super::to_writer).
    ///
    /// # Errors
    ///
    /// As [`to_vec`](super::to_vec), and [`Io`](ErrorKind::Io).
    pub fn to_writer<T: Encode + ?Sized, W: Write>(&self, mut writer: W, value: &T) -> Result<(), EncodeError> {
        let (header, bytes) = EncodedTensors::of(value)?.into_tensor()?;
        let (head, bytes) = write(&header, &bytes, self)?;
        writer.write_all(&head)?;
        writer.write_all(&bytes)?;
        Ok(())
    }

    /// Returns the tensor that the bytes hold; no bytes may follow it, unless the options allow them.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](super::from_slice), and [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn from_slice<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, DecodeError> {
        let head = self.head(bytes)?;
        let tensor = head.view(bytes)?;
        if bytes.len() > head.end() && !self.allow_trailing {
            let count = bytes.len().saturating_sub(head.end()) as u64;
            return Err(DecodeError::new(ErrorKind::TrailingBytes { count, or_more: false, record_of: None })
                .at(head.end() as u64));
        }
        from_value(&Value::Tensor(tensor))
    }

    /// Returns the tensor at the front of the bytes, and how many of them it takes.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice).
    pub fn from_prefix<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<(T, usize), DecodeError> {
        let head = self.head(bytes)?;
        Ok((from_value(&Value::Tensor(head.view(bytes)?))?, head.end()))
    }

    /// Returns the tensor that a reader holds up to its end.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice), and [`Io`](ErrorKind::Io).
    pub fn from_reader<T: DecodeOwned, R: Read>(&self, reader: R) -> Result<T, DecodeError> {
        self.from_slice(&read_all(reader, self.max_bytes, MAX_LEN)?)
    }

    fn head(&self, bytes: &[u8]) -> Result<Head, DecodeError> {
        let head = Head::from_slice(bytes)?;
        head.check(self)?;
        Ok(head)
    }
}

/// Returns all bytes that a reader holds; an error if they are more than `max` and those of a header.
pub(super) fn read_all<R: Read>(reader: R, max: usize, header: usize) -> Result<Vec<u8>, DecodeError> {
    let most = max.saturating_add(header) as u64;
    let mut bytes = Vec::new();
    reader.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(Limit::Bytes.exceeded(max, bytes.len()).into());
    }
    Ok(bytes)
}
