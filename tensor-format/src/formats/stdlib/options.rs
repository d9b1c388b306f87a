//! Options for reading and writing meta-data records.

use super::{Table, TableChoice};
use crate::{ByteOrder, error::ExpansionLimit};

/// The options for reading and writing meta-data records. The default is the current table, strictly, and the machine's
/// byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub(super) table: TableChoice,
    pub(super) byte_order: ByteOrder,
    pub(super) max_expanded: ExpansionLimit,
    pub(super) max_rank: usize,
    pub(super) max_elements: usize,
    pub(super) lenient: bool,
}

default_is_new!(Options);

impl Options {
    /// Returns the default options: the current table, strictly.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            table: TableChoice::Is(Table::Current),
            byte_order: ByteOrder::NATIVE,
            max_expanded: ExpansionLimit::DEFAULT,
            max_rank: usize::MAX,
            max_elements: usize::MAX,
            lenient: false,
        }
    }

    /// Sets the table whose numbers the records use. No other is tried.
    #[must_use]
    pub const fn table(mut self, table: Table) -> Self {
        self.table = TableChoice::Is(table);
        self
    }

    /// Sets that the table is found from the bytes where they settle it; see [`TableChoice::Detect`]. Records are
    /// written with the current table.
    #[must_use]
    pub const fn detect_table(mut self) -> Self {
        self.table = TableChoice::Detect;
        self
    }

    setters! {
        /// Sets whether records are accepted that the package can write but no typed reader can use: markers and
        /// user-defined types in place of an element type, a shape whose product overflows, strides and offsets that
        /// are no multiples of the element size or reach below byte 0, unknown flags.
        lenient: bool;
        /// Sets the most axes an array may have (no limit; a tensor has at most 255).
        max_rank: usize;
        /// Sets the most elements an array may have (no limit).
        max_elements: usize;
        /// Sets the byte order of records and data that are written; the default is the machine's.
        byte_order: ByteOrder;
    }

    /// Sets the most bytes that elements may expand to when they are copied because strides repeat or reorder them (64
    /// MiB and 32 bytes for each byte of the input). Borrowed elements have no limit.
    #[must_use]
    pub const fn max_expanded(mut self, bytes: u64) -> Self {
        self.max_expanded = ExpansionLimit::bytes(bytes);
        self
    }
}
