//! The contract between user types and formats.
//!
//! A type passes its elements to any [`Sink`] ([`Encode`]), and takes them from any [`Source`] ([`Decode`]). A format
//! is one sink and one source. Neither side knows the other. [`Block`] and [`DecodeBlock`] are what can be an element
//! of an array, [`ListItem`] an item of a list, [`Field`] a field of a record, and `adapters` wrap a sink or a source
//! to check or to copy.

pub(crate) mod adapters;
pub(crate) mod block;
mod block_if;
pub(crate) mod borrowing;
pub(crate) mod decode;
pub(crate) mod encode;
mod field;
mod list_item;
pub(crate) mod sink;
pub(crate) mod source;
pub(crate) use adapters::axis_bound::AxisBound;
pub use adapters::{in_range::InRange, peeked::PeekedTensor, rule_checked::RuleChecked};
pub use block::{Block, Blocks, DecodeBlock, OneBlock};
pub(crate) use block::{check_blocks, header_of, reservation, shape_of, write_each};
pub use block_if::{BlockIf, DecodeBlockIf, Unconverted};
pub use borrowing::{Borrowing, Covariant};
pub(crate) use decode::batch::check_empty;
pub use decode::{Decode, DecodeOwned, lengths::LengthIter};
pub use encode::Encode;
pub(crate) use encode::batch::{cannot_be_batched, encode_column, no_length, unlike_records};
pub use encode::validate::MAX_VIOLATIONS;
pub use field::{Field, FieldKind, Many, One, OneTensor, Optional, Repeated, Slot};
pub use list_item::{Columns, IsStacked, ListItem, ListItemIf, Listed, ListedAs, OtherIsStacked, Stacked};
pub use sink::Sink;
pub(crate) use sink::elements::mistyped;
pub(crate) use sink::elements::strided::{elements_in, lie_as_written, put_gathered, put_strided, whole_elements};
pub use sink::elements::{ElementSink, Payload};
pub(crate) use sink::put_list;
pub use source::elements::ElementSource;
pub use source::elements::empty_items::{EmptyLimit, MAX_EMPTY_ITEMS};
pub(crate) use source::elements::{empty_items::EmptyItems, exhausted};
pub use source::{HeaderPlace, RecordOrder, Source};
pub(crate) use source::{
    begin_list, begin_param, borrow_of, check_header, lengths_of, read_whole, read_whole_into, whole,
    with_unknown_names,
};
