//! Checks which attributes may be written where, and makes the model of a type from them.
//!
//! `container` reads the words on the type and decides which kind of value it is; each kind has a file, which looks at
//! its fields or variants with their words, and makes a part of the [`Model`](crate::model::Model). Every fault is
//! kept, so that one run of the compiler reports them all. Nothing here knows what the type of a field is: the compiler
//! resolves it later, and the checks that need it are calls in the generated code.

use syn::Field;

use crate::{attr::Attrs, errors::Errors, model::Slot, runtime::Runtime};

mod container;
mod labels;
mod literals;
mod map;
mod metadata;
mod names;
mod record;
mod row;
mod skipped;
mod union;
mod variants;
mod wrapper;

pub(crate) use container::check;
pub(crate) use literals::{Length, lengths};

/// The errors of a type for which there is no model, and the runtime crate that its stubs need; `None` if it can have
/// no stubs, as it has no size.
pub(crate) struct Failure {
    pub(crate) errors: Errors,
    pub(crate) krate: Option<Runtime>,
}

/// A field with its attributes.
struct Entry<'a> {
    field: &'a Field,
    slot: Slot<'a>,
    attrs: Attrs,
}
