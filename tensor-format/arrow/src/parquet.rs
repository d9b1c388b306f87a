//! Parquet files, with the newest version of arrow.
//!
//! ```
//! use tensor_format::Tensor;
//! use tensor_format_arrow::parquet;
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Sample {
//!     pixels: [[u8; 3]; 2],
//!     label: String,
//! }
//!
//! let samples = [Sample { pixels: [[1, 2, 3]; 2], label: "cat".into() }];
//! let file = parquet::write(Vec::new(), &samples)?;
//! assert_eq!(parquet::read::<Sample, _>(bytes::Bytes::from(file))?, samples);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The file holds Arrow's schema, without which shapes would be lost. Dictionaries are off for tensors: they cost time,
//! and help only where whole elements repeat.

use std::io::Write;

use parquet_60::{
    arrow::{
        ArrowWriter, ProjectionMask,
        arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder},
    },
    errors::ParquetError,
    file::{properties::WriterProperties, reader::ChunkReader},
    schema::types::ColumnPath,
};
use tensor_format::{DecodeError, DecodeOwned, Encode, EncodeError};

use crate::{
    arrow_array::RecordBatchReader,
    arrow_schema::{ArrowError, DataType, Schema},
    columns::{
        BatchBuilder, Values,
        ipc::{Batches, check_all_sizes, columns_of},
    },
    fault::{Fault, FaultKind},
    options::WriteOptions,
};

/// The most rows of a group, as Parquet's writer has it.
const ROWS: usize = 1 << 20;

/// Writes values as a Parquet file, and returns the writer.
///
/// # Errors
///
/// As [`BatchBuilder::push`], when the output cannot be written, and [`Storage`](FaultKind::Storage) of a tensor without
/// elements in every row, which no reader of Parquet gives back.
pub fn write<T: Encode, W: Write + Send>(out: W, values: &[T]) -> Result<W, EncodeError> {
    write_with(out, values, &WriteOptions::new().max_rows(ROWS))
}

/// Does the same as [`write()`], with these options and values that come one by one. Each batch is a group of rows,
/// which engines read side by side.
///
/// # Errors
///
/// As [`write()`].
pub fn write_with<'v, T: Encode + 'v, W: Write + Send>(
    out: W,
    values: impl IntoIterator<Item = &'v T>,
    options: &WriteOptions,
) -> Result<W, EncodeError> {
    let mut builder = BatchBuilder::new(options)?;
    let schema = builder.schema();
    check_writable(&schema)?;
    let mut writer = ArrowWriter::try_new(out, schema.clone(), Some(properties(&schema))).map_err(unwritten)?;
    for value in values {
        if let Some(full) = builder.push(value)? {
            writer.write(&full).and_then(|()| writer.flush()).map_err(unwritten)?;
        }
    }
    if builder.rows() > 0 {
        writer.write(&builder.finish()?).map_err(unwritten)?;
    }
    writer.into_inner().map_err(unwritten)
}

/// Returns properties for writing batches of this schema: Arrow's schema in the file, and no dictionaries for tensors.
///
/// ```
/// use tensor_format::Tensor;
/// use tensor_format_arrow::{parquet::properties, schema_of};
///
/// #[derive(Tensor)]
/// struct Sample {
///     pixels: [[u8; 3]; 2],
/// }
///
/// let properties = properties(&*schema_of::<Sample>()?);
/// # let _ = properties;
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
#[must_use]
pub fn properties(schema: &Schema) -> WriterProperties {
    let mut properties = WriterProperties::builder();
    for field in schema.fields() {
        // The names of Parquet's leaves.
        let leaf = match field.data_type() {
            DataType::FixedSizeList(..) => &["list", "item"][..],
            DataType::Struct(_) => &["data", "list", "item"][..],
            _ => continue,
        };
        let path = std::iter::once(field.name().as_str()).chain(leaf.iter().copied());
        let path = ColumnPath::new(path.map(String::from).collect());
        properties = properties.set_column_dictionary_enabled(path, false);
    }
    properties.build()
}

/// Refuses a schema of which no reader of Parquet gives the columns back. For programs that write batches themselves.
///
/// # Errors
///
/// [`Storage`](FaultKind::Storage) of a tensor without elements in every row.
pub fn check_writable(schema: &Schema) -> Result<(), EncodeError> {
    let empty = schema.fields().iter().find(|field| matches!(field.data_type(), DataType::FixedSizeList(_, 0)));
    match empty {
        Some(field) => {
            let fault = Fault::schema(FaultKind::Storage, "a tensor with elements", "lists of size 0");
            Err(EncodeError::from(fault).in_parameter(field.name()))
        }
        None => Ok(()),
    }
}

fn unwritten(error: ParquetError) -> EncodeError {
    Fault::arrow(&error).into()
}

fn unread(error: ParquetError) -> DecodeError {
    Fault::arrow(&error).into()
}

/// Reads all values of a Parquet file.
///
/// # Errors
///
/// As [`values`] and [`Values`].
pub fn read<T: DecodeOwned, R: ChunkReader + 'static>(input: R) -> Result<Vec<T>, DecodeError> {
    values(input)?.collect()
}

/// Begins to read the values of a Parquet file, a batch at a time; the columns that the type does not have are passed
/// over.
///
/// # Errors
///
/// What Parquet's library cannot read, and as [`check_schema`](crate::check_schema).
pub fn values<T: DecodeOwned, R: ChunkReader + 'static>(
    input: R,
) -> Result<Values<T, Batches<ParquetRecordBatchReader>>, DecodeError> {
    let builder = builder(input)?;
    let columns = columns_of::<T>(builder.schema())?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), columns);
    let batches = guarded(|| builder.with_projection(mask).build())?;
    Values::new(&RecordBatchReader::schema(&batches), batches)
}

/// Begins to read the batches of a Parquet file.
///
/// # Errors
///
/// What Parquet's library cannot read, and [`Storage`](FaultKind::Storage) of a list of negative size.
pub fn batches<R: ChunkReader + 'static>(input: R) -> Result<Batches<ParquetRecordBatchReader>, DecodeError> {
    let builder = builder(input)?;
    guarded(|| builder.build())
}

fn guarded(
    open: impl FnOnce() -> Result<ParquetRecordBatchReader, ParquetError>,
) -> Result<Batches<ParquetRecordBatchReader>, DecodeError> {
    Batches::new(|| open().map_err(ArrowError::from)).map_err(|error| Fault::arrow(&error).into())
}

fn builder<R: ChunkReader + 'static>(input: R) -> Result<ParquetRecordBatchReaderBuilder<R>, DecodeError> {
    let options = ArrowReaderOptions::new();
    let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(input, options).map_err(unread)?;
    check_all_sizes(builder.schema())?;
    Ok(builder)
}
