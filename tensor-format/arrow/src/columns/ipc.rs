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
//! A reader checks the schema before it reads a batch. The columns that a type does not have are not read from a file,
//! and not decoded from a stream.

mod decoder;
pub(crate) mod fields;
mod file;
mod layout;
mod stream;

use std::io::{Read, Seek, Write};

use tensor_format::{DecodeError, DecodeOwned, Encode, EncodeError, HasRules, Rules};

pub use self::{
    decoder::unread,
    file::{FileBatches, InPlaceBatches},
    stream::StreamBatches,
};
use super::{
    arrow_array::{RecordBatch, RecordBatchReader},
    arrow_buffer::Buffer,
    arrow_ipc::writer::{FileWriter, StreamWriter},
    arrow_schema::{ArrowError, Schema},
    builder::BatchBuilder,
    matching::match_columns,
    values::Values,
};
use crate::{
    fault::Fault,
    options::{ReadOptions, WriteOptions},
    plan::record_of,
};

/// Writes values as a file, and returns the writer. Neither it nor a reader holds more than one batch of it at a time.
///
/// # Errors
///
/// As [`BatchBuilder::push`], and when the output cannot be written.
pub fn write_file<T: Encode, W: Write>(out: W, values: &[T]) -> Result<W, EncodeError> {
    write_file_with(out, values, &WriteOptions::new())
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
    write_stream_with(out, values, &WriteOptions::new())
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
    read_file_with(input, &ReadOptions::new())
}

/// Does the same as [`read_file`], with these options.
///
/// # Errors
///
/// As [`read_file`].
pub fn read_file_with<T: DecodeOwned, R: Read + Seek>(input: R, options: &ReadOptions) -> Result<Vec<T>, DecodeError> {
    file_with(input, options)?.collect()
}

/// Reads all values of a stream.
///
/// # Errors
///
/// As [`stream()`] and [`Values`].
pub fn read_stream<T: DecodeOwned, R: Read>(input: R) -> Result<Vec<T>, DecodeError> {
    read_stream_with(input, &ReadOptions::new())
}

/// Does the same as [`read_stream`], with these options.
///
/// # Errors
///
/// As [`read_stream`].
pub fn read_stream_with<T: DecodeOwned, R: Read>(input: R, options: &ReadOptions) -> Result<Vec<T>, DecodeError> {
    stream_with(input, options)?.collect()
}

/// Begins to read the values of a file, row by row; the columns that the type does not have are not read from it.
///
/// # Errors
///
/// As [`file_batches`], and as [`check_schema`](super::check_schema).
pub fn file<T: DecodeOwned, R: Read + Seek>(input: R) -> Result<Values<T, FileBatches<R>>, DecodeError> {
    file_with(input, &ReadOptions::new())
}

/// Does the same as [`file()`], with these options.
///
/// # Errors
///
/// As [`file()`].
pub fn file_with<T: DecodeOwned, R: Read + Seek>(
    input: R,
    options: &ReadOptions,
) -> Result<Values<T, FileBatches<R>>, DecodeError> {
    values(file_batches_with(input, options)?.columns_of::<T>()?, options)
}

/// Begins to read the values of a stream, row by row; the columns that the type does not have are passed over.
///
/// # Errors
///
/// As [`file()`].
pub fn stream<T: DecodeOwned, R: Read>(input: R) -> Result<Values<T, StreamBatches<R>>, DecodeError> {
    stream_with(input, &ReadOptions::new())
}

/// Does the same as [`stream()`], with these options.
///
/// # Errors
///
/// As [`file()`].
pub fn stream_with<T: DecodeOwned, R: Read>(
    input: R,
    options: &ReadOptions,
) -> Result<Values<T, StreamBatches<R>>, DecodeError> {
    values(stream_batches_with(input, options)?.columns_of::<T>()?, options)
}

fn values<T: DecodeOwned, B: RecordBatchReader>(
    batches: B,
    options: &ReadOptions,
) -> Result<Values<T, B>, DecodeError> {
    Ok(Values::new(&batches.schema(), batches)?.with_options(options))
}

/// Begins to read the batches of a file. Each message is checked before arrow-rs reads it, which fails with a panic for
/// many that are damaged.
///
/// # Errors
///
/// What is no file of Arrow's, messages that overlap, and [`Storage`](crate::FaultKind::Storage) of a list of negative
/// size. Batches fail where the file is damaged, and with [`LimitExceeded`](tensor_format::ErrorKind::LimitExceeded) if
/// compressed ones expand to more than [`ReadOptions::max_expanded`], texts that share their bytes are more than that
/// together, or more rows than [`ReadOptions::max_empty_items`] take no bytes: each `_with` function takes the options.
pub fn file_batches<R: Read + Seek>(input: R) -> Result<FileBatches<R>, DecodeError> {
    file_batches_with(input, &ReadOptions::new())
}

/// Does the same as [`file_batches`], with these options.
///
/// # Errors
///
/// As [`file_batches`].
pub fn file_batches_with<R: Read + Seek>(input: R, options: &ReadOptions) -> Result<FileBatches<R>, DecodeError> {
    FileBatches::new(input, options)
}

/// Begins to read the batches of a stream, as [`file_batches`] does those of a file. Memory grows with what arrives.
///
/// # Errors
///
/// As [`file_batches`].
pub fn stream_batches<R: Read>(input: R) -> Result<StreamBatches<R>, DecodeError> {
    stream_batches_with(input, &ReadOptions::new())
}

/// Does the same as [`stream_batches`], with these options.
///
/// # Errors
///
/// As [`file_batches`].
pub fn stream_batches_with<R: Read>(input: R, options: &ReadOptions) -> Result<StreamBatches<R>, DecodeError> {
    StreamBatches::new(input, options)
}

/// Begins to read the batches of a file that is in memory, as a mapped one is. Arrays lie in the file: nothing is
/// copied but what was compressed, and buffers at places where their numbers cannot be read, which neither arrow-rs nor
/// pyarrow writes.
///
/// ```
/// use ndarray::ArrayView2;
/// use tensor_format::Tensor;
/// use tensor_format_arrow::{Rows, ipc};
///
/// #[derive(Tensor)]
/// struct Sample {
///     boxes: Vec<[f32; 4]>,
///     label: String,
/// }
///
/// #[derive(Tensor)]
/// struct BoxesRef<'f> {
///     #[tensor(shape = [_, 4])]
///     boxes: ArrayView2<'f, f32>,
/// }
///
/// let samples = [Sample { boxes: vec![[0.5; 4]], label: "cat".into() }];
/// let file = ipc::write_file(Vec::new(), &samples)?;
/// // Of a mapped file: `bytes::Bytes::from_owner(map)`.
/// for batch in ipc::file_in_place(file)?.columns_of::<BoxesRef>()? {
///     for row in Rows::<BoxesRef>::new(&batch?)? {
///         assert_eq!(row?.boxes[[0, 3]], 0.5);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`file_batches`].
pub fn file_in_place(file: impl Into<Buffer>) -> Result<InPlaceBatches, DecodeError> {
    file_in_place_with(file, &ReadOptions::new())
}

/// Does the same as [`file_in_place`], with these options.
///
/// # Errors
///
/// As [`file_batches`].
pub fn file_in_place_with(file: impl Into<Buffer>, options: &ReadOptions) -> Result<InPlaceBatches, DecodeError> {
    InPlaceBatches::new(file.into(), options)
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
