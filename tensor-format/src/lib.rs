//! A derive-macro serialization framework for tensors.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[doc(hidden)]
pub mod __private;
mod dim;
mod element;
mod error;
mod formats;
mod layout;
mod record;
mod rules;
#[cfg(feature = "serde")]
pub mod serde;
mod shape;
mod tensor;
mod traits;
mod types;
mod variable;
mod varint;

pub use dim::{Dim, DimBuf};
pub use element::{ByteOrder, Element, ElementType, ElementTypes};
pub use error::{DecodeError, EncodeError, ErrorKind, JsonError, JsonFault, Limit};
pub use layout::{Layout, Runs};
pub use record::{Record, RecordRef};
pub use rules::{
    AsRules, AxisRules, Bindings, Compatibility, Definition, Definitions, Evolution, Mismatch, MismatchKind, Param,
    Presence, RecordRules, Role, Rules, RulesBuf, TensorRules, TensorRulesBuf, Violation, fingerprint_of,
};
pub use shape::{Header, MAX_RANK, Shape, element_count};
pub use tensor::{Elements, Tensor, TensorRef, View, ViewIter};
pub use traits::{
    Begun, Block, BlockIf, Blocks, Checked, Decode, DecodeBlock, DecodeBlockIf, DecodeOwned, DynElementSink, DynEncode,
    DynPayload, DynSink, ElementSink, ElementSource, Encode, Feeds, Field, HasRules, MAX_EMPTY_ITEMS, Model, OneBlock,
    Payload, Pipe, PipeError, Place, RecordOrder, Sink, Slot, Source, Value, ValueBuf, ValueSource, from_value,
    pass_on, stack, to_value,
};
pub use types::{Audio, AudioRef, Batch, Binary, BinaryRef, Image, ImageRef, Many, Video, VideoRef};
pub use variable::{MediaForm, Variable, Variables};

pub use decthings::{append, encoded_len, from_prefix, from_slice, sequence, to_slices, to_vec};
#[cfg(feature = "std")]
pub use decthings::{from_reader, to_writer};
pub use formats::decthings;
#[cfg(feature = "derive")]
#[doc = include_str!("derive/unions.md")]
#[doc = include_str!("derive/numbers.md")]
#[doc = include_str!("derive/rows.md")]
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
