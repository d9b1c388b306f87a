//! Rust structs as named tensors: to bytes, from bytes, checked on both ways.
//!
//! A tensor data model is in the middle. Rust types are on one side, wire formats on the other, and neither knows the
//! other: a type is written once and travels in every format, a format is written once and carries every type.
//!
//! # A first struct
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
//!
//! // `n` is one length in the whole record, on the way out as on the way in.
//! let error = tensor_format::to_vec(&Detections { scores: vec![], ..found }).unwrap_err();
//! assert_eq!(error.to_string(), "parameter `scores`: axis 0: `n` is 1 in `boxes`, found 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go on
//!
//! | you want | look at |
//! | --- | --- |
//! | attributes: shapes, element types, names, defaults | [the derive](derive@Tensor), with the grammar of `shape` |
//! | other fields: strings, pictures, labels, lists, maps | [types of fields](#types-of-fields) |
//! | bytes, files, streams, buffers that are there | [verbs](#verbs) |
//! | another format | [formats](#formats) |
//! | what is wrong with a message, and where | [`DecodeError`], [`EncodeError`] and the [`ErrorKind`] in them; [`error`](mod@error) |
//! | bytes of unknown type | [`TensorRef`] and [`RecordRef`] borrow, [`Tensor`](struct@Tensor) and [`Record`] own; [`to_value`] and [`from_value`] go between them and typed values |
//! | the rules as data: to publish, to compare with older ones | [`HasRules::RULES`], [`Rules`], and their owned form [`Definitions`] |
//! | types that feed each other, checked by the compiler | `contract!`, [`Model`], [`Pipe`] |
//! | memory in another order: strides, tiles, transposes | [`layout`](mod@layout): [`Layout`], [`DimOrder`], [`TiledOrder`] |
//! | a type of your own | [`Encode`] and [`Decode`]; [`Block`] for what can be an element of an array |
//! | a format of your own | [`codec`], with [`Sink`] and [`Source`]; `docs/adding-a-format.md` builds one |
//!
//! # Verbs
//!
//! The verbs have the same names in every binary format; those at the root of the crate are of the default format,
//! [`decthings`]. A format whose values are whole files, as `.npz` and `.safetensors`, has those for whole values
//! alone. The `Options` of a format have the same verbs with limits and leniencies.
//!
//! | to write | to read |
//! | --- | --- |
//! | [`to_vec`]: new bytes | [`from_slice`]: all of the bytes |
//! | [`append`]: after bytes that are there | [`from_prefix`]: the front of the bytes |
//! | [`encoded_len`]: only the length | [`sequence`]: values one after another, alone or in batches |
//! | [`to_slices`]: pieces, for `write_vectored` | [`decthings::decode_into`]: into a value that is there |
//! | `to_writer`: into a `std::io::Write` | `from_reader`: from a `std::io::Read`, to its end |
//!
//! # Formats
//!
//! | module | what it reads and writes | feature |
//! | --- | --- | --- |
//! | [`decthings`] | messages of the Decthings platform, in three dialects; [`decthings::check_all`] checks one by its headers alone, [`decthings::annotate`] says what each byte means | |
#![cfg_attr(feature = "zio", doc = "| [`zio`] | messages of ZIO over ZeroMQ | `zio` |")]
#![cfg_attr(
    feature = "vespa",
    doc = "| [`vespa`] | constant tensors of Vespa in JSON | `vespa`; `lz4` for compressed ones |"
)]
#![cfg_attr(feature = "stdlib", doc = "| [`stdlib`] | meta data of stdlib-js ndarrays | `stdlib` |")]
#![cfg_attr(feature = "xla", doc = "| [`xla`] | shapes, layouts and literals of XLA | `xla` |")]
#![cfg_attr(feature = "npy", doc = "| [`npy`], [`npz`] | NumPy's files | `npy` |")]
#![cfg_attr(feature = "safetensors", doc = "| [`safetensors`] | files of named tensors | `safetensors` |")]
//!
//! # Types of fields
//!
//! Numbers, `bool`, `char`, strings, arrays, vectors, queues, sets, slices, maps, arrays of ndarray, and [`Binary`],
//! [`Image`], [`Audio`],
//! [`Video`], [`View`], [`Batch`], [`Many`]; structs that derive `Tensor` are rows, labels, or records in a record. `usize` and `isize` travel in 64 bits, `NonZero` as
//! its integer, sets in order. A type of another crate is [converted](with).
//! Those that borrow do so at any alignment ([`View`]), where alignment allows and copy else (`Cow`, `CowArray`), or
//! fail else (`&[T]`, `ArrayView`).
//!
//! Features add more: `half` and `num-complex` their numbers, `bytes` messages that are shared, `image` pictures as
//! pixels, `ndarray_0_16` and `ndarray_0_15` arrays of older versions, `serde` the model's own types in serde's
//! formats ([`with::serde`](with)), `rayon` large copies on several threads.
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
pub mod codec;
mod const_text;
mod derive_support;
mod element;
pub mod error;
mod formats;
pub mod layout;
pub mod model;
mod record;
pub mod rules;
mod shape;
mod tensor;
mod traits;
mod types;
mod util;
mod values;
mod variable;

pub use element::{ByteOrder, Element, ElementType};
pub use error::{DecodeError, EncodeError, ErrorKind};
pub use model::{Feeds, Model, pipe::Pipe};
pub use record::{Record, RecordRef};
pub use rules::{Definition, Definitions, HasRules, RecordRules, Rules, TensorRules};
pub use shape::{Header, Shape};
pub use tensor::{Tensor, TensorRef, View};
pub use traits::{Decode, DecodeOwned, Encode, Many};
#[cfg(feature = "image")]
pub use types::pixels;
pub use types::with;
pub use types::{Audio, AudioRef, Batch, Binary, BinaryRef, Image, ImageRef, Ragged, Video, VideoRef};
pub use values::{Value, ValueBuf, from_value, to_value};

// Short paths within the crate to what users find in the modules.
use codec::*;
use error::*;
use layout::*;
use rules::*;

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
#[doc = include_str!("derive/attributes.md")]
#[doc = include_str!("derive/unions.md")]
#[doc = include_str!("derive/variants.md")]
#[doc = include_str!("derive/numbers.md")]
#[doc = include_str!("derive/rows.md")]
#[doc = include_str!("derive/converted.md")]
#[doc = include_str!("derive/flattened.md")]
#[doc = include_str!("derive/ragged.md")]
#[doc = include_str!("derive/maps.md")]
#[doc = include_str!("derive/ranges.md")]
// Its example is a message of ZIO.
#[cfg_attr(all(feature = "json", feature = "zio"), doc = include_str!("derive/metadata.md"))]
pub use tensor_format_derive::Tensor;
/// Declares that every value of one type is an acceptable value of another, and has the compiler check it.
///
/// Each line, `Source => Target`, is checked in `cargo check`; a reason why it does not hold is reported at its arrow.
/// It also implements [`Feeds<Target>`](Feeds) for the source, which generic code such as [`Pipe`] requires. Parameters
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

/// Runs the examples of the README and of the pages as tests.
#[cfg(all(
    doctest,
    feature = "derive",
    feature = "ndarray",
    feature = "json",
    feature = "std",
    feature = "stdlib",
    feature = "vespa",
    feature = "xla",
    feature = "zio"
))]
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
