//! Any bytes as a file or a stream of Arrow's: no reader may panic, and what is accepted means the same once written.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use tensor_format::{Binary, Image, Many, Tensor};
use tensor_format_arrow::{ReadOptions, Rows, TensorColumn, definitions_of, ipc};
use tensor_format_fuzz::bounds::Bound;

#[derive(Tensor, Debug)]
struct Fixed {
    #[tensor(shape = [2, 3])]
    x: [[f32; 3]; 2],
}

#[derive(Tensor, Debug)]
struct Variable {
    x: Option<Vec<[f32; 4]>>,
    label: Option<String>,
    flags: Option<[bool; 3]>,
}

#[derive(Tensor, Debug)]
struct Mixed {
    words: Option<Vec<String>>,
    data: Option<Binary>,
    image: Option<Image>,
    half: Option<u16>,
    frames: Many<Vec<i16>>,
}

fuzz_target!(|bytes: &[u8]| {
    record::<Fixed>(bytes);
    record::<Variable>(bytes);
    record::<Mixed>(bytes);
    let options = ReadOptions::new().max_expanded(EXPANDED as u64);
    let bound = Bound::new("batches", bytes.len(), 32).and(EXPANDED + BUFFERS);
    bound.hold(|| {
        let batches = ipc::stream_batches_with(bytes, &options).into_iter().flatten();
        batches.map_while(Result::ok).take(16).for_each(|batch| columns(&batch));
    });
    bound.hold(|| {
        let batches = ipc::file_in_place_with(bytes.to_vec(), &options).into_iter().flatten();
        batches.map_while(Result::ok).take(16).for_each(|batch| columns(&batch));
    });
});

/// What compressed buffers may expand to.
const EXPANDED: usize = 64 << 10;

/// Buffers of fixed size, of the reader and of what decompresses.
const BUFFERS: usize = 256 << 10;

fn record<T: tensor_format::DecodeOwned + tensor_format::Encode>(bytes: &[u8]) {
    let stream = ipc::read_stream::<T, _>(bytes);
    let file = ipc::read_file::<T, _>(Cursor::new(bytes));
    for read in [stream, file].into_iter().flatten() {
        let written = ipc::write_stream(Vec::new(), &read).expect("values that were read can be written");
        let again: Vec<T> = ipc::read_stream(&written[..]).expect("as before");
        let twice = ipc::write_stream(Vec::new(), &again).expect("as before");
        assert_eq!(written, twice);
    }
}

fn columns(batch: &arrow_array::RecordBatch) {
    let _ = definitions_of(&batch.schema());
    if let Ok(rows) = Rows::<Variable>::new(batch) {
        rows.take(16).for_each(|row| drop(row));
    }
    for field in batch.schema().fields() {
        let Ok(column) = TensorColumn::new(batch, field.name()) else { continue };
        (0..column.rows().min(16)).for_each(|row| drop(column.get::<Tensor>(row)));
        let _ = column.whole();
    }
}
