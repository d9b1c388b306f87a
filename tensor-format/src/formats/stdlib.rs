//! Meta data of stdlib-js ndarrays: the record that `@stdlib/ndarray-base-serialize-meta-data` writes.
//!
//! A record says all of an array but its elements: element type, shape, strides and offset in bytes, order, index modes
//! and flags. With N axes and M submodes it takes `33 + 16 N + M` bytes:
//!
//! | field | type | byte offset |
//! |---|---|---|
//! | byte order: 1 little, 0 big | int8 | 0 |
//! | element type | int16 | 1 |
//! | N | int64 | 3 |
//! | shape | N × int64 | 11 |
//! | strides, in bytes | N × int64 | 11 + 8 N |
//! | offset, in bytes | int64 | 11 + 16 N |
//! | order | int8 | 19 + 16 N |
//! | index mode | int8 | 20 + 16 N |
//! | M | int64 | 21 + 16 N |
//! | submodes | M × int8 | 29 + 16 N |
//! | flags | int32 | 29 + 16 N + M |
//!
//! The numbers of element types and orders have changed between releases of stdlib while the record stayed the same,
//! and the bytes do not say which they use: the caller names the [`Table`].
//!
//! Reading and checking allocates nothing up to 6 axes and 24 submodes.
//!
//! | from | to | by |
//! |---|---|---|
//! | bytes | [`MetaData`] | [`Options::from_slice`], [`Options::from_prefix`] |
//! | [`MetaData`] | bytes | [`MetaData::to_vec`], [`MetaData::append`] |
//! | a tensor or view, without a copy | [`MetaData`] over its buffer | [`MetaData::of`], `MetaData::of_array` |
//! | [`MetaData`] and a buffer, without a copy | a tensor | [`MetaData::view`] |
//! | a value | record and data | [`to_message`] |
//! | record and data | a value | [`from_message`] |
//!
//! ```
//! use tensor_format::{TensorRef, stdlib::{MetaData, Options}};
//!
//! let elements = [1.0f64, 2.0, 3.0, 4.0];
//! let array = TensorRef::from_slice([2, 2], &elements)?;
//! let record = MetaData::of(&array)?.to_vec()?;
//! assert_eq!(record.len(), 33 + 16 * 2 + 1);
//!
//! let meta = Options::new().from_slice(&record)?;
//! let same = meta.view(array.buffer())?;
//! assert_eq!(same.as_slice::<f64>()?, elements);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// `read` and `write` go between bytes and `MetaData`, by the numbers of `tables`; `options` says by which. `value`
// makes a tensor of a record and its buffer and the other way round, `index` addresses single elements, and `message`
// goes between typed values and the pair of record and buffer.
mod index;
mod message;
mod options;
mod read;
mod tables;
mod value;
mod write;

pub use index::IndexMode;
pub use message::{Message, from_message, to_message};
pub use options::Options;
pub use tables::{DType, Order, Table, TableChoice};

use crate::{ByteOrder, InlineVec, Shape};

/// The meta-data record of an array: all of it but its elements.
///
/// It may describe what no reader can address (an element type without a size, an offset outside of any buffer): it is
/// what the bytes say. [`view`](Self::view) checks it against a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaData {
    /// The order of the record's own bytes, and of the elements.
    pub byte_order: ByteOrder,
    /// The table whose numbers the record uses.
    pub table: Table,
    /// The element type.
    pub dtype: DType,
    /// The lengths of the axes.
    pub shape: Shape,
    /// The distance between neighbours along each axis, in bytes; may be negative or zero.
    pub strides: InlineVec<i64>,
    /// The byte offset in the buffer of the element at index 0 of every axis.
    pub offset: i64,
    /// The declared order. The strides need not follow it: address elements by strides only.
    pub order: Order,
    /// The rule for indices outside of their axis.
    pub mode: IndexMode,
    /// The rules for indices outside of single axes; the list repeats over the axes.
    pub submodes: InlineVec<IndexMode, 24>,
    /// Flags: see [`READ_ONLY`].
    pub flags: i32,
}

/// The flag of an array that must not be written to; the only one that the package ever writes.
pub const READ_ONLY: i32 = 4;

impl MetaData {
    /// Returns whether the array must not be written to.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.flags & READ_ONLY != 0
    }

    /// Returns the number of bytes that the record takes.
    #[must_use]
    pub fn encoded_len(&self) -> usize {
        let axes = self.shape.rank().saturating_mul(16);
        axes.saturating_add(self.submodes.len()).saturating_add(33)
    }
}
