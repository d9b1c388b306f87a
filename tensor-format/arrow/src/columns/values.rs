//! Values of many batches, one after another.

use tensor_format::{DecodeError, DecodeOwned, codec::MAX_EMPTY_ITEMS};

use super::{
    arrow_array::RecordBatch,
    arrow_schema::{ArrowError, Schema},
    check::check_schema,
    ipc::unread,
    rows::read,
};
use crate::ReadOptions;

/// The rows that are read at once: enough that finding the columns does not count.
const ROWS: usize = 256;

/// The values of many batches, row by row: of a file, a stream, or what a query gives.
///
/// ```
/// use tensor_format::Tensor;
/// use tensor_format_arrow::{Values, schema_of, to_batch};
///
/// #[derive(Tensor, Debug, PartialEq)]
/// struct Row {
///     x: f32,
/// }
///
/// let batches = [to_batch(&[Row { x: 1.0 }])?, to_batch(&[Row { x: 2.0 }])?];
/// let values = Values::<Row, _>::new(&*schema_of::<Row>()?, batches.into_iter().map(Ok))?;
/// assert_eq!(values.collect::<Result<Vec<Row>, _>>()?, [Row { x: 1.0 }, Row { x: 2.0 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Errors count rows over all batches. After an error there are no more values. Beside the batch there are at most 256
/// values in memory that were not given.
pub struct Values<T, B> {
    batches: Option<B>,
    /// The batch that is read, and its next row.
    batch: Option<(RecordBatch, usize)>,
    values: std::vec::IntoIter<T>,
    /// The number of rows that were read.
    rows: u64,
    max_empty_items: usize,
    /// An error behind the values that are left.
    error: Option<DecodeError>,
}

impl<T: DecodeOwned, B: Iterator<Item = Result<RecordBatch, ArrowError>>> Values<T, B> {
    /// Begins before the first batch.
    ///
    /// # Errors
    ///
    /// As [`check_schema`].
    pub fn new(schema: &Schema, batches: B) -> Result<Self, DecodeError> {
        check_schema::<T>(schema)?;
        Ok(Self {
            batches: Some(batches),
            batch: None,
            values: Vec::new().into_iter(),
            rows: 0,
            max_empty_items: MAX_EMPTY_ITEMS,
            error: None,
        })
    }

    /// Sets the most items without elements of a batch, beyond one for each 4 bytes:
    /// [`ReadOptions::max_empty_items`]. The other limits are those of files and streams.
    #[must_use]
    pub fn with_options(self, options: &ReadOptions) -> Self {
        Self { max_empty_items: options.most_empty(), ..self }
    }

    /// Reads the next values; returns whether there are any, or an error.
    fn read_more(&mut self) -> bool {
        let mut values = Vec::new();
        let more = self.read(&mut values);
        if more.is_err() {
            (self.batches, self.batch) = (None, None);
        }
        self.values = values.into_iter();
        more.unwrap_or_else(|error| {
            self.error = Some(error);
            true
        })
    }

    fn read(&mut self, values: &mut Vec<T>) -> Result<bool, DecodeError> {
        let (batch, begin) = match self.batch.take() {
            Some(begun) => begun,
            None => match self.batches.as_mut().and_then(Iterator::next) {
                Some(next) => (next.map_err(unread)?, 0),
                None => return Ok(false),
            },
        };
        let end = begin.saturating_add(ROWS).min(batch.num_rows());
        read(&batch, (begin..end, self.rows), self.max_empty_items, values)?;
        self.rows = self.rows.saturating_add(end.saturating_sub(begin) as u64);
        self.batch = (end < batch.num_rows()).then_some((batch, end));
        Ok(true)
    }
}

impl<T: DecodeOwned, B: Iterator<Item = Result<RecordBatch, ArrowError>>> Iterator for Values<T, B> {
    type Item = Result<T, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(value) = self.values.next() {
                return Some(Ok(value));
            }
            if let Some(error) = self.error.take() {
                return Some(Err(error));
            }
            if !self.read_more() {
                return None;
            }
        }
    }
}
