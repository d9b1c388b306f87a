//! Checks of enums whose variants are labels.

use syn::{DataEnum, Generics, Ident, ext::IdentExt};

use super::names::Names;
use crate::{
    attr::{Attrs, Place},
    case::Case,
    errors::Errors,
    model::Label,
};

pub(super) fn labels<'a>(
    ident: &Ident,
    data: &'a DataEnum,
    attrs: &Attrs,
    generics: &Generics,
    errors: &mut Errors,
) -> Option<Vec<Label<'a>>> {
    for (word, name) in attrs.words() {
        let why = match name {
            "dtype" => "its labels are strings, or with `#[repr(u8)]` and `#[tensor(repr = u8)]` numbers",
            "shape" => "its labels are scalars",
            "range" | "range_checked" => "its labels are all that it may be",
            "deny_unknown" => "an unknown label is refused anyway",
            "transparent" | "stack" => "it is for structs",
            "sparse" => "it is for maps",
            "tag" => "it is one string, which has no name of its own",
            "rename_all_fields" => "its labels have no fields",
            _ => continue,
        };
        let place = if matches!(name, "tag" | "rename_all_fields") { "an enum without data" } else { "an enum" };
        errors.at(word, format!("`{name}` does not belong on {place}: {why}; remove it"));
    }
    let (case, is_number) = (attrs.rename_all.as_ref().map(|given| given.value), attrs.repr.is_some());
    let mut names = Names::of_variants();
    let mut labels = Vec::new();
    for variant in &data.variants {
        let attrs = Attrs::parse(&variant.attrs, Place::Variant, generics, errors);
        if let Some(given) = &attrs.rename_all {
            errors.at(given.word, "`rename_all` is for named fields, and this variant has none: remove it");
        }
        let own = variant.ident.unraw().to_string();
        let cased = case.map(|case: Case| case.variant(&own));
        let (text, _, aliases) = names.take(&own, variant.ident.span(), &attrs, cased, errors);
        if let (Some(alias), true) = (attrs.aliases.first(), is_number) {
            let hint = "`alias` is for labels that are texts, but with `repr` their numbers are sent: remove it";
            errors.at(alias.span(), hint);
        }
        labels.push(Label { ident: &variant.ident, text, aliases });
    }
    if labels.is_empty() {
        errors.over(ident, "an enum without variants has no label to send: add a variant");
        return None;
    }
    Some(labels)
}
