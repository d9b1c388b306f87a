//! The contract between user types and formats.
//!
//! A type hands its elements to any [`Sink`] ([`Encode`]), and takes them from any [`Source`] ([`Decode`]). A format is
//! one sink and one source. Neither side knows the other. [`Block`] and [`DecodeBlock`] are what can be an element of
//! an array, [`Field`] what can be a field of a record, and `adapters` wrap a sink or a source to check or to copy.

pub(crate) mod adapters;
pub(crate) mod batch;
pub(crate) mod block;
mod decode;
mod encode;
mod field;
pub(crate) mod sink;
pub(crate) mod source;
pub(crate) mod validate;
pub(crate) use adapters::axis_bound::AxisBound;
pub use adapters::{in_range::InRange, peeked::PeekedTensor, rule_checked::RuleChecked};
pub use batch::to_columns;
pub(crate) use batch::{cannot_be_batched, check_empty, decode_batch_into, encode_batch, encode_column, header};
pub use block::{Block, BlockIf, Blocks, DecodeBlock, DecodeBlockIf, MAX_EMPTY_ITEMS, OneBlock, Unconverted};
pub(crate) use block::{EmptyItems, check_blocks, header_of, read_whole, read_whole_into, reservation};
pub use decode::{Decode, DecodeOwned};
pub use encode::Encode;
pub use field::{Field, FieldKind, Many, One, OneTensor, Optional, Repeated, Slot};
pub(crate) use sink::strided::{lie_as_written, put_strided};
pub use sink::{ElementSink, Payload, Sink};
pub use source::elements::ElementSource;
pub(crate) use source::elements::exhausted;
pub use source::{HeaderPlace, RecordOrder, Source};
pub(crate) use source::{begin_param, borrow_of, lengths_of, whole, with_unknown_names};
pub use validate::{MAX_VIOLATIONS, Violations};
