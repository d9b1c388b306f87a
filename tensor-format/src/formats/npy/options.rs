//! Options for reading and writing files.

use crate::ByteOrder;

/// The order of a file's elements: which axis varies fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The last axis varies fastest: `fortran_order: False`.
    #[default]
    RowMajor,
    /// The first axis varies fastest: `fortran_order: True`.
    ColumnMajor,
}

/// The options for reading and writing `.npy` files. The default writes little-endian numbers in row-major order, and
/// reads every file that NumPy writes.
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
    /// Returns the default options.
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
        /// Sets the byte order of numbers that are written (little-endian).
        byte_order: ByteOrder;
        /// Sets the order of elements that are written (row-major).
        order: Order;
        /// Sets the most axes a tensor may have (255).
        max_rank: usize;
        /// Sets the most elements a tensor may have (no limit).
        max_elements: usize;
        /// Sets the most bytes the elements of a tensor may have (no limit).
        max_bytes: usize;
        /// Sets whether bytes may follow the tensor.
        allow_trailing: bool;
    }
}
