//! What types and formats of your own are written with.
//!
//! A type implements [`Encode`](crate::Encode) and [`Decode`](crate::Decode), or [`Block`] if it can be an element of an
//! array. A format implements [`Sink`] and [`Source`], which types write to and read from. Adapters wrap them: [`Checked`]
//! holds tensors to rules, [`Begun`] looks at a header first. The forms that are called `Dyn...` know no types.

pub use crate::{
    model::pipe::pass_on,
    tensor::{Elements, ViewIter},
    traits::{
        Begun, Block, Blocks, Checked, DecodeBlock, ElementSink, ElementSource, Field, MAX_EMPTY_ITEMS, MAX_VIOLATIONS,
        OneBlock, Payload, Place, RecordOrder, Sink, Source, Violations,
    },
    types::LabelKey,
    values::{DynElementSink, DynEncode, DynPayload, DynSink, ValueSource, stack},
    variable::{Variable, Variables},
};

#[doc(hidden)]
pub use crate::{
    traits::{BlockIf, DecodeBlockIf, OneTensor, Slot},
    variable::MediaForm,
};
