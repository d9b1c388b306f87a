//! How columns are written, and files and streams read.

use tensor_format::{ErrorKind, codec::MAX_EMPTY_ITEMS, error::Limit};

/// How files and streams of Arrow are read.
///
/// ```
/// use tensor_format_arrow::ReadOptions;
/// let options = ReadOptions::new().max_expanded(1 << 30).max_empty_items(1 << 20);
/// assert_eq!(options.max_expanded, Some(1 << 30));
/// ```
///
/// They bound what is taken for bytes that are not in the input. Values that are made of it may be larger: an
/// `Option<[f32; 1000]>` takes 4,000 bytes where the input says null in a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The most bytes that the compressed buffers of one batch of IPC, or one page of Parquet, may expand to, and that
    /// the texts and byte strings of one batch may be together where several rows share their bytes, as views do; 64
    /// MiB and 32 for each byte of the batch or page if it is `None`.
    ///
    /// A schema may take as much, and never less than is stated for what it is in: some 40,000 columns of Parquet, or
    /// 250,000 of Arrow.
    ///
    /// A page of Parquet is in memory up to twice: as it expands, and as the values that are copied out of it.
    ///
    /// Not bounded is what rows of Parquet share in a dictionary of texts or byte strings: up to 2 GiB a column in a
    /// batch, and more in lists of texts whose offsets have 64 bits.
    pub max_expanded: Option<u64>,
    /// The most rows that take no bytes of the input, of one batch of IPC or one file of Parquet; 4,096 if it is `None`.
    /// Such are tensors without elements, and the rows of a type of whose columns the input has none, beyond one for each bit
    /// of its other columns in IPC, and for each byte of them in Parquet. As many items without elements the values of one
    /// batch may hold, beyond one for each 4 bytes, as the rows of `[n, 0]`, empty lists in lists, tensors without elements
    /// in a list of `Many`, and byte strings of size 0; each row may have its share of them. An item counts once for every 128
    /// bytes of its type: of records in a list with an `Option<[f32; 768]>`, one that is absent counts 25 times, so that a
    /// batch of 1,000 rows without any needs more than is allowed without this option. Rows that are read once and in order
    /// share what they may have, all of [`from_batch`](crate::from_batch) and 256 of [`Values`](crate::Values).
    pub max_empty_items: Option<u64>,
}

impl ReadOptions {
    /// Creates options with the limit that is stated for each.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_expanded: None, max_empty_items: None }
    }

    /// Sets [`max_expanded`](Self::max_expanded).
    #[must_use]
    pub const fn max_expanded(mut self, bytes: u64) -> Self {
        self.max_expanded = Some(bytes);
        self
    }

    /// Sets [`max_empty_items`](Self::max_empty_items).
    #[must_use]
    pub const fn max_empty_items(mut self, items: u64) -> Self {
        self.max_empty_items = Some(items);
        self
    }

    /// Returns the most items without elements of a batch, beyond one for each 4 bytes.
    pub(crate) fn most_empty(&self) -> usize {
        self.max_empty_items.map_or(MAX_EMPTY_ITEMS, |max| usize::try_from(max).unwrap_or(usize::MAX))
    }

    /// Refuses so many rows that take no bytes.
    pub(crate) fn check_empty(&self, rows: u64) -> Result<(), ErrorKind> {
        let max = self.max_empty_items.unwrap_or(MAX_EMPTY_ITEMS as u64);
        if rows <= max {
            return Ok(());
        }
        Err(ErrorKind::LimitExceeded { limit: Limit::EmptyItems, max, found: rows })
    }
}

/// How columns are written. Readers need none of it.
///
/// ```
/// use tensor_format_arrow::WriteOptions;
/// let options = WriteOptions::new().plain(true).max_rows(8192);
/// assert!(options.plain);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Whether columns have no extension types: a tensor of rank 1 is a list, one of higher rank the list of all its
    /// elements, and one of variable shape a struct of its elements and its shape. For Hugging Face's `datasets`, which
    /// refuses extension types, and for Ray, which cannot read those of variable shape.
    pub plain: bool,
    /// Whether truth values are bytes under `arrow.bool8`, in place of bits: scalars, and tensors of fixed shape. In
    /// those of variable shape pyarrow does not take them. No extension type is written if `plain` is set too, and then
    /// they are bits.
    pub bool8: bool,
    /// Whether texts and byte strings have offsets of 64 bits, so that one batch may hold more than 2 GiB of them.
    pub large: bool,
    /// The most rows of one batch, and of one group of rows of Parquet; 65,536 unless it is set.
    pub max_rows: usize,
    /// The bytes with which a batch ends, and a group of rows of Parquet as it is stored; 64 MiB unless it is set. The
    /// row that makes it so many is the last. Counted are all elements, and the numbers that tell them apart. Writers
    /// hold one batch or group at a time, and a few times its bytes while it is encoded.
    pub max_bytes: usize,
    /// The most elements of one column of variable shape, and the most bytes of one column of texts, in one batch: at
    /// most 2^31-1, since offsets have 32 bits. Where texts have offsets of 64 bits, their bytes have no such bound
    /// unless one is set. DataFusion joins batches, and then wants fewer.
    pub max_elements: usize,
}

impl WriteOptions {
    /// The most elements that offsets of 32 bits can tell apart.
    pub(crate) const MOST: usize = i32::MAX as usize;

    /// Creates options under which pyarrow's types are written, and batches end after 65,536 rows, with 64 MiB, or
    /// where offsets of 32 bits end.
    #[must_use]
    pub const fn new() -> Self {
        let (max_rows, max_bytes) = (1 << 16, 64 << 20);
        Self { plain: false, bool8: false, large: false, max_rows, max_bytes, max_elements: Self::MOST }
    }

    /// Sets [`plain`](Self::plain).
    #[must_use]
    pub const fn plain(mut self, plain: bool) -> Self {
        self.plain = plain;
        self
    }

    /// Sets [`bool8`](Self::bool8).
    #[must_use]
    pub const fn bool8(mut self, bool8: bool) -> Self {
        self.bool8 = bool8;
        self
    }

    /// Sets [`large`](Self::large).
    #[must_use]
    pub const fn large(mut self, large: bool) -> Self {
        self.large = large;
        self
    }

    /// Sets [`max_rows`](Self::max_rows); at least one row is written.
    #[must_use]
    pub const fn max_rows(mut self, rows: usize) -> Self {
        self.max_rows = if rows == 0 { 1 } else { rows };
        self
    }

    /// Sets [`max_bytes`](Self::max_bytes); at least one row is written.
    #[must_use]
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Sets [`max_elements`](Self::max_elements).
    #[must_use]
    pub const fn max_elements(mut self, elements: usize) -> Self {
        self.max_elements = if elements < Self::MOST { elements } else { Self::MOST };
        self
    }

    /// The most bytes of the texts of one column.
    pub(crate) const fn max_text(&self) -> usize {
        if self.large && self.max_elements == Self::MOST { usize::MAX } else { self.max_elements }
    }

    /// Whether truth values are bytes.
    pub(crate) const fn writes_bool8(&self) -> bool {
        self.bool8 && !self.plain
    }
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self::new()
    }
}
