//! Checks of structs with one field that is a tensor or a map.

use proc_macro2::Span;
use syn::Ident;

use super::{Entry, map, record::refuse_only_itself};
use crate::{
    attr::{Attrs, Given, STATE_DICT},
    errors::Errors,
    model::{Entries, Kind, Slot, Wrapper},
};

pub(super) fn wrapper<'a>(
    ident: &Ident,
    sent: Vec<Entry<'a>>,
    skipped: Vec<Slot<'a>>,
    mut attrs: Attrs,
    errors: &mut Errors,
) -> Option<Kind<'a>> {
    let inner = sent.iter().map(|entry| entry.slot.ty).next();
    if let Some(Given { word, .. }) = attrs.record {
        return entries(word, ident, sent, skipped, &attrs, errors);
    }
    let is_map = sent.len() == 1 && inner.is_some_and(|ty| map::is_whole(&attrs, ty));
    let of_records = |name: &str| !is_map && matches!(name, "rename_all" | "deny_unknown");
    for (word, name) in attrs.words().filter(|(_, name)| of_records(name)) {
        errors.at(word, format!("`{name}` is for records, but this struct is one tensor, without names: remove it"));
    }
    for (word, name) in sent.iter().flat_map(|entry| entry.attrs.words()) {
        errors.at(
            word,
            match name {
                "with" if !is_map => continue,
                "with" => "`with` does not go with `sparse`: a module converts to one tensor".to_owned(),
                "dtype" | "shape" | "range" | "range_checked" | "sparse" => {
                    format!("this struct is one tensor: put `{name}` on the struct")
                }
                "flatten" | "metadata" | "ragged" => {
                    let hint = "is for a field of a record, but this struct is one tensor: remove it, or make a record";
                    format!("`{name}` {hint}, `struct {ident} {{ field: .. }}`, without `transparent`")
                }
                _ => format!("this struct is one tensor, whose field is no parameter: remove `{name}`"),
            },
        );
    }
    let transparent = attrs.transparent.is_some();
    if is_map {
        return sent.into_iter().next().map(|entry| map::whole(ident, entry.slot, skipped, attrs, errors));
    }
    let narrowing = attrs.narrowing();
    let count = sent.len();
    let mut sent = sent.into_iter();
    match (sent.next(), sent.next()) {
        (Some(entry), None) => {
            let with = entry.attrs.with.map(|given| given.value);
            if with.is_none() {
                refuse_only_itself(entry.slot.ty, ident, errors);
            }
            Some(Kind::Tensor(Box::new(Wrapper { inner: entry.slot, with, skipped, narrowing })))
        }
        (None, _) => {
            errors.over(ident, "there is no field to send: one tensor needs one field that is not skipped");
            None
        }
        (_, Some(second)) => {
            let hint = if transparent {
                "`transparent` needs one field, which is the tensor: mark the others `#[tensor(skip)]`, or remove \
                 `transparent` to send a record"
                    .to_owned()
            } else {
                format!(
                    "this struct has {count} unnamed fields, but one tensor has one: name the fields to send a record, \
                     or mark the others `#[tensor(skip)]`"
                )
            };
            errors.over(&second.field.ty, hint);
            None
        }
    }
}

/// Creates the model of a struct around a map that `record`, at `word`, says to be a record.
fn entries<'a>(
    word: Span,
    ident: &Ident,
    sent: Vec<Entry<'a>>,
    skipped: Vec<Slot<'a>>,
    attrs: &Attrs,
    errors: &mut Errors,
) -> Option<Kind<'a>> {
    let of_map = |name: &str| matches!(name, "record" | "transparent" | "bound" | "check" | "matches" | "crate");
    for (word, name) in attrs.words().filter(|(_, name)| !of_map(name)) {
        errors.at(word, format!("`{name}` does not go with `record`: the parameters are known only at run time"));
    }
    for (word, name) in sent.iter().flat_map(|entry| entry.attrs.words()) {
        errors.at(word, format!("the entries of this map are the parameters: remove `{name}`"));
    }
    let count = sent.len();
    match sent.into_iter().next() {
        Some(entry) if count == 1 => Some(Kind::Entries(Entries { map: entry.slot, skipped })),
        _ => {
            let hint = format!("`record` is for a struct around one map, but `{ident}` has {count} fields to send");
            errors.at(word, format!("{hint}: {STATE_DICT}"));
            None
        }
    }
}
