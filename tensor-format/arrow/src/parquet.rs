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
//! and help only where whole elements repeat. Parquet has no elements of 8 and 16 bits, and would write each as one of
//! 32: those of 8 bits are written with a dictionary, which makes 8 bits or fewer of each, and those of 16 as the
//! differences of neighbours. [`properties()`] says so to Parquet's writer.

mod checked;
mod encodings;
mod footer;
mod guard;
mod page;
mod schema;
mod thrift;
mod writable;
mod writer;

use std::{io::Write, sync::Arc};

use parquet_60::{
    arrow::{
        ProjectionMask,
        arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder},
    },
    file::{metadata::ParquetMetaData, properties::WriterProperties, reader::ChunkReader},
};
use tensor_format::{DecodeError, DecodeOwned, Encode, EncodeError, ErrorKind, codec::MAX_EMPTY_ITEMS, error::Limit};

pub use self::writer::BatchWriter;
use self::{
    checked::{Checked, Pages},
    guard::{reading, unread},
};
use crate::{
    arrow_array::{RecordBatch, RecordBatchReader},
    arrow_schema::{ArrowError, DataType, Schema, SchemaRef},
    columns::{BatchBuilder, Values, field::check_all_sizes, ipc::columns_of},
    expansion,
    fault::{Fault, FaultKind, refused},
    options::{ReadOptions, WriteOptions},
};

/// The bytes of values that are given to Parquet's library at once: while it encodes numbers of 8 bits it makes 12
/// times as many.
const PART: usize = 4 << 20;

/// Writes values as a Parquet file, and returns the writer.
///
/// # Errors
///
/// As [`BatchBuilder::push`], when the output cannot be written, and [`Storage`](FaultKind::Storage) of a tensor
/// without elements in every row, which no reader of Parquet gives back.
pub fn write<T: Encode, W: Write + Send>(out: W, values: &[T]) -> Result<W, EncodeError> {
    write_with(out, values, &WriteOptions::new())
}

/// Does the same as [`write()`], with these options and values that come one by one. They make groups of rows, which
/// engines read side by side, as large as the options let batches be.
///
/// # Errors
///
/// As [`write()`].
pub fn write_with<'v, T: Encode + 'v, W: Write + Send>(
    out: W,
    values: impl IntoIterator<Item = &'v T>,
    options: &WriteOptions,
) -> Result<W, EncodeError> {
    let mut builder = BatchBuilder::new(&options.max_bytes(options.max_bytes.min(PART)))?;
    let mut writer = BatchWriter::of_values(out, builder.schema(), options)?;
    for value in values {
        if let Some(full) = builder.push(value)? {
            writer.write_parts(&full)?;
        }
    }
    if builder.rows() > 0 {
        writer.write_parts(&builder.finish()?)?;
    }
    writer.finish()
}

/// Returns properties for writing batches of this schema: Arrow's schema in the file, no dictionaries for the elements
/// of tensors and for bytes, but for elements of 8 bits, and those of 16 bits as differences of neighbours
/// (`DELTA_BINARY_PACKED`).
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
    encodings::properties(schema)
}

/// Refuses a schema whose columns Parquet's library does not write, or does not read again, with all of these columns.
/// For programs that write batches themselves; [`BatchWriter`] asks it too.
///
/// ```
/// use arrow_schema_60::{DataType, Field, Schema};
/// use tensor_format_arrow::parquet::check_writable;
///
/// let schema = Schema::new(vec![Field::new("none", DataType::FixedSizeBinary(0), true)]);
/// let error = check_writable(&schema).unwrap_err().to_string();
/// assert_eq!(error, "parameter `none`: expected byte strings of a byte or more, found FixedSizeBinary(0)");
/// ```
///
/// # Errors
///
/// [`EncodeError::violations`] are [`Storage`](FaultKind::Storage) of each column that has, at any depth, unions,
/// tensors or byte strings without a byte in every row, intervals of months, days and nanoseconds, or dictionaries of
/// truth values; and of each that the library refuses itself, as structs without fields.
pub fn check_writable(schema: &Schema) -> Result<(), EncodeError> {
    writable::check(schema)
}

/// Finds a column of tensors without elements: no page says how many of them there are.
fn without_elements(schema: &Schema) -> Option<(&str, Fault)> {
    let empty = schema.fields().iter().find(|field| matches!(field.data_type(), DataType::FixedSizeList(_, 0)))?;
    Some((empty.name(), Fault::schema(FaultKind::Storage, "a tensor with elements", "lists of size 0")))
}

/// Reads all values of a Parquet file.
///
/// A file says in a few bytes that millions of rows are absent or alike, and each is a value in memory: of strangers' files
/// take the [`values`] one by one.
///
/// # Errors
///
/// As [`values`] and [`Values`].
pub fn read<T: DecodeOwned, R: ChunkReader + 'static>(input: R) -> Result<Vec<T>, DecodeError> {
    read_with(input, &ReadOptions::new())
}

/// Does the same as [`read`], with these options.
///
/// # Errors
///
/// As [`read`].
pub fn read_with<T: DecodeOwned, R: ChunkReader + 'static>(
    input: R,
    options: &ReadOptions,
) -> Result<Vec<T>, DecodeError> {
    values_with(input, options)?.collect()
}

/// Begins to read the values of a Parquet file, row by row; the columns that the type does not have are not read from
/// it.
///
/// # Errors
///
/// As [`batches`], and as [`check_schema`](crate::check_schema).
pub fn values<T: DecodeOwned, R: ChunkReader + 'static>(input: R) -> Result<Values<T, Batches>, DecodeError> {
    values_with(input, &ReadOptions::new())
}

/// Does the same as [`values`], with these options.
///
/// # Errors
///
/// As [`values`].
pub fn values_with<T: DecodeOwned, R: ChunkReader + 'static>(
    input: R,
    options: &ReadOptions,
) -> Result<Values<T, Batches>, DecodeError> {
    let batches = open(input, options, |schema| columns_of::<T>(schema).map(Some))?;
    Ok(Values::new(&RecordBatchReader::schema(&batches), batches)?.with_options(options))
}

/// Begins to read the batches of a Parquet file.
///
/// # Errors
///
/// What Parquet's library cannot read, codecs that are not built in, [`Storage`](FaultKind::Storage) of a list of
/// negative size and of tensors without elements, and [`LimitExceeded`](ErrorKind::LimitExceeded) if a row that is null
/// would take more than [`ReadOptions::max_expanded`], or if there are more rows without a byte than
/// [`ReadOptions::max_empty_items`]. Batches fail where the file is damaged, and with
/// [`LimitExceeded`](ErrorKind::LimitExceeded) if a page expands to more than [`ReadOptions::max_expanded`].
pub fn batches<R: ChunkReader + 'static>(input: R) -> Result<Batches, DecodeError> {
    batches_with(input, &ReadOptions::new())
}

/// Does the same as [`batches`], with these options.
///
/// # Errors
///
/// As [`batches`].
pub fn batches_with<R: ChunkReader + 'static>(input: R, options: &ReadOptions) -> Result<Batches, DecodeError> {
    open(input, options, |_| Ok(None))
}

/// The batches of a Parquet file, up to the first error.
pub struct Batches {
    reader: Option<ParquetRecordBatchReader>,
    schema: SchemaRef,
    pages: Arc<Pages>,
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let reader = self.reader.as_mut()?;
        let batch = reading(|| reader.next().transpose()).transpose();
        if !matches!(batch, Some(Ok(_))) {
            self.reader = None;
        }
        // Ours says more than its text in the library's.
        batch.map(|batch| batch.map_err(|error| self.pages.refused().map_or(error, refused)))
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// Opens a file, and reads the columns that `columns` chooses; all if it does not.
fn open<R: ChunkReader + 'static>(
    input: R,
    options: &ReadOptions,
    columns: impl FnOnce(&Schema) -> Result<Option<Vec<usize>>, DecodeError>,
) -> Result<Batches, DecodeError> {
    let len = input.len();
    check_end(&input)?;
    footer::check(&input, expansion::most_of_schema(len, options.max_expanded))?;
    let input = Checked::new(input, options.max_expanded);
    let (pages, file) = (input.pages(), input.handle());
    let builder = reading(|| ParquetRecordBatchReaderBuilder::try_new_with_options(input, ArrowReaderOptions::new()));
    let mut builder = builder.map_err(unread)?;
    check_all_sizes(builder.schema())?;
    check_places(builder.metadata())?;
    let mut schema = builder.schema().clone();
    let mut mask = ProjectionMask::all();
    if let Some(columns) = columns(&schema)? {
        schema = Arc::new(schema.project(&columns).map_err(|error| Fault::arrow(&error))?);
        mask = ProjectionMask::roots(builder.parquet_schema(), columns);
    }
    if let Some((name, fault)) = without_elements(&schema) {
        return Err(DecodeError::from(fault).in_parameter(name));
    }
    pages.begin(builder.metadata(), &mask)?;
    let mut rows = batch_rows(&schema, expansion::most(len, options.max_expanded))?;
    let roots: Vec<bool> = builder.schema().fields().iter().map(|field| is_wide(field.data_type())).collect();
    let wide = |leaf| {
        let root = builder.parquet_schema().get_column_root_idx(leaf);
        mask.leaf_included(leaf) && roots.get(root).copied().unwrap_or_default()
    };
    let largest = file.largest_dictionary(builder.metadata(), wide);
    let largest = largest.map_err(|error| pages.refused().unwrap_or_else(|| unread(error)))?;
    let most = options.max_expanded.unwrap_or(SHARED).checked_div(largest).unwrap_or(BATCH);
    rows = rows.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1);
    if schema.fields().is_empty() {
        check_unread(builder.metadata(), len, options)?;
        rows = rows.min(MAX_EMPTY_ITEMS);
    }
    builder = builder.with_projection(mask);
    let reader = reading(|| builder.with_batch_size(rows).build()).map_err(unread)?;
    Ok(Batches { schema: RecordBatchReader::schema(&reader), reader: Some(reader), pages })
}

/// Checks that the end of a file is there, whose lack Parquet's library calls damage.
fn check_end<R: ChunkReader>(input: &R) -> Result<(), DecodeError> {
    let len = input.len();
    // The mark at the beginning, a footer, its length, and the mark.
    let end = len.checked_sub(4).filter(|at| *at >= 8);
    let end = end.map(|at| input.get_bytes(at, 4)).transpose().map_err(unread)?;
    let found = match end.as_deref() {
        Some(b"PAR1") => return Ok(()),
        Some(b"PARE") => "an encrypted one, which is not read".to_owned(),
        Some(b"ROW1") => "a file of Arrow, which is read by `ipc::file`".to_owned(),
        Some(end) => format!("{len} bytes, which end with {end:02x?}"),
        None => format!("{len} bytes"),
    };
    Err(Fault::ipc("a whole file of Parquet, which ends with `PAR1`", found).into())
}

/// Checks the rows of groups of which no column is read. They cost memory as values of their type, and pages that are not
/// read are held to nothing: each byte of them allows a row.
fn check_unread(metadata: &ParquetMetaData, len: u64, options: &ReadOptions) -> Result<(), ErrorKind> {
    let (mut rows, mut stored) = (0u64, 0u64);
    for group in metadata.row_groups() {
        let bytes = group.columns().iter().map(|column| column.compressed_size().unsigned_abs());
        rows = rows.saturating_add(group.num_rows().unsigned_abs());
        stored = bytes.fold(stored, u64::saturating_add);
    }
    options.check_empty(rows.saturating_sub(stored.min(len)))
}

/// Checks that the metadata name places and numbers that there can be. Where a place is outside of the file, reading it
/// fails.
fn check_places(metadata: &ParquetMetaData) -> Result<(), DecodeError> {
    for group in metadata.row_groups() {
        let columns = group.columns().iter().flat_map(|column| {
            let dictionary = column.dictionary_page_offset().unwrap_or_default();
            [dictionary, column.data_page_offset(), column.compressed_size(), column.num_values()]
        });
        if let Some(negative) = columns.chain([group.num_rows()]).find(|number| *number < 0) {
            return Err(Fault::ipc("places and sizes of 0 or more", negative.to_string()).into());
        }
    }
    Ok(())
}

/// The most rows of a batch, and the most bytes of those whose size is known.
const BATCH: u64 = 8192;
const BATCH_BYTES: u64 = 16 << 20;

/// The most bytes of a column that rows of a batch take from one dictionary: as many as offsets of 32 bits can tell
/// apart, at which Parquet's library ends for these.
const SHARED: u64 = 1 << 31;

/// Returns whether there are texts or byte strings in a type whose offsets have 64 bits.
fn is_wide(data_type: &DataType) -> bool {
    match data_type {
        DataType::LargeUtf8 | DataType::LargeBinary => true,
        DataType::Struct(fields) => fields.iter().any(|field| is_wide(field.data_type())),
        _ => false,
    }
}

/// Returns how many rows a batch may have: a null takes as much memory as the schema says, and nothing in the file.
fn batch_rows(schema: &Schema, most: u64) -> Result<usize, DecodeError> {
    let row = schema.fields().iter().map(|field| null_bytes(field.data_type())).fold(0, u64::saturating_add);
    if row > most {
        return Err(ErrorKind::LimitExceeded { limit: Limit::Expanded, max: most, found: row }.into());
    }
    let rows = most.min(BATCH_BYTES).checked_div(row).unwrap_or(BATCH).clamp(1, BATCH);
    Ok(usize::try_from(rows).unwrap_or(1))
}

/// Returns the bytes that a null of this type takes.
fn null_bytes(data_type: &DataType) -> u64 {
    let size = |size: i32| u64::try_from(size).unwrap_or_default();
    match data_type {
        DataType::FixedSizeList(item, items) => size(*items).saturating_mul(null_bytes(item.data_type())),
        DataType::FixedSizeBinary(bytes) => size(*bytes),
        DataType::Struct(fields) => {
            fields.iter().map(|field| null_bytes(field.data_type())).fold(1, u64::saturating_add)
        }
        other => other.primitive_width().map_or(1, |width| width as u64),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::arrow_schema::Field;

    #[test]
    fn a_null_of_the_schema_takes_no_memory_without_a_limit() {
        let schema = |size| {
            let item = Arc::new(Field::new("item", DataType::Float32, true));
            Schema::new(vec![Field::new("x", DataType::FixedSizeList(item, size), true)])
        };
        assert_eq!(batch_rows(&schema(3), 1 << 26).ok(), Some(8192));
        assert_eq!(batch_rows(&schema(3072), 1 << 26).ok(), Some(1365));
        assert_eq!(batch_rows(&schema(1 << 23), 1 << 26).ok(), Some(1));
        let error = batch_rows(&schema(i32::MAX), 1 << 26).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Expanded, .. }), "{error}");
    }
}
