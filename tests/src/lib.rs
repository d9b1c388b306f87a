//! What the tests of tensor-format share.

pub mod conformance;
pub mod files;
pub mod strict;
pub mod vespa_numbers;
pub mod vespa_reference;

/// The guide, so that its code is tested.
#[cfg(doctest)]
#[doc = include_str!("../../docs/contracts.md")]
pub struct Contracts;

/// Every copy of the bytes with one bit changed.
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "within the bytes")]
pub fn flips(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..bytes.len() * 8).map(|bit| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        flipped
    })
}
