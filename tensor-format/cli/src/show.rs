//! What is shown of tensors and files.

pub mod hex;
pub mod picture;
pub mod stats;
