//! Padded layouts: the messages of 2017, which gave padding by sizes where XLA has tiles today.
//!
//! For example `u8[2,3]{0,1}` padded to `[3,5]` is a buffer of 15 elements: five columns of three places each. The
//! third place of every column and the last two columns are padding. A reader that did not know `padded_dimensions`
//! would take every element behind the first column from the wrong place. So [`Shape`](super::Shape) refuses these
//! messages, and they have types of their own here.
//!
//! `message` reads and writes them, `shape` checks what they say and keeps it as a [`DimOrder`](crate::DimOrder) with
//! bounds, `value` takes tensors out of buffers and fills the padding of those it writes, `transform` gives arrays of
//! other dimensions. A message that has no padding means the same in both generations: see
//! [`AnyShape`](super::AnyShape).

pub(super) mod message;
pub(super) mod shape;
mod transform;
pub(super) mod value;

pub use shape::{PaddedLayout, PaddedShape, PaddingValue};
