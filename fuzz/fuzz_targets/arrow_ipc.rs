//! Any bytes as a file or a stream of Arrow's: no reader may panic, and what is accepted means the same once written.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use tensor_format_arrow::{ReadOptions, ipc};
use tensor_format_fuzz::{
    bounds::Bound,
    columns::{EXPANDED, Fixed, Mixed, Variable, columns},
};

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
