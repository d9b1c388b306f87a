//! Parquet files of samples: a column for each parameter, and Decthings messages in one binary column.

use std::{hint::black_box, sync::Arc};

use arrow_array::{Array, ArrayRef, BinaryArray, RecordBatch, cast::AsArray};
use bytes::Bytes;
use ndarray::Array3;
use parquet::arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder};
use tensor_format::{Tensor, from_slice, to_vec};

use crate::harness::{median, time};

const ROWS: usize = 2000;
const ROUNDS: usize = 5;

#[derive(Tensor, PartialEq)]
struct Sample {
    #[tensor(shape = [3, 32, 32])]
    pixels: Array3<f32>,
    boxes: Vec<[f32; 4]>,
    label: u32,
}

/// A sample whose pixels are bytes divided by 255, as those of pictures are.
fn sample(at: usize) -> Sample {
    let pixel = |(c, h, w): (usize, usize, usize)| {
        let byte = (at * 31 + c * 17 + h * h + w * 3) as u8;
        f32::from(byte) / 255.0
    };
    Sample {
        pixels: Array3::from_shape_fn((3, 32, 32), pixel),
        boxes: (0..at % 4).map(|index| [index as f32, 0.25, 0.5, at as f32]).collect(),
        label: at as u32 % 10,
    }
}

fn write_messages(samples: &[Sample]) -> Vec<u8> {
    let messages = samples.iter().map(|sample| to_vec(sample).expect("a message"));
    let messages = BinaryArray::from_iter_values(messages);
    let batch = RecordBatch::try_from_iter([("message", Arc::new(messages) as ArrayRef)]).expect("a batch");
    let properties = tensor_format_arrow::parquet::properties(&batch.schema());
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).expect("a writer");
    writer.write(&batch).expect("written");
    writer.into_inner().expect("a file")
}

fn read_messages(file: Bytes) -> Vec<Sample> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a file").build().expect("a file");
    let mut samples = Vec::new();
    for batch in reader {
        let batch = batch.expect("a batch");
        let messages = batch.column(0).as_binary::<i32>();
        samples.extend((0..messages.len()).map(|row| from_slice::<Sample>(messages.value(row)).expect("a sample")));
    }
    samples
}

fn row(name: &str, mut write: impl FnMut() -> Vec<u8>, mut read: impl FnMut(Bytes) -> Vec<Sample>, samples: &[Sample]) {
    let file = Bytes::from(write());
    assert!(read(file.clone()) == samples);
    let written = median((0..ROUNDS).map(|_| time(&mut || drop(black_box(write())))));
    let read = median((0..ROUNDS).map(|_| time(&mut || drop(black_box(read(file.clone()))))));
    println!("| {name} | {} | {:.1} | {:.1} |", file.len(), written * 1e3, read * 1e3);
}

pub(crate) fn run() {
    let samples: Vec<Sample> = (0..ROWS).map(sample).collect();
    let columns = || tensor_format_arrow::parquet::write(Vec::new(), &samples).expect("a file");
    let read = |file| tensor_format_arrow::parquet::read(file).expect("values");
    row("a column for each parameter", columns, read, &samples);
    row("Decthings messages in a binary column", || write_messages(&samples), read_messages, &samples);
}
