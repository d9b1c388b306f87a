//! Parquet files of samples: a column for each parameter, and Decthings messages in one binary column. And of pictures of
//! bytes, which Parquet has only as numbers of 32 bits, in each of the encodings that could be chosen for them.

use std::{hint::black_box, sync::Arc};

use arrow_array::{Array, ArrayRef, BinaryArray, RecordBatch, cast::AsArray};
use bytes::Bytes;
use ndarray::Array3;
use parquet::{
    arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder},
    basic::Encoding,
    file::properties::{WriterProperties, WriterPropertiesBuilder},
};
use tensor_format::{DecodeOwned, Encode, Tensor, from_slice, to_vec};
use tensor_format_arrow::to_batch;

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

#[derive(Tensor, PartialEq)]
struct Picture {
    #[tensor(shape = [3, 32, 32])]
    pixels: Array3<u8>,
}

/// A pixel of a smooth picture.
fn pixel(at: usize, (c, h, w): (usize, usize, usize)) -> u8 {
    (at * 31 + c * 17 + h * h + w * 3) as u8
}

/// A sample whose pixels are bytes divided by 255, as those of pictures are.
fn sample(at: usize) -> Sample {
    Sample {
        pixels: Array3::from_shape_fn((3, 32, 32), |place| f32::from(pixel(at, place)) / 255.0),
        boxes: (0..at % 4).map(|index| [index as f32, 0.25, 0.5, at as f32]).collect(),
        label: at as u32 % 10,
    }
}

/// Pictures whose pixels have nothing in common, by a generator of Marsaglia's.
fn noise() -> Vec<Picture> {
    let mut state = 0x2545_f491_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 24) as u8
    };
    (0..ROWS).map(|_| Picture { pixels: Array3::from_shape_simple_fn((3, 32, 32), &mut next) }).collect()
}

fn write_batch(batch: &RecordBatch, properties: WriterProperties) -> Vec<u8> {
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).expect("a writer");
    writer.write(batch).expect("written");
    writer.into_inner().expect("a file")
}

fn write_messages<T: Encode>(samples: &[T]) -> Vec<u8> {
    let messages = samples.iter().map(|sample| to_vec(sample).expect("a message"));
    let messages = BinaryArray::from_iter_values(messages);
    let batch = RecordBatch::try_from_iter([("message", Arc::new(messages) as ArrayRef)]).expect("a batch");
    write_batch(&batch, tensor_format_arrow::parquet::properties(&batch.schema()))
}

fn read_messages<T: DecodeOwned>(file: Bytes) -> Vec<T> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a file").build().expect("a file");
    let mut samples = Vec::new();
    for batch in reader {
        let batch = batch.expect("a batch");
        let messages = batch.column(0).as_binary::<i32>();
        samples.extend((0..messages.len()).map(|row| from_slice::<T>(messages.value(row)).expect("a sample")));
    }
    samples
}

fn read_columns<T: DecodeOwned>(file: Bytes) -> Vec<T> {
    tensor_format_arrow::parquet::read(file).expect("values")
}

fn row<T: PartialEq>(name: &str, samples: &[T], mut write: impl FnMut() -> Vec<u8>, read: fn(Bytes) -> Vec<T>) {
    let file = Bytes::from(write());
    assert!(read(file.clone()) == samples);
    let written = median((0..ROUNDS).map(|_| time(&mut || drop(black_box(write())))));
    let back = median((0..ROUNDS).map(|_| time(&mut || drop(black_box(read(file.clone()))))));
    println!("| {name} | {} | {:.1} | {:.1} |", file.len(), written * 1e3, back * 1e3);
}

/// A row for each of the two ways to keep values.
fn both<T: Encode + DecodeOwned + PartialEq>(what: &str, samples: &[T]) {
    let columns = || tensor_format_arrow::parquet::write(Vec::new(), samples).expect("a file");
    row(&format!("{what} | a column for each parameter"), samples, columns, read_columns);
    let messages = || write_messages(samples);
    row(&format!("{what} | Decthings messages in a binary column"), samples, messages, read_messages);
}

/// A row for the encoding that `choose` sets for all columns.
fn encoded(
    what: &str,
    way: &str,
    pictures: &[Picture],
    choose: fn(WriterPropertiesBuilder) -> WriterPropertiesBuilder,
) {
    let write = || write_batch(&to_batch(pictures).expect("a batch"), choose(WriterProperties::builder()).build());
    row(&format!("{what} | {way}"), pictures, write, read_columns);
}

pub(crate) fn run() {
    both("`f32` pixels, boxes, a label", &(0..ROWS).map(sample).collect::<Vec<_>>());
    let smooth = |at| Picture { pixels: Array3::from_shape_fn((3, 32, 32), |place| pixel(at, place)) };
    for (what, pictures) in [("smooth `u8` pixels", (0..ROWS).map(smooth).collect()), ("noise of `u8`", noise())] {
        both(what, &pictures);
        encoded(what, "PLAIN", &pictures, |builder| builder.set_dictionary_enabled(false));
        encoded(what, "a dictionary", &pictures, |builder| builder.set_dictionary_enabled(true));
        encoded(what, "DELTA_BINARY_PACKED", &pictures, |builder| {
            builder.set_dictionary_enabled(false).set_encoding(Encoding::DELTA_BINARY_PACKED)
        });
    }
}
