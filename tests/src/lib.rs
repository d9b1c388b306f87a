//! What the tests of tensor-format share.

pub mod conformance;
pub mod files;
pub mod messages;
pub mod strict;
pub mod vespa_numbers;
pub mod vespa_reference;
pub mod xla;

use allocation_counter::measure;
use tensor_format::{
    Record, Tensor,
    decthings::{Dialect, Options},
    from_slice, to_vec,
};

/// The guide, so that its code is tested.
#[cfg(doctest)]
#[doc = include_str!("../../docs/contracts.md")]
pub struct Contracts;

/// What a change of a type does, so that its code is tested.
#[cfg(doctest)]
#[doc = include_str!("../../docs/evolution.md")]
pub struct Evolution;

/// Every copy of the bytes with one bit changed.
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "within the bytes")]
pub fn flips(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..bytes.len() * 8).map(|bit| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        flipped
    })
}

/// The record with its tensors the other way round, so that parameters are found by their names; those of one name stay in
/// order.
pub fn reversed_record(record: &Record) -> Record {
    let mut entries: Vec<(String, Tensor)> =
        record.iter().map(|(name, tensor)| (name.to_owned(), tensor.clone())).collect();
    entries.reverse();
    for run in entries.chunk_by_mut(|left, right| left.0 == right.0) {
        run.reverse();
    }
    entries.into_iter().collect()
}

/// The message of the [reversed](reversed_record) record.
pub fn reversed(bytes: &[u8]) -> Vec<u8> {
    let record: Record = from_slice(bytes).expect("a record");
    to_vec(&reversed_record(&record)).expect("a message")
}

/// The allocations of one call on this thread.
pub fn allocations<T>(call: impl FnOnce() -> T) -> u64 {
    let mut result = None;
    let counted = measure(|| result = Some(call())).count_total;
    drop(result);
    counted
}

/// Messages as the clients of Decthings write and read them.
#[must_use]
pub fn clients() -> Options {
    Options::new().dialect(Dialect::Clients)
}

/// Returns a reader of bytes that come in two pieces, the first of one byte: a value is not read from memory then, as one is
/// that has arrived whole.
pub fn in_pieces(bytes: &[u8]) -> impl std::io::Read + '_ {
    let (first, rest) = bytes.split_at(bytes.len().min(1));
    std::io::Read::chain(first, rest)
}
