//! Values of many batches, one after another.

use tensor_format::{DecodeError, DecodeOwned};

use super::{
    arrow_array::RecordBatch,
    arrow_schema::{ArrowError, Schema},
    check::check_schema,
    framing::unread,
    rows::read,
};

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
/// Errors count rows over all batches. After an error there are no more values.
pub struct Values<T, B> {
    batches: Option<B>,
    values: std::vec::IntoIter<T>,
    /// The number of rows in the batches that were read.
    rows: u64,
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
        Ok(Self { batches: Some(batches), values: Vec::new().into_iter(), rows: 0, error: None })
    }

    /// Reads the next batch; returns whether there is one.
    fn next_batch(&mut self) -> bool {
        let Some(batch) = self.batches.as_mut().and_then(Iterator::next) else { return false };
        let mut values = Vec::new();
        self.error = self.read(batch, &mut values).err();
        if self.error.is_some() {
            self.batches = None;
        }
        self.values = values.into_iter();
        true
    }

    fn read(&mut self, batch: Result<RecordBatch, ArrowError>, values: &mut Vec<T>) -> Result<(), DecodeError> {
        let batch = batch.map_err(unread)?;
        read(&batch, self.rows, values)?;
        self.rows = self.rows.saturating_add(batch.num_rows() as u64);
        Ok(())
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
            if !self.next_batch() {
                return None;
            }
        }
    }
}
