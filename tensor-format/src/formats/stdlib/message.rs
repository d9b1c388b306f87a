//! Typed values: a meta-data record and the data that it describes.

use alloc::vec::Vec;

use super::{MetaData, Options, Table, TableChoice};
use crate::{Decode, DecodeError, Encode, EncodeError, ErrorKind, Layout, Value, ValueBuf, ValueSource};

/// An array in two parts, as they are shared with JavaScript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The bytes of the meta-data record.
    pub meta: Vec<u8>,
    /// The array's buffer.
    pub data: Vec<u8>,
}

/// Writes a value as a meta-data record and its data, with the default [`Options`].
///
/// # Errors
///
/// As [`Options::to_message`].
///
/// ```
/// use tensor_format::stdlib;
/// let message = stdlib::to_message(&[[1.0f64, 2.0], [3.0, 4.0]])?;
/// assert_eq!((message.meta.len(), message.data.len()), (66, 32));
/// let rows: Vec<[f64; 2]> = stdlib::from_message(&message.meta, &message.data)?;
/// assert_eq!(rows, [[1.0, 2.0], [3.0, 4.0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_message<T: Encode + ?Sized>(value: &T) -> Result<Message, EncodeError> {
    Options::new().to_message(value)
}

/// Returns the value that a meta-data record and its data hold, read with the default [`Options`].
///
/// # Errors
///
/// As [`Options::from_message`].
pub fn from_message<'de, T: Decode<'de>>(meta: &[u8], data: &'de [u8]) -> Result<T, DecodeError> {
    Options::new().from_message(meta, data)
}

impl Options {
    /// Writes a value as a meta-data record and its data in row-major order.
    ///
    /// # Errors
    ///
    /// [`RecordFound`](ErrorKind::RecordFound) for a value of several tensors,
    /// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) or [`Field`](ErrorKind::Field) if stdlib or the
    /// chosen table has no such element type, and what the value itself refuses.
    pub fn to_message<T: Encode + ?Sized>(&self, value: &T) -> Result<Message, EncodeError> {
        let tensor = match crate::to_value(value)? {
            ValueBuf::Tensor(tensor) => tensor,
            ValueBuf::Record(record) => return Err(ErrorKind::RecordFound { tensors: record.len() }.into()),
        };
        let tensor = tensor.as_ref();
        let layout = Layout::row_major(tensor.shape(), tensor.element_type().size().unwrap_or(1));
        let mut meta = MetaData::of_layout(tensor.header(), &layout, self.byte_order)?;
        meta.table = match self.table {
            TableChoice::Is(table) => table,
            TableChoice::Detect => Table::Current,
        };
        Ok(Message { meta: meta.to_vec()?, data: tensor.try_to_bytes(self.byte_order)?.into_owned() })
    }

    /// Returns the value that a meta-data record and its data hold; it may borrow the data.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the record and at which byte, [`Layout`](ErrorKind::Layout) if an element is
    /// outside of the data, [`LimitExceeded`](ErrorKind::LimitExceeded), and where the array breaks the rules of `T`.
    pub fn from_message<'de, T: Decode<'de>>(&self, meta: &[u8], data: &'de [u8]) -> Result<T, DecodeError> {
        let value = Value::Tensor(self.from_slice(meta)?.view(data)?);
        let input = (meta.len() as u64).saturating_add(data.len() as u64);
        T::decode(&mut ValueSource::new(&value).with_limit(self.max_expanded, input))
    }
}
