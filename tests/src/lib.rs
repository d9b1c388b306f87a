//! What the tests of tensor-format share.

pub mod conformance;
pub mod files;
pub mod messages;
pub mod strict;
pub mod vespa_numbers;
pub mod vespa_reference;
pub mod xla;

use allocation_counter::measure;
use tensor_format::decthings::{Dialect, Options};

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
