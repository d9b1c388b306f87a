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
