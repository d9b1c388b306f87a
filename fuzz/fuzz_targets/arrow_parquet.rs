//! Any bytes as a Parquet file: no reader may panic, and what is accepted means the same once written.
#![no_main]

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use tensor_format_arrow::{ReadOptions, parquet};
use tensor_format_fuzz::{
    bounds::Bound,
    columns::{EXPANDED, Fixed, Mixed, Variable, columns},
    panics::pass_panics_of,
};

fuzz_target!(init: pass_panics_of(&["/parquet-", "/arrow-"]), |bytes: &[u8]| {
    let bytes = Bytes::copy_from_slice(bytes);
    record::<Fixed>(&bytes);
    record::<Variable>(&bytes);
    record::<Mixed>(&bytes);
    let options = ReadOptions::new().max_expanded(EXPANDED as u64);
    // A page and the values that are copied out of it.
    Bound::new("batches", bytes.len(), 32).and(2 * EXPANDED + BUFFERS).hold(|| {
        let batches = parquet::batches_with(bytes.clone(), &options).into_iter().flatten();
        batches.map_while(Result::ok).take(16).for_each(|batch| columns(&batch));
    });
});

/// Buffers of fixed size, of the reader and of what decompresses.
const BUFFERS: usize = 512 << 10;

fn record<T: tensor_format::DecodeOwned + tensor_format::Encode>(bytes: &Bytes) {
    let options = ReadOptions::new().max_expanded(EXPANDED as u64);
    let Ok(read) = parquet::read_with::<T, _>(bytes.clone(), &options) else { return };
    let written = parquet::write(Vec::new(), &read).expect("values that were read can be written");
    let again: Vec<T> = parquet::read(Bytes::from(written.clone())).expect("as before");
    assert_eq!(written, parquet::write(Vec::new(), &again).expect("as before"));
}
