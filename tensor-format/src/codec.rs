//! The traits and helpers to write your own types and formats.
//!
//! A type implements [`Encode`](crate::Encode) and [`Decode`](crate::Decode), or [`Block`] if it can be an element of
//! an array. A format implements [`Sink`] and [`Source`], which types write to and read from. Adapters wrap them:
//! [`RuleChecked`] checks tensors against rules, [`PeekedTensor`] reads a header first. The traits called `Dyn...` can
//! be used as `dyn`.
//!
//! Whatever an implementation does, it gets an error, or makes a value or message of its own that is wrong: elements that
//! are no whole ones or are more or fewer than was said, and others at each pass. A panic in it goes through the call, and
//! leaves whole what there was before: a buffer that was appended to has what it had, and maybe some of the value behind
//! that; a value that was read into is some value of its type; a stream has got or given some bytes. All of them can be
//! used again.

pub use crate::{
    model::pipe::convert,
    tensor::{Elements, ViewIter},
    traits::{
        Block, Blocks, Borrowing, Columns, Covariant, DecodeBlock, ElementSink, ElementSource, EmptyLimit, Field,
        HeaderPlace, ListItem, MAX_EMPTY_ITEMS, MAX_VIOLATIONS, OneBlock, Payload, PeekedTensor, RecordOrder,
        RuleChecked, Sink, Source, Stacked,
    },
    types::{LabelKey, RaggedItem, from_columns},
    values::{DynElementSink, DynEncode, DynPayload, DynSink, TensorCursor, ValueSource, to_columns},
    variable::{Variable, Variables},
};

#[cfg(feature = "owned")]
pub use crate::values::Owned;
#[doc(hidden)]
pub use crate::{
    traits::{BlockIf, DecodeBlockIf, LengthIter, ListItemIf, OneTensor, Slot},
    types::{ArrayForm, DecodeArrayForm, DecodeListForm, DecodeRaggedPart, ListForm, RaggedPart},
    variable::MediaForm,
};
