//! Checks of structs whose fields are scalars, the elements of one tensor.

use proc_macro2::Span;
use syn::Fields;

use super::Entry;
use crate::{
    attr::Attrs,
    errors::Errors,
    model::{Kind, Row, Slot},
};

pub(super) fn row<'a>(
    word: Span,
    fields: &Fields,
    sent: Vec<Entry<'a>>,
    skipped: Vec<Slot<'a>>,
    attrs: &Attrs,
    errors: &mut Errors,
) -> Option<Kind<'a>> {
    for (word, name) in attrs.words().filter(|(_, name)| *name != "stack") {
        errors.at(word, format!("`{name}` does not go with `stack`: a row is one tensor, which its fields determine"));
    }
    for (word, name) in sent.iter().flat_map(|entry| entry.attrs.words()) {
        errors.at(word, format!("the fields of a row lie in one tensor, so `{name}` has no effect: remove it"));
    }
    if !matches!(fields, Fields::Named(_)) {
        errors.at(word, "`stack` is for a struct with named fields: a list without names is an array, as `[f32; 3]`");
    } else if sent.is_empty() {
        errors.at(word, "there is no field to send: a row needs at least one scalar");
    }
    Some(Kind::Row(Row { fields: sent.into_iter().map(|entry| entry.slot).collect(), skipped }))
}
