//! What writers hold of values that come one by one: one batch, whatever the number of values.

use std::io::{Cursor, sink};

use allocation_counter::measure;
use bytes::Bytes;
use parquet_60::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use tensor_format::{Encode, Record, RecordRef, Tensor};
use tensor_format_arrow::{WriteOptions, ipc, parquet, stacked_to_batches};

#[derive(Tensor)]
struct Picture {
    pixels: [[f32; 32]; 32],
}

#[derive(Tensor)]
struct Tokens {
    bytes: Vec<u8>,
    text: String,
    #[tensor(metadata)]
    tags: Vec<String>,
}

/// Returns the most memory that any writer of files and streams takes for so many copies of a value.
fn most<T: Encode>(value: &T, count: usize, options: &WriteOptions) -> u64 {
    let values = || std::iter::repeat_n(value, count);
    let taken = [
        measure(|| assert!(ipc::write_file_with(sink(), values(), options).is_ok())),
        measure(|| assert!(ipc::write_stream_with(sink(), values(), options).is_ok())),
        measure(|| assert!(parquet::write_with(sink(), values(), options).is_ok())),
    ];
    taken.iter().map(|taken| taken.bytes_max).max().unwrap()
}

#[test]
fn writers_hold_one_batch() {
    let tokens = Tokens { bytes: vec![7; 2000], text: "t".repeat(1000), tags: vec!["tag".repeat(300)] };
    let picture = Picture { pixels: [[0.5; 32]; 32] };
    let options = WriteOptions::new().max_bytes(256 << 10);
    for count in [500, 4000] {
        let taken = most(&picture, count, &options).max(most(&tokens, count, &options));
        assert!(taken < 8 << 20, "{count}: {taken} bytes");
    }
    // Unless one is asked for: 2 MiB and 16.
    let whole = most(&picture, 4000, &WriteOptions::new().max_bytes(usize::MAX));
    assert!(whole > 16 << 20, "{whole} bytes");
}

#[test]
fn all_writers_end_batches_alike() {
    #[derive(Tensor)]
    struct Number {
        x: f32,
    }
    let file_rows = |file: Vec<u8>| -> Vec<usize> {
        ipc::file_batches(Cursor::new(file)).unwrap().map(|batch| batch.unwrap().num_rows()).collect()
    };
    let stream_rows = |stream: Vec<u8>| -> Vec<usize> {
        ipc::stream_batches(&stream[..]).unwrap().map(|batch| batch.unwrap().num_rows()).collect()
    };
    let group_rows = |file: Vec<u8>| -> Vec<usize> {
        let reader = ParquetRecordBatchReaderBuilder::try_new(Bytes::from(file)).unwrap();
        reader.metadata().row_groups().iter().map(|group| group.num_rows() as usize).collect()
    };
    let numbers: Vec<Number> = (0..70_000u32).map(|at| Number { x: at as f32 }).collect();
    let record: Record =
        [("x".to_owned(), tensor_format::Tensor::from_vec(70_000, vec![0f32; 70_000]).unwrap())].into_iter().collect();
    let stacked_rows = |record: &RecordRef<'_>, options: &WriteOptions| {
        let mut rows = Vec::new();
        stacked_to_batches(record, options, |batch| {
            rows.push(batch.num_rows());
            Ok(())
        })
        .unwrap();
        rows
    };
    let new = WriteOptions::new();
    assert_eq!(file_rows(ipc::write_file(Vec::new(), &numbers).unwrap()), [65536, 4464]);
    assert_eq!(stream_rows(ipc::write_stream(Vec::new(), &numbers).unwrap()), [65536, 4464]);
    assert_eq!(group_rows(parquet::write(Vec::new(), &numbers).unwrap()), [65536, 4464]);
    for (options, rows) in [
        (new, &[65536, 4464][..]),
        (new.max_rows(30_000), &[30_000, 30_000, 10_000]),
        (new.max_bytes(200_000), &[50_000, 20_000]),
    ] {
        assert_eq!(file_rows(ipc::write_file_with(Vec::new(), &numbers, &options).unwrap()), rows);
        assert_eq!(stream_rows(ipc::write_stream_with(Vec::new(), &numbers, &options).unwrap()), rows);
        assert_eq!(stacked_rows(&record.as_ref(), &options), rows);
        let groups = group_rows(parquet::write_with(Vec::new(), &numbers, &options).unwrap());
        // Groups are counted as they are stored.
        assert!(groups == rows || options.max_bytes < 1 << 20, "{groups:?}");
    }
    // A group is no larger than it may be where what is encoded at once is less.
    let options = new.max_rows(1500);
    let pictures: Vec<Picture> = (0..4000).map(|_| Picture { pixels: [[0.5; 32]; 32] }).collect();
    assert_eq!(group_rows(parquet::write_with(Vec::new(), &pictures, &options).unwrap()), [1500, 1500, 1000]);
}
