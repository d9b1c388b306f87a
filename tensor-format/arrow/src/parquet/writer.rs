//! Writes batches as a Parquet file.

use std::{io::Write, sync::Arc};

use parquet_60::arrow::ArrowWriter;
use tensor_format::{EncodeError, error::Violation};

use super::{encodings::properties, guard::writing, writable};
use crate::{
    arrow_array::{Array, RecordBatch},
    arrow_schema::{Field, Schema, SchemaRef},
    fault::{Fault, FaultKind},
    options::WriteOptions,
};

/// Writes batches as a Parquet file, under the properties that [`properties()`](super::properties()) says. For programs
/// that have batches; [`write()`](super::write()) takes values.
///
/// A group of rows ends with the batch that makes it have [`WriteOptions::max_rows`] rows, or
/// [`WriteOptions::max_bytes`] bytes as it is stored. What Parquet's library fails for with a panic is an error, after
/// the program's panic hook has run.
///
/// ```
/// use tensor_format::Tensor;
/// use tensor_format_arrow::{WriteOptions, parquet, to_batch};
///
/// #[derive(Tensor, Debug, PartialEq)]
/// struct Row {
///     x: f32,
/// }
///
/// let batch = to_batch(&[Row { x: 1.0 }, Row { x: 2.0 }])?;
/// let mut writer = parquet::BatchWriter::new(Vec::new(), batch.schema(), &WriteOptions::new())?;
/// writer.write(&batch)?;
/// writer.write(&batch.slice(0, 1))?;
/// let file = writer.finish()?;
/// assert_eq!(parquet::read::<Row, _>(bytes::Bytes::from(file))?.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BatchWriter<W: Write + Send> {
    /// `None` after an error, which leaves it in no known state.
    writer: Option<ArrowWriter<W>>,
    schema: SchemaRef,
    options: WriteOptions,
}

impl<W: Write + Send> BatchWriter<W> {
    /// Begins a file of batches of this schema.
    ///
    /// # Errors
    ///
    /// As [`check_writable`](super::check_writable), and when the output cannot be written.
    pub fn new(out: W, schema: SchemaRef, options: &WriteOptions) -> Result<Self, EncodeError> {
        writable::check(&schema)?;
        Self::begin(out, schema, options)
    }

    /// Begins a file of batches of a schema that this crate has made, which Parquet's library need not be asked about.
    pub(super) fn of_values(out: W, schema: SchemaRef, options: &WriteOptions) -> Result<Self, EncodeError> {
        writable::check_known(&schema)?;
        Self::begin(out, schema, options)
    }

    fn begin(out: W, schema: SchemaRef, options: &WriteOptions) -> Result<Self, EncodeError> {
        let properties = properties(&schema);
        let writer = writing(|| ArrowWriter::try_new(out, Arc::clone(&schema), Some(properties)))?;
        Ok(Self { writer: Some(writer), schema, options: *options })
    }

    /// Writes a batch.
    ///
    /// # Errors
    ///
    /// When the output cannot be written, or the batch is of another schema: columns of other names, types or metadata, or in
    /// another order, and nulls where the schema has none. Metadata may be left out. After an error nothing more is written.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), EncodeError> {
        let mut writer = self.writer.take().ok_or_else(ended)?;
        check_batch(&self.schema, batch)?;
        writing(|| {
            writer.write(batch)?;
            let is_full =
                writer.in_progress_rows() >= self.options.max_rows || writer.memory_size() >= self.options.max_bytes;
            if is_full { writer.flush() } else { Ok(()) }
        })?;
        self.writer = Some(writer);
        Ok(())
    }

    /// Writes a batch of few bytes, in two parts where a group would get too many rows. Of a large one the library
    /// converts the elements of all its lists for each part.
    pub(super) fn write_parts(&mut self, batch: &RecordBatch) -> Result<(), EncodeError> {
        let begun = self.writer.as_ref().map_or(0, ArrowWriter::in_progress_rows);
        let first = self.options.max_rows.saturating_sub(begun).min(batch.num_rows());
        self.write(&batch.slice(0, first))?;
        let rest = batch.num_rows().saturating_sub(first);
        if rest > 0 { self.write(&batch.slice(first, rest)) } else { Ok(()) }
    }

    /// Returns the output, to which groups are written as they end, but for their last bytes, which are buffered;
    /// `None` after an error. What was written to memory may be taken out of it.
    pub fn get_mut(&mut self) -> Option<&mut W> {
        self.writer.as_mut().map(ArrowWriter::inner_mut)
    }

    /// Writes what comes behind the last batch, and returns the output.
    ///
    /// # Errors
    ///
    /// When the output cannot be written, or could not before.
    pub fn finish(self) -> Result<W, EncodeError> {
        let writer = self.writer.ok_or_else(ended)?;
        writing(|| writer.into_inner())
    }
}

fn ended() -> EncodeError {
    Fault::ipc("a file that is being written", "one that could not be").into()
}

/// Compares the columns of a batch with those of the file: Parquet's library takes them as they come.
fn check_batch(schema: &SchemaRef, batch: &RecordBatch) -> Result<(), EncodeError> {
    if Arc::ptr_eq(schema, batch.schema_ref()) {
        return Ok(());
    }
    let fields = schema.fields().len().max(batch.num_columns());
    let violations: Vec<Violation> = (0..fields).filter_map(|at| other_column(schema, batch, at)).collect();
    EncodeError::from_violations(violations).map_or(Ok(()), Err)
}

/// Returns what is wrong with the column of a batch at a position of the schema.
fn other_column(schema: &Schema, batch: &RecordBatch, at: usize) -> Option<Violation> {
    let (wanted, given) = (schema.fields().get(at), batch.schema_ref().fields().get(at));
    if let (Some(wanted), Some(given), Some(array)) = (wanted, given, batch.columns().get(at)) {
        // Engines call columns nullable that have no nulls.
        let has_nulls = given.is_nullable() && array.null_count() > 0;
        if wanted.contains(&given.as_ref().clone().with_nullable(has_nulls)) {
            return None;
        }
    }
    let text = |field: Option<&Field>| field.map_or_else(|| "no column".to_owned(), ToString::to_string);
    let expected = format!("the column of the file, {}", text(wanted.map(AsRef::as_ref)));
    let fault = Fault::schema(FaultKind::Storage, expected, text(given.map(AsRef::as_ref)));
    Some(Violation { parameter: wanted.or(given).map(|field| field.name().as_str().into()), kind: fault.into() })
}
