//! Reads values from the rows of a batch.

use std::{marker::PhantomData, ops::Range};

use tensor_format::{Decode, DecodeError, DecodeOwned, ErrorKind, Rules, codec::MAX_EMPTY_ITEMS};

use super::{arrow_array::RecordBatch, batch_columns::Columns, empty_items::RowLimit, source::RowSource};
use crate::{ReadOptions, plan::record_of};

mod all_rows;
use all_rows::read_together;

/// The values of the rows of a batch, which may borrow from it: `ArrayView`, [`View`](tensor_format::View), `&str`.
/// Nothing is allocated for a row whose tensors have at most six axes each, and at most four named ones together: for
/// more, lists of lengths are.
///
/// ```
/// use ndarray::ArrayView2;
/// use tensor_format::Tensor;
/// use tensor_format_arrow::{Rows, to_batch};
///
/// #[derive(Tensor)]
/// struct Sample {
///     boxes: Vec<[f32; 4]>,
///     label: String,
/// }
///
/// #[derive(Tensor)]
/// struct SampleRef<'b> {
///     #[tensor(shape = [_, 4])]
///     boxes: ArrayView2<'b, f32>,
///     label: &'b str,
/// }
///
/// let batch = to_batch(&[Sample { boxes: vec![[0.0, 1.0, 2.0, 3.0]], label: "cat".into() }])?;
/// for row in Rows::<SampleRef>::new(&batch)? {
///     let row = row?;
///     assert_eq!((row.boxes[[0, 3]], row.label), (3.0, "cat"));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It is for one thread, since it counts what it reads: others take a slice of the batch each, by `RecordBatch::slice`.
///
/// The columns are found by their names, in any order; a column may be of any kind that holds such tensors, whatever
/// this crate would write. A null is an absent value. The rules of the type are checked row by row: an error says
/// which.
pub struct Rows<'b, T> {
    columns: Columns<'b>,
    rows: Range<usize>,
    first: u64,
    empty: RowLimit,
    values: PhantomData<fn() -> T>,
}

impl<'b, T: Decode<'b>> Rows<'b, T> {
    /// Begins at the first row.
    ///
    /// # Errors
    ///
    /// As [`check_schema`](super::check_schema); and [`LimitExceeded`](ErrorKind::LimitExceeded) if the batch claims
    /// more than 4,096 rows, none of which takes any memory.
    pub fn new(batch: &'b RecordBatch) -> Result<Self, DecodeError> {
        let rules: Rules<'static> = T::RULES;
        let columns = Columns::new(&record_of(&rules)?, batch)?;
        Ok(Self { columns, rows: 0..batch.num_rows(), first: 0, empty: RowLimit::default(), values: PhantomData })
    }

    /// Sets the number of rows in the batches before, so that errors count rows over all of them.
    #[must_use]
    pub fn after(mut self, rows: u64) -> Self {
        self.first = rows;
        self
    }

    /// Sets the most items without elements of the batch, beyond one for each 4 bytes:
    /// [`ReadOptions::max_empty_items`]. The other limits are those of files and streams.
    #[must_use]
    pub fn with_options(mut self, options: &ReadOptions) -> Self {
        self.columns.max_empty_items = options.most_empty();
        self
    }

    /// Returns the value of a row, wherever the iteration is.
    ///
    /// # Errors
    ///
    /// Where the row breaks the rules of the type, is damaged, or cannot be borrowed, as a
    /// [`TensorRef`](tensor_format::TensorRef) of bits, or of bytes of `arrow.bool8` other than 0 and 1;
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) if it has more items without elements than its share of 4,096 and one for
    /// each 4 bytes; [`Index`](ErrorKind::Index) if there is no such row.
    pub fn get(&self, row: usize) -> Result<T, DecodeError> {
        if row >= self.rows.end {
            let index = i64::try_from(row).unwrap_or(i64::MAX);
            return Err(ErrorKind::Index { index, len: self.rows.end }.into());
        }
        let located = |error: DecodeError| error.in_record(self.first.saturating_add(row as u64));
        self.empty.set(None);
        RowSource::decode(&self.columns, row, &self.empty).map_err(located)
    }
}

impl<'b, T: Decode<'b>> Iterator for Rows<'b, T> {
    type Item = Result<T, DecodeError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next()?;
        Some(self.get(row))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl<'b, T: Decode<'b>> ExactSizeIterator for Rows<'b, T> {}

/// Returns the values of all rows of a batch: [`Rows`] that own what they hold, and take options.
///
/// # Errors
///
/// As [`Rows::new`] and [`Rows::get`], for the first row that fails.
pub fn from_batch<T: DecodeOwned>(batch: &RecordBatch) -> Result<Vec<T>, DecodeError> {
    let mut values = Vec::new();
    read(batch, (0..batch.num_rows(), 0), MAX_EMPTY_ITEMS, &mut values)?;
    Ok(values)
}

/// Adds the values of these rows of a batch to a list; `before` is the number of rows before them, for errors, and
/// `max_empty_items` that of items without elements which the batch may have beyond one for each 4 bytes.
pub(super) fn read<T: DecodeOwned>(
    batch: &RecordBatch,
    (rows, before): (Range<usize>, u64),
    max_empty_items: usize,
    values: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let rules: Rules<'static> = T::RULES;
    let record = record_of(&rules)?;
    let columns = Columns { max_empty_items, once: rows.clone(), ..Columns::new(&record, batch)? };
    let bytes = (rows.len() as u64).saturating_mul(size_of::<T>() as u64);
    values.try_reserve_exact(rows.len()).map_err(|_| ErrorKind::OutOfMemory { bytes })?;
    if read_together(&columns, &record, &rows, values) {
        return Ok(());
    }
    let empty = RowLimit::default();
    for (index, row) in rows.enumerate() {
        let value = RowSource::decode(&columns, row, &empty);
        values.push(value.map_err(|error| error.in_record(before.saturating_add(index as u64)))?);
    }
    Ok(())
}
