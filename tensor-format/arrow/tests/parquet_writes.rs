//! Which columns Parquet files are written of, and what becomes of those that its library cannot write.
#![cfg(feature = "parquet")]

#[path = "shared/every_type.rs"]
mod every_type;

use std::{
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use arrow_array_60::{ArrayRef, Int32Array, Int64Array, RecordBatch, new_null_array};
use arrow_schema_60::{DataType, Field, FieldRef, Fields, IntervalUnit, Schema};
use bytes::Bytes;
use every_type::every_type;
use parquet_60::arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder};
use tensor_format::{EncodeError, ErrorKind};
use tensor_format_arrow::{
    Fault, FaultKind, WriteOptions,
    parquet::{self, BatchWriter, check_writable},
};

fn item(data_type: DataType) -> FieldRef {
    Arc::new(Field::new("item", data_type, true))
}

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect()).unwrap()
}

/// Writes a batch and reads it by Parquet's library alone; returns the number of rows, `None` if it fails or panics.
fn by_the_library(batch: &RecordBatch) -> Option<usize> {
    let written = || -> Result<usize, Box<dyn std::error::Error>> {
        let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None)?;
        writer.write(batch)?;
        let reader = ParquetRecordBatchReaderBuilder::try_new(Bytes::from(writer.into_inner()?))?.build()?;
        Ok(reader.collect::<Result<Vec<_>, _>>()?.iter().map(RecordBatch::num_rows).sum())
    };
    catch_unwind(AssertUnwindSafe(written)).ok().and_then(Result::ok)
}

fn written(batch: &RecordBatch) -> Result<Vec<u8>, EncodeError> {
    let mut writer = BatchWriter::new(Vec::new(), batch.schema(), &WriteOptions::new())?;
    writer.write(batch)?;
    writer.finish()
}

/// The type in others, and itself.
fn with_those_around(data_type: &DataType) -> Vec<DataType> {
    let ends = Arc::new(Field::new("run_ends", DataType::Int32, false));
    vec![
        data_type.clone(),
        DataType::List(item(data_type.clone())),
        DataType::LargeListView(item(data_type.clone())),
        DataType::FixedSizeList(item(data_type.clone()), 2),
        DataType::Struct(vec![Field::new("a", DataType::Int8, true), Field::new("b", data_type.clone(), true)].into()),
        DataType::RunEndEncoded(ends, Arc::new(Field::new("values", data_type.clone(), true))),
        DataType::Dictionary(Box::new(DataType::Int8), Box::new(data_type.clone())),
    ]
}

#[test]
fn a_column_of_any_type_is_written_and_read_or_refused() {
    let every = every_type();
    let mut types: Vec<DataType> = every.schema().fields().iter().map(|field| field.data_type().clone()).collect();
    types.extend([
        DataType::FixedSizeBinary(0),
        DataType::FixedSizeList(item(DataType::Int32), 0),
        DataType::Struct(Fields::empty()),
        DataType::Interval(IntervalUnit::MonthDayNano),
        DataType::Interval(IntervalUnit::YearMonth),
        DataType::Float16,
        DataType::Decimal32(3, -1),
        DataType::Decimal256(70, 3),
    ]);
    let (mut taken, mut refused) = (0, 0);
    for data_type in types.iter().flat_map(with_those_around).flat_map(|inner| with_those_around(&inner)) {
        let batch = batch(vec![("x", new_null_array(&data_type, 3))]);
        let has_none = data_type.to_string().contains("FixedSizeList(0 x");
        match written(&batch) {
            Ok(file) => {
                let rows = parquet::batches(Bytes::from(file)).unwrap().map(|batch| batch.unwrap().num_rows());
                assert_eq!(rows.sum::<usize>(), 3, "{data_type}");
                taken += 1;
            }
            Err(error) => {
                assert_eq!(error.parameter(), Some("x"), "{data_type}: {error}");
                assert_eq!(Fault::of_encode(&error).unwrap().kind, FaultKind::Storage, "{data_type}");
                // Nothing is refused that the library writes and reads, but tensors without elements.
                assert!(has_none || by_the_library(&batch).is_none(), "{data_type}: {error}");
                refused += 1;
            }
        }
    }
    assert!(taken > 500 && refused > 200, "{taken} {refused}");
}

#[test]
fn all_columns_that_cannot_be_written_are_named() {
    let every = every_type();
    let pair = DataType::Struct(
        vec![
            Field::new("none", DataType::FixedSizeBinary(0), true),
            Field::new("empty", DataType::FixedSizeList(item(DataType::Int8), 0), true),
        ]
        .into(),
    );
    let [pair, structs] = [pair, DataType::Struct(Fields::empty())].map(|data_type| new_null_array(&data_type, 4));
    let mut columns = vec![("pair", pair), ("structs", structs)];
    columns.extend(["text", "sparse", "dense"].map(|name| (name, every.column_by_name(name).unwrap().clone())));
    let batch = batch(columns);
    let error = check_writable(&batch.schema()).unwrap_err();
    let expected = "parameter `pair`: expected byte strings of a byte or more, found FixedSizeBinary(0)\n\
        parameter `pair`: expected a tensor with elements, found lists of size 0\n\
        parameter `sparse`: expected a column of a type that Parquet's library writes and reads, found Union(Sparse, \
        0: (\"number\": Int32), 3: (\"text\": Utf8))\n\
        parameter `dense`: expected a column of a type that Parquet's library writes and reads, found Union(Dense, \
        0: (\"number\": Int32), 3: (\"text\": Utf8))\n\
        parameter `structs`: expected a column of a type that Parquet's library writes and reads, found Arrow: Parquet \
        does not support writing empty structs";
    assert_eq!(error.to_string(), expected);
    assert_eq!(written(&batch).unwrap_err().to_string(), expected);
}

/// An output that fails in the middle of a file.
struct Broken(usize, fn() -> io::Result<usize>);

impl Write for Broken {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.checked_sub(bytes.len()) {
            Some(left) => {
                self.0 = left;
                Ok(bytes.len())
            }
            None => (self.1)(),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_file_that_could_not_be_written_is_not_finished() {
    let numbers = batch(vec![("x", Arc::new(Int32Array::from_iter_values(0..100_000)))]);
    let options = WriteOptions::new().max_rows(20_000);
    let writer = |fail| BatchWriter::new(Broken(1000, fail), numbers.schema(), &options).unwrap();
    let mut full = writer(|| Err(io::ErrorKind::StorageFull.into()));
    assert!(matches!(full.write(&numbers).unwrap_err().kind(), ErrorKind::Io(_)));
    let mut panics = writer(|| panic!("the output"));
    let error = panics.write(&numbers).unwrap_err().to_string();
    assert!(error.ends_with("it cannot be written: the output"), "{error}");
    for mut writer in [full, panics] {
        assert!(writer.get_mut().is_none());
        let ended = "expected a file that is being written, found one that could not be";
        assert_eq!(writer.write(&numbers).unwrap_err().to_string(), ended);
        let Err(error) = writer.finish() else { panic!("a file that could not be written") };
        assert_eq!(error.to_string(), ended);
    }
}

/// Parquet's library takes columns by their position, and would write those of another order under wrong names.
#[test]
fn batches_of_another_schema_are_refused() {
    let numbers = |numbers: Vec<Option<i32>>| -> ArrayRef { Arc::new(Int32Array::from(numbers)) };
    let (one, two) = (numbers(vec![Some(1), Some(2)]), numbers(vec![Some(3), None]));
    let wide: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
    let field = |name, nullable| Field::new(name, DataType::Int32, nullable);
    let schema = Arc::new(Schema::new(vec![field("x", false), field("y", true)]));
    let write = |batch: &RecordBatch| {
        let mut writer = BatchWriter::new(Vec::new(), Arc::clone(&schema), &WriteOptions::new()).unwrap();
        writer.write(batch)?;
        writer.finish()
    };
    let refused = |columns: Vec<(&str, &ArrayRef)>| {
        let columns = columns.into_iter().map(|(name, array)| (name, Arc::clone(array))).collect();
        let error = write(&batch(columns)).unwrap_err();
        error.violations().map(|of| of.parameter.as_deref().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    // Nullable by its schema, and without nulls.
    let file = write(&batch(vec![("x", Arc::clone(&one)), ("y", Arc::clone(&two))])).unwrap();
    assert_eq!(parquet::batches(Bytes::from(file)).unwrap().map(|batch| batch.unwrap().num_rows()).sum::<usize>(), 2);
    assert_eq!(refused(vec![("y", &two), ("x", &one)]), ["x", "y"]);
    assert_eq!(refused(vec![("x", &wide), ("y", &two)]), ["x"]);
    assert_eq!(refused(vec![("x", &two), ("y", &two)]), ["x"]);
    assert_eq!(refused(vec![("x", &one)]), ["y"]);
    assert_eq!(refused(vec![("x", &one), ("y", &two), ("z", &one)]), ["z"]);
}

#[test]
fn groups_end_as_the_options_say() {
    let numbers = batch(vec![("x", Arc::new(Int32Array::from_iter_values(0..10_000)))]);
    let mut writer = BatchWriter::new(Vec::new(), numbers.schema(), &WriteOptions::new().max_rows(3000)).unwrap();
    for (start, len) in [(0, 500), (500, 0), (500, 5000), (5500, 1), (5501, 4499)] {
        writer.write(&numbers.slice(start, len)).unwrap();
    }
    assert!(writer.get_mut().unwrap().len() > 20_000);
    let file = Bytes::from(writer.finish().unwrap());
    let metadata = ParquetRecordBatchReaderBuilder::try_new(file.clone()).unwrap().metadata().clone();
    let groups: Vec<i64> = metadata.row_groups().iter().map(|group| group.num_rows()).collect();
    // With the batch that makes it enough.
    assert_eq!(groups, [5500, 4500]);
    let read = parquet::batches(file).unwrap().map(Result::unwrap).collect::<Vec<_>>();
    assert_eq!(arrow_select_60::concat::concat_batches(&numbers.schema(), &read).unwrap().column(0), numbers.column(0));
}
