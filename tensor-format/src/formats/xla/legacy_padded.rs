//! Padded layouts: the messages of 2017, in which sizes with padding were what tiles are today.
//!
//! `message` reads and writes them, `shape` checks what they say and keeps it as a [`DimOrder`](crate::DimOrder) with
//! bounds, `value` takes tensors out of buffers and fills the padding of those it writes, `transform` gives arrays of
//! other dimensions. A message that has no padding means the same in both generations: see [`AnyShape`](super::AnyShape).

pub(super) mod message;
pub(super) mod shape;
mod transform;
pub(super) mod value;

pub use shape::{PaddedLayout, PaddedShape, PaddingValue};
