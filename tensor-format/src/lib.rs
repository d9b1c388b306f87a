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
mod shape;
mod tensor;
mod traits;
mod types;
mod variable;
mod varint;

pub use dim::{Dim, DimBuf};
pub use element::{ByteOrder, Element, ElementType, ElementTypes};
pub use error::{DecodeError, EncodeError, ErrorKind, Limit};
pub use layout::{
    DimOrder, Index, Layout, TileDim, TiledOrder, next_index, reshape_is_bitcast, transpose_is_bitcast,
    transpose_keeps_order, true_rank,
};
pub use record::{Record, RecordRef};
pub use rules::{
    AxisRules, Bindings, Definition, Definitions, Param, Presence, RecordRules, Rules, RulesBuf, TensorRules,
    TensorRulesBuf, Violation,
};
pub use shape::{Header, MAX_RANK, Shape, element_count};
pub use tensor::{Scalar, Tensor, TensorRef, View};
pub use traits::{
    Block, BlockIf, Blocks, Checked, Decode, DecodeBlock, DecodeOwned, DynElementSink, DynEncode, DynPayload, DynSink,
    ElementSink, ElementSource, Encode, Field, HasRules, MAX_EMPTY_ITEMS, OneBlock, Payload, Place, RecordOrder, Sink,
    Slot, Source, Value, ValueBuf, ValueSource, from_value, stack, to_value,
};
pub use types::{Audio, AudioRef, Batch, Binary, BinaryRef, Image, ImageRef, Many, Video, VideoRef};
pub use variable::{MediaForm, Variable, Variables};

pub use decthings::{append, encoded_len, from_prefix, from_slice, sequence, to_slices, to_vec};
#[cfg(feature = "std")]
pub use decthings::{from_reader, to_writer};
pub use formats::{decthings, stdlib, xla};
#[cfg(feature = "derive")]
pub use tensor_format_derive::Tensor;
