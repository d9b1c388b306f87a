//! The types of Rust and of the ecosystem as tensors.
//!
//! Each file implements `HasRules`, `Encode`, `Decode` and, where the shape is fixed, `Block` for types of one kind:
//! numbers, strings, media, sequences, collections, maps, arrays of ndarray, batches. Values go to a sink and come from a source of
//! `traits`; no file knows a format, and no format knows a type of these.

#[cfg(any(feature = "ndarray", feature = "ndarray_0_16", feature = "ndarray_0_15"))]
mod arrays;
mod batch;
mod collections;
mod dynamic;
mod maps;
mod media;
mod numbers;
pub(crate) use numbers::block_value;
#[cfg(feature = "image")]
pub mod pixels;
mod sequences;
mod std_numbers;
mod text;
pub mod with;
pub use batch::Batch;
pub use maps::LabelKey;
pub use media::{Audio, AudioRef, Binary, BinaryRef, Image, ImageRef, Video, VideoRef};
