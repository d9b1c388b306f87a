//! Arrow's own files and streams.
//!
//! ```
//! use std::io::Cursor;
//! use tensor_format::Tensor;
//! use tensor_format_arrow::ipc;
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Sample {
//!     boxes: Vec<[f32; 4]>,
//!     label: String,
//! }
//!
//! let samples = [Sample { boxes: vec![[0.5; 4]], label: "cat".into() }];
//! let file = ipc::write_file(Vec::new(), &samples)?;
//! assert_eq!(ipc::read_file::<Sample, _>(Cursor::new(file))?, samples);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A reader checks the schema before it reads a batch. The columns that a type does not have are not read from a file.

use std::io::{Read, Seek, Write};

use tensor_format::{DecodeError, DecodeOwned, Encode, EncodeError, HasRules, Rules};

pub use super::framing::{Batches, Checked, unread};
use super::{
    arrow_array::{RecordBatch, RecordBatchReader},
    arrow_ipc::{
        reader::{FileReader, StreamReader},
        writer::{FileWriter, StreamWriter},
    },
    arrow_schema::{ArrowError, Schema},
    builder::BatchBuilder,
    field::check_sizes,
    framing::check_file,
    matching::match_columns,
    values::Values,
};
use crate::{fault::Fault, options::WriteOptions, plan::record_of};

/// The batches of a file.
pub type FileBatches<R> = Batches<FileReader<R>>;

/// The batches of a stream.
pub type StreamBatches<R> = Batches<StreamReader<Checked<R>>>;

/// The most rows of a batch of a file or stream, so that a reader need not hold a file as a whole.
const ROWS: usize = 1 << 16;

/// Writes values as a file, and returns the writer.
///
/// # Errors
///
/// As [`BatchBuilder::push`], and when the output cannot be written.
pub fn write_file<T: Encode, W: Write>(out: W, values: &[T]) -> Result<W, EncodeError> {
    write_file_with(out, values, &WriteOptions::new().max_rows(ROWS))
}

/// Does the same as [`write_file`], with these options and values that come one by one.
///
/// # Errors
///
/// As [`write_file`].
pub fn write_file_with<'v, T: Encode + 'v, W: Write>(
    out: W,
    values: impl IntoIterator<Item = &'v T>,
    options: &WriteOptions,
) -> Result<W, EncodeError> {
    let mut builder = BatchBuilder::new(options)?;
    let mut writer = FileWriter::try_new(out, &builder.schema()).map_err(unwritten)?;
    for_each_batch(&mut builder, values, |batch| writer.write(&batch))?;
    writer.into_inner().map_err(unwritten)
}

/// Writes values as a stream, and returns the writer.
///
/// # Errors
///
/// As [`write_file`].
pub fn write_stream<T: Encode, W: Write>(out: W, values: &[T]) -> Result<W, EncodeError> {
    write_stream_with(out, values, &WriteOptions::new().max_rows(ROWS))
}

/// Does the same as [`write_stream`], with these options and values that come one by one.
///
/// # Errors
///
/// As [`write_file`].
pub fn write_stream_with<'v, T: Encode + 'v, W: Write>(
    out: W,
    values: impl IntoIterator<Item = &'v T>,
    options: &WriteOptions,
) -> Result<W, EncodeError> {
    let mut builder = BatchBuilder::new(options)?;
    let mut writer = StreamWriter::try_new(out, &builder.schema()).map_err(unwritten)?;
    for_each_batch(&mut builder, values, |batch| writer.write(&batch))?;
    writer.into_inner().map_err(unwritten)
}

/// Calls `write` with each batch of the values.
fn for_each_batch<'v, T: Encode + 'v>(
    builder: &mut BatchBuilder<T>,
    values: impl IntoIterator<Item = &'v T>,
    mut write: impl FnMut(RecordBatch) -> Result<(), ArrowError>,
) -> Result<(), EncodeError> {
    for value in values {
        if let Some(full) = builder.push(value)? {
            write(full).map_err(unwritten)?;
        }
    }
    if builder.rows() > 0 {
        write(builder.finish()?).map_err(unwritten)?;
    }
    Ok(())
}

fn unwritten(error: ArrowError) -> EncodeError {
    match error {
        ArrowError::IoError(_, error) => error.into(),
        error => Fault::arrow(&error).into(),
    }
}

/// Reads all values of a file.
///
/// # Errors
///
/// As [`file()`] and [`Values`].
pub fn read_file<T: DecodeOwned, R: Read + Seek>(input: R) -> Result<Vec<T>, DecodeError> {
    file(input)?.collect()
}

/// Reads all values of a stream.
///
/// # Errors
///
/// As [`stream()`] and [`Values`].
pub fn read_stream<T: DecodeOwned, R: Read>(input: R) -> Result<Vec<T>, DecodeError> {
    stream(input)?.collect()
}

/// Begins to read the values of a file, a batch at a time; the columns that the type does not have are passed over.
///
/// # Errors
///
/// What Arrow cannot read, and as [`check_schema`](super::check_schema).
pub fn file<T: DecodeOwned, R: Read + Seek>(mut input: R) -> Result<Values<T, FileBatches<R>>, DecodeError> {
    let schema = file_batches(&mut input)?.schema();
    let columns = columns_of::<T>(&schema)?;
    let projected = schema.project(&columns).map_err(unread)?;
    let reader = Batches::new(|| FileReader::try_new(input, Some(columns))).map_err(unread)?;
    Values::new(&projected, reader)
}

/// Begins to read the values of a stream, a batch at a time.
///
/// # Errors
///
/// As [`file()`].
pub fn stream<T: DecodeOwned, R: Read>(input: R) -> Result<Values<T, StreamBatches<R>>, DecodeError> {
    let reader = stream_batches(input)?;
    let schema = reader.schema();
    Values::new(&schema, reader)
}

/// Begins to read the batches of a file, after a look at what arrow-rs takes, and panics at later: lists of negative
/// sizes in the schema, and messages that say that their buffers are outside of them.
///
/// # Errors
///
/// What Arrow cannot read, and [`Storage`](crate::FaultKind::Storage) of a negative size.
pub fn file_batches<R: Read + Seek>(mut input: R) -> Result<FileBatches<R>, DecodeError> {
    check_file(&mut input).map_err(unread)?;
    let reader = Batches::new(|| FileReader::try_new(input, None)).map_err(unread)?;
    check_all_sizes(&reader.schema())?;
    Ok(reader)
}

/// Begins to read the batches of a stream, as [`file_batches`] does those of a file: each message is looked at as it
/// comes.
///
/// # Errors
///
/// As [`file_batches`].
pub fn stream_batches<R: Read>(input: R) -> Result<StreamBatches<R>, DecodeError> {
    let reader = Batches::new(|| StreamReader::try_new(Checked::new(input), None)).map_err(unread)?;
    check_all_sizes(&reader.schema())?;
    Ok(reader)
}

pub(crate) fn check_all_sizes(schema: &Schema) -> Result<(), DecodeError> {
    schema.fields().iter().try_for_each(|field| {
        check_sizes(field.data_type()).map_err(|fault| DecodeError::from(fault).in_parameter(field.name()))
    })
}

/// Returns the positions of the columns that a type is read from. If unknown ones are refused, all are read.
pub(crate) fn columns_of<T: HasRules>(schema: &Schema) -> Result<Vec<usize>, DecodeError> {
    let rules: Rules<'static> = T::RULES;
    let record = record_of(&rules)?;
    let matched = match_columns(&record, schema)?;
    if record.denies_unknown() {
        return Ok((0..schema.fields().len()).collect());
    }
    let params = matched.params.iter().flatten().map(|matched| matched.column);
    let mut columns: Vec<usize> = params.chain(matched.metadata.into_iter().flatten()).collect();
    columns.sort_unstable();
    Ok(columns)
}
