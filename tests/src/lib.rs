//! What the tests of tensor-format share.

pub mod conformance;
