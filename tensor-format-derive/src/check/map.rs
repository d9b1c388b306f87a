//! Fields that are maps of tensors: their labels and values become parameters of the record that has the field. A map
//! is recognised by the name of its type, since a macro knows no more of types; the word `sparse` marks a field of any
//! other type as one.

use proc_macro2::{Ident, Span};
use syn::Type;

use crate::{
    attr::{Attrs, Given},
    errors::Errors,
    model::{Flattened, Kind, Map, Prefix, Record, Slot, doc::Doc},
    std_types::is_map,
};

/// Creates the model of a field that is a map, which comes after `at` parameters of the record; `name` is the name on
/// the wire, with its span.
pub(super) fn field<'a>(
    slot: Slot<'a>,
    mut attrs: Attrs,
    field: String,
    doc: Doc,
    at: usize,
    (name, span): (String, Span),
) -> Flattened<'a> {
    let narrowing = attrs.narrowing();
    let fallback = attrs.default.map(|given| given.value);
    let sparse = attrs.sparse.map(|given| given.word);
    let map = Map { doc, narrowing, fallback, sparse, is_whole: false };
    let prefix = Prefix { text: format!("{name}."), span };
    Flattened { slot, field, at, prefix, aliases: Vec::new(), map: Some(map) }
}

/// Returns whether a field is a map whose attributes say more of it than its type does. Of any other map the compiler
/// finds out that it is one, as of any record.
pub(super) fn is_described(attrs: &Attrs, ty: &Type) -> bool {
    let says_more = attrs.dtype.is_some() || attrs.shape.is_some() || attrs.range.is_some();
    attrs.sparse.is_some() || (attrs.with.is_none() && says_more && is_map(ty))
}

/// Returns whether a struct around one field is a map with words of its own: `sparse`, or others that say more than the
/// type of the field.
pub(super) fn is_whole(attrs: &Attrs, ty: &Type) -> bool {
    let says_more =
        attrs.dtype.is_some() || attrs.shape.is_some() || attrs.range.is_some() || attrs.deny_unknown.is_some();
    attrs.sparse.is_some() || (says_more && is_map(ty))
}

/// Creates the model of a struct around one map: the record of its labels and values.
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
    let sparse = attrs.sparse.map(|given| given.word);
    let map = Map { doc: Doc::NONE, narrowing, fallback: None, sparse, is_whole: true };
    let prefix = Prefix { text: String::new(), span: ident.span() };
    let part = Flattened { slot, field: String::new(), at: 0, prefix, aliases: Vec::new(), map: Some(map) };
    Kind::Record(Record {
        params: Vec::new(),
        flattened: vec![part],
        metadata: Vec::new(),
        skipped,
        deny_unknown: attrs.deny_unknown.is_some(),
        is_enum: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn knows_maps_by_their_names() {
        let maps: [Type; 5] = [
            parse_quote!(BTreeMap<String, f32>),
            parse_quote!(std::collections::HashMap<(String, String), Array1<f32>>),
            parse_quote!(HashMap<String, [f32; 3], RandomState>),
            parse_quote!(Option<BTreeMap<String, T>>),
            parse_quote!((BTreeMap<String, f32>)),
        ];
        assert!(maps.iter().all(is_map));
    }

    #[test]
    fn takes_nothing_else_for_a_map() {
        let others: [Type; 7] = [
            parse_quote!(BTreeMap),
            parse_quote!(HashMap<f32>),
            parse_quote!(BTreeMap::Entry),
            parse_quote!(Vec<BTreeMap<String, f32>>),
            parse_quote!(Option<Option<BTreeMap<String, f32>>>),
            parse_quote!(<Own as Trait>::HashMap<u8, u8>),
            parse_quote!(Many<HashMap<String, f32>>),
        ];
        assert!(!others.iter().any(is_map));
    }
}
