//! How files are read and written.

use crate::ByteOrder;

/// Which axis varies fastest in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The last one: `fortran_order: False`.
    #[default]
    RowMajor,
    /// The first one: `fortran_order: True`.
    ColumnMajor,
}

/// How `.npy` files are read and written. The default writes little-endian numbers in row-major order, and reads
/// whatever NumPy writes.
///
/// Without limits set, memory is bounded by the input all the same: nothing is allocated on the word of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub(super) byte_order: ByteOrder,
    pub(super) order: Order,
    pub(super) max_rank: usize,
    pub(super) max_elements: usize,
    pub(super) max_bytes: usize,
    pub(super) allow_trailing: bool,
}

default_is_new!(Options);

impl Options {
    /// The default.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            byte_order: ByteOrder::Little,
            order: Order::RowMajor,
            max_rank: crate::MAX_RANK,
            max_elements: usize::MAX,
            max_bytes: usize::MAX,
            allow_trailing: false,
        }
    }

    setters! {
        /// The byte order of numbers that are written (little-endian).
        byte_order: ByteOrder;
        /// The order of elements that are written (row-major).
        order: Order;
        /// The most axes a tensor may have (255).
        max_rank: usize;
        /// The most elements a tensor may have (no limit).
        max_elements: usize;
        /// The most bytes the elements of a tensor may have (no limit).
        max_bytes: usize;
        /// Whether bytes may follow the tensor.
        allow_trailing: bool;
    }
}
