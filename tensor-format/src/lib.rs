//! A derive-macro serialization framework for tensors.
//!
//! A tensor data model stands in the middle. Rust types are on one side, wire formats on the other, and neither knows
//! the other: a type is written once and travels in every format, a format is written once and carries every type.
//!
//! # From a value to bytes and back
//!
#![cfg_attr(feature = "derive", doc = "```")]
#![cfg_attr(not(feature = "derive"), doc = "```ignore")]
//! use tensor_format::{HasRules, Tensor};
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Detections {
//!     #[tensor(shape = [n, 4])]
//!     boxes: Vec<[f32; 4]>,
//!     #[tensor(shape = [n])]
//!     scores: Vec<f32>,
//! }
//!
//! let found = Detections { boxes: vec![[0.0, 0.0, 8.0, 8.0]], scores: vec![0.9] };
//! let bytes = tensor_format::to_vec(&found)?;
//! assert_eq!(tensor_format::from_slice::<Detections>(&bytes)?, found);
//! assert_eq!(Detections::RULES.to_string(), "{ boxes: f32 [n, 4], scores: f32 [n] }");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The verbs have the same names in every binary format; those at the root of the crate are of the default format,
//! [`decthings`]. A format whose values are whole files, as `.npz` and `.safetensors`, has those for whole values
//! alone.
//!
//! | to write | to read |
//! | --- | --- |
//! | [`to_vec`]: new bytes | [`from_slice`]: all of the bytes |
//! | [`append`]: after bytes that are there | [`from_prefix`]: the front of the bytes |
//! | [`encoded_len`]: only the length | [`sequence`]: values one after another, alone or in batches |
//! | [`to_slices`]: pieces, for `write_vectored` | [`decthings::decode_into`]: into a value that is there |
//! | `to_writer`: into a `std::io::Write` | `from_reader`: from a `std::io::Read`, to its end |
//!
//! [`decthings::Options`] has the same verbs with limits, leniencies and dialects; [`decthings::check_all`] checks a
//! message by its headers alone, and [`decthings::annotate`] says what each byte means.
//!
//! # The parts
//!
//! * Values: numbers, `bool`, strings, arrays, vectors, slices, ndarray, and [`Binary`], [`Image`], [`Audio`],
//!   [`Video`], [`View`], [`Batch`], [`Many`]. Those that borrow do so at any alignment ([`View`]), where alignment
//!   allows and copy else (`Cow`, `CowArray`), or fail else (`&[T]`, `ArrayView`). Arrays of older versions of ndarray have features of their own;
//!   [`to_value`] and [`from_value`] go between them and tensors of unknown type.
//! * Rules: [`HasRules::RULES`] is plain data, [`Rules`] of one tensor ([`TensorRules`]) or of a record
//!   ([`RecordRules`]), and [`Definitions`] its owned form.
//! * Data of unknown type: [`TensorRef`] and [`RecordRef`] borrow, [`Tensor`](struct@Tensor) and [`Record`] own;
//!   [`to_value`] and [`from_value`] go between them and typed values. All of them print as NumPy's arrays do, long
//!   ones cut; a typed value does by way of `to_value`.
//! * Memory: [`Layout`] says where elements lie by strides, [`DimOrder`] and [`TiledOrder`] by the order of the axes,
//!   with padding and tiles; [`stdlib`] and [`xla`] describe the same in the words of two systems.
//! * Errors: [`DecodeError`] and [`EncodeError`] carry an [`ErrorKind`], the parameter, the byte offset, and the index
//!   of the record in a stream.
//! * For formats and types of your own: [`Encode`] and [`Decode`], [`Sink`] and [`Source`], and [`Block`] for what can
//!   be an element of an array.
//!
//! # Attributes
//!
//! `#[derive(Tensor)]` makes a struct one tensor, a record of named tensors or a row of a table, and an enum a label or
//! a union of tensors. The words of `#[tensor(...)]` narrow shapes and element types, name parameters and give
//! defaults; [the derive](derive@Tensor) lists them all, with the grammar of `shape`.
//!
//! # Without `std`
//!
//! With the feature `std` off the crate needs `alloc` alone; readers and writers of `std::io` are left out.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]
// What formats share is not used by each of them: a build of all of them shows what nobody uses.
#![cfg_attr(
    not(all(
        feature = "npy",
        feature = "safetensors",
        feature = "stdlib",
        feature = "vespa",
        feature = "xla",
        feature = "zio"
    )),
    allow(dead_code, unused_imports)
)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[doc(hidden)]
pub mod __private;
mod const_text;
mod derive_support;
mod element;
mod error;
mod formats;
mod layout;
mod model;
mod range;
mod record;
mod rules;
#[cfg(feature = "serde")]
pub mod serde;
mod shape;
mod tensor;
mod traits;
mod types;
mod util;
mod values;
mod variable;

pub use element::{ByteOrder, Element, ElementType, ElementTypes};
pub use error::{
    AnyFault, DecodeError, EncodeError, ErrorKind, FileError, FileFault, FormatFault, JsonError, JsonFault, Limit,
    MessageError, MessageFault, MetadataError, OutOfRange, ParamNames, Stage,
};
#[cfg(feature = "rayon")]
pub use layout::par_copy_elements;
pub use layout::{
    DimOrder, Index, Layout, Placement, Runs, TileDim, TiledOrder, axis_number, copy_elements, index_from, next_index,
    reshape_is_bitcast, transpose_is_bitcast, transpose_keeps_order, true_rank,
};
pub use model::{
    Feeds, Model,
    pipe::{Pipe, PipeError, pass_on},
};
pub use range::{Number, ValueRange};
pub use record::{Record, RecordRef};
pub use rules::{
    AsRules, AxisRules, Bindings, Compatibility, Definition, Definitions, Evolution, HasRules, MetadataField, Mismatch,
    MismatchKind, Param, ParamMatcher, Presence, RecordRules, RecordType, Role, Rules, RulesBuf, TensorRules,
    TensorRulesBuf, VALUES, Violation, fingerprint_of,
};
pub use shape::{Dim, DimBuf, Header, MAX_RANK, Shape, element_count};
pub use tensor::{Elements, Tensor, TensorRef, View, ViewIter};
pub use traits::{
    Begun, Block, BlockIf, Blocks, Checked, Decode, DecodeBlock, DecodeBlockIf, DecodeOwned, ElementSink,
    ElementSource, Encode, Field, MAX_EMPTY_ITEMS, MAX_VIOLATIONS, Many, OneBlock, OneTensor, Payload, Place,
    RecordOrder, Sink, Slot, Source, Violations, stack,
};
#[cfg(feature = "image")]
pub use types::pixels;
pub use types::{Audio, AudioRef, Batch, Binary, BinaryRef, Image, ImageRef, LabelKey, Video, VideoRef};
pub use util::inline_vec::{InlineIter, InlineVec};
pub use values::{DynElementSink, DynEncode, DynPayload, DynSink, Value, ValueBuf, ValueSource, from_value, to_value};
pub use variable::{MediaForm, Variable, Variables};

pub use decthings::{append, encoded_len, from_prefix, from_slice, sequence, to_slices, to_vec};
#[cfg(feature = "std")]
pub use decthings::{from_reader, to_writer};
pub use formats::decthings;
#[cfg(feature = "safetensors")]
pub use formats::safetensors;
#[cfg(feature = "stdlib")]
pub use formats::stdlib;
#[cfg(feature = "vespa")]
pub use formats::vespa;
#[cfg(feature = "xla")]
pub use formats::xla;
#[cfg(feature = "zio")]
pub use formats::zio;
#[cfg(feature = "npy")]
pub use formats::{npy, npy::npz};
#[cfg(feature = "derive")]
#[doc = include_str!("derive.md")]
#[doc = include_str!("derive/unions.md")]
#[doc = include_str!("derive/numbers.md")]
#[doc = include_str!("derive/rows.md")]
#[doc = include_str!("derive/converted.md")]
#[doc = include_str!("derive/flattened.md")]
#[doc = include_str!("derive/maps.md")]
#[doc = include_str!("derive/ranges.md")]
#[cfg_attr(feature = "json", doc = include_str!("derive/metadata.md"))]
pub use tensor_format_derive::Tensor;
/// Declares that every value of one type is an acceptable value of another, and has the compiler check it.
///
/// Each line, `Source => Target`, is checked in `cargo check`; a reason why it does not hold stands at its arrow. It
/// also implements [`Feeds<Target>`](Feeds) for the source, which generic code such as [`Pipe`] requires. Parameters
/// that are called differently are mapped as a struct literal of the target does, by their names on the wire.
///
/// A record fits if every required parameter of the target is there under its name, is never absent, and has element
/// types, rank and lengths that the target allows; named axes must agree wherever the target says so. More parameters
/// are fine unless the target denies unknown ones.
///
/// ```
/// use tensor_format::{Batch, Tensor, contract};
///
/// #[derive(Tensor)]
/// struct Detected {
///     #[tensor(shape = [n, 3, 224, 224])]
///     crops: Vec<[[[f32; 224]; 224]; 3]>,
///     #[tensor(shape = [n])]
///     scores: Vec<f32>,
/// }
///
/// #[derive(Tensor)]
/// struct Classify {
///     #[tensor(shape = [batch, 3, 224, 224])]
///     image: Vec<[[[f32; 224]; 224]; 3]>,
/// }
///
/// contract! {
///     Detected => Classify { image: crops },
///     Batch<Classify> => Batches,
/// }
///
/// #[derive(Tensor)]
/// struct Batches {
///     image: tensor_format::Tensor,
/// }
/// ```
#[cfg(feature = "derive")]
pub use tensor_format_derive::contract;

/// The examples of the README and of the pages.
#[cfg(all(doctest, feature = "derive", feature = "ndarray", feature = "json", feature = "std"))]
mod documents {
    #[doc = include_str!("../../README.md")]
    mod readme {}
    #[doc = include_str!("../../docs/guide.md")]
    mod guide {}
    #[doc = include_str!("../../docs/layouts.md")]
    mod layouts {}
    #[doc = include_str!("../../docs/adding-a-format.md")]
    mod adding_a_format {}
    #[doc = include_str!("../../docs/wire-format.md")]
    mod wire_format {}
}
