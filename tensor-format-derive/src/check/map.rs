//! Fields that are maps of tensors: labels and values, which are parameters of the record around. The word `sparse` says
//! which fields these are, since parameters are counted before the compiler knows a type; whether the type is one, the
//! traits of the runtime say.

use proc_macro2::{Ident, Span};

use crate::{
    attr::{Attrs, Given},
    errors::Errors,
    model::{Flattened, Kind, Map, Prefix, Record, Slot},
};

/// A map in a record, after `at` parameters.
pub(super) fn field<'a>(
    slot: Slot<'a>,
    mut attrs: Attrs,
    field: String,
    doc: String,
    at: usize,
    (name, span): (String, Span),
) -> Flattened<'a> {
    let narrowing = attrs.narrowing();
    let fallback = attrs.default.map(|given| given.value);
    let map = Map { doc, narrowing, fallback, is_whole: false };
    Flattened { slot, field, at, prefix: Prefix { text: format!("{name}."), span }, map: Some(map) }
}

/// A struct that is a map: the record of its labels and values.
pub(super) fn whole<'a>(
    ident: &Ident,
    slot: Slot<'a>,
    skipped: Vec<Slot<'a>>,
    mut attrs: Attrs,
    errors: &mut Errors,
) -> Kind<'a> {
    if let Some(Given { word, .. }) = attrs.rename_all {
        errors.at(word, "`rename_all` is for fields, but this struct is one map: name its dimensions by `shape`");
    }
    let narrowing = attrs.narrowing();
    let map = Map { doc: String::new(), narrowing, fallback: None, is_whole: true };
    let prefix = Prefix { text: String::new(), span: ident.span() };
    let part = Flattened { slot, field: String::new(), at: 0, prefix, map: Some(map) };
    Kind::Record(Record {
        params: Vec::new(),
        flattened: vec![part],
        metadata: Vec::new(),
        skipped,
        deny_unknown: attrs.deny_unknown.is_some(),
    })
}
