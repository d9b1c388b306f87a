//! The writer of meta-data records.

use alloc::vec::Vec;

use super::{MetaData, Table};
use crate::{ByteOrder, EncodeError, ErrorKind};

macro_rules! put {
    ($out:expr, $order:expr, $value:expr) => {
        $out.extend_from_slice(&match $order {
            ByteOrder::Little => $value.to_le_bytes(),
            ByteOrder::Big => $value.to_be_bytes(),
        })
    };
}

impl MetaData {
    /// Returns the bytes of the meta-data record.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append).
    pub fn to_vec(&self) -> Result<Vec<u8>, EncodeError> {
        let mut out = Vec::new();
        self.append(&mut out)?;
        Ok(out)
    }

    /// Appends the bytes of the meta-data record. After an error the buffer is as it was.
    ///
    /// # Errors
    ///
    /// [`Field`](ErrorKind::Field) if the table has no number for the element type, there is not one stride for each
    /// axis or the offset is negative, [`ShapeOverflow`](ErrorKind::ShapeOverflow) for a length of more than 63 bits.
    pub fn append(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let field = |field, expected, found| EncodeError::new(ErrorKind::Field { field, expected, found });
        let Some(dtype) = self.dtype.number(self.table) else {
            let found = self.dtype.number(Table::Current).unwrap_or_default();
            return Err(field("dtype", "a type that the chosen table has", found.into()));
        };
        if self.strides.len() != self.shape.rank() {
            return Err(field("strides", "one stride an axis", self.strides.len() as i64));
        }
        if self.offset < 0 {
            return Err(field("offset", "an offset that is not negative", self.offset));
        }
        if self.shape.iter().any(|len| i64::try_from(*len).is_err()) {
            return Err(EncodeError::new(ErrorKind::ShapeOverflow));
        }
        let order = self.byte_order;
        out.reserve(self.encoded_len());
        out.push(u8::from(order == ByteOrder::Little));
        put!(out, order, dtype);
        put!(out, order, (self.shape.rank() as i64));
        for &len in self.shape.iter() {
            put!(out, order, (len as i64));
        }
        for stride in &self.strides {
            put!(out, order, stride);
        }
        put!(out, order, self.offset);
        put!(out, order, self.order.number(self.table));
        put!(out, order, self.mode.number());
        put!(out, order, (self.submodes.len() as i64));
        for submode in &self.submodes {
            put!(out, order, submode.number());
        }
        put!(out, order, self.flags);
        Ok(())
    }
}
