//! Implementations of the traits for the types of Rust and other crates.
//!
//! Each file implements `HasRules`, `Encode`, `Decode` and, where the shape is fixed, `Block` for types of one kind:
//! numbers, strings, media, sequences, collections, maps, ragged lists, tuples, arrays of ndarray, batches; `with` has
//! conversions of foreign types. Values are written to a sink and read from a source of `traits`; no file knows a
//! format, and no format knows one of these types.

#[cfg(any(feature = "ndarray", feature = "ndarray_0_16", feature = "ndarray_0_15"))]
mod arrays;
mod batch;
mod collections;
mod dynamic;
pub(crate) mod entries;
mod lists;
mod maps;
mod media;
mod numbers;
pub(crate) use numbers::block_value;
#[cfg(feature = "image")]
pub mod pixels;
pub(crate) mod ragged;
mod sequences;
mod std_numbers;
mod text;
mod tuples;
pub mod with;
pub use batch::Batch;
pub use lists::{
    DecodeListForm, ListForm,
    arrays::{ArrayForm, DecodeArrayForm},
    from_columns,
};
pub use maps::LabelKey;
pub use media::{Audio, AudioRef, Binary, BinaryRef, Image, ImageRef, Video, VideoRef};
pub use ragged::{DecodeRaggedPart, Ragged, RaggedItem, RaggedPart};
