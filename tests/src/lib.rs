//! What the tests of tensor-format share.
