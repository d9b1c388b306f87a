//! The types of Rust and of the ecosystem as tensors.

#[cfg(any(feature = "ndarray", feature = "ndarray_0_16", feature = "ndarray_0_15"))]
mod arrays;
mod batch;
mod dynamic;
mod maps;
mod media;
mod numbers;
pub(crate) use numbers::block_value;
#[cfg(feature = "image")]
pub mod pixels;
mod sequences;
mod text;
pub use batch::Batch;
pub use maps::LabelKey;
pub use media::{Audio, AudioRef, Binary, BinaryRef, Image, ImageRef, Video, VideoRef};
