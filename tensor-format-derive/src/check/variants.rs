//! Checks of enums that are records: a label, and the parameters of one variant.

use proc_macro2::Span;
use syn::{DataEnum, Fields, Generics, Ident, Index, Member, Variant, ext::IdentExt};

use super::{
    Entry, map,
    names::Names,
    record::{check_ragged, record, refuse_itself},
    skipped::check_skipped,
};
use crate::{
    attr::{Attrs, Given, Place},
    case::Case,
    errors::Errors,
    model::{Content, Kind, Param, Record, Slot, Tagged, Variants, doc::Doc},
    std_types::is_usual,
};

/// The name of the label's parameter, without the word `tag`.
const TAG: &str = "variant";

pub(super) fn variants<'a>(
    ident: &Ident,
    data: &'a DataEnum,
    attrs: &Attrs,
    generics: &Generics,
    errors: &mut Errors,
) -> Option<Kind<'a>> {
    for (word, name) in attrs.words() {
        let why = match name {
            "dtype" | "shape" | "range" | "range_checked" => "put it on a field of a variant",
            "repr" => "the labels of variants with data are strings: remove it",
            "transparent" | "stack" => "it is for structs",
            "sparse" => "it is for maps",
            _ => continue,
        };
        errors.at(word, format!("`{name}` does not belong on an enum of records: {why}"));
    }
    let given_tag = attrs.tag.as_ref();
    let tag = match given_tag {
        Some(Given { value, .. }) if value.value().is_empty() => {
            errors.at(value.span(), "a name on the wire cannot be empty: give it one, or remove `tag`");
            TAG.to_owned()
        }
        Some(Given { value, .. }) => value.value(),
        None => TAG.to_owned(),
    };
    let (case, fields) = (attrs.rename_all.as_ref(), attrs.rename_all_fields.as_ref());
    let mut names = Names::of_variants();
    let mut list = Vec::new();
    for variant in &data.variants {
        let mut attrs = Attrs::parse(&variant.attrs, Place::Variant, generics, errors);
        let own = variant.ident.unraw().to_string();
        let cased = case.map(|given| Case::variant(given.value, &own));
        let (label, span, aliases) = names.take(&own, variant.ident.span(), &attrs, cased, errors);
        if let (Some(Given { word, .. }), false) = (&attrs.rename_all, matches!(variant.fields, Fields::Named(_))) {
            errors.at(*word, "`rename_all` is for named fields, and this variant has none: remove it");
        }
        if attrs.rename_all.is_none() {
            attrs.rename_all = fields.map(|given| Given { word: given.word, value: given.value });
        }
        let (fields, content) = content(ident, variant, (&own, &label), attrs, generics, errors);
        if (label == tag || aliases.contains(&tag)) && !matches!(content, Content::Nothing(_)) {
            let hint = format!(
                "the parameter of the label is called \"{tag}\" too: give one of the two another name, \
                 `#[tensor(rename = \"name\")]` on the variant or `#[tensor(tag = \"kind\")]` on the enum"
            );
            errors.at(span, hint);
        }
        let tagged = Tagged { ident: &variant.ident, label, aliases, doc: Doc::of(&variant.attrs), fields, content };
        let is_tag = |param: &Param<'_>| {
            let labels = [&tagged.label].into_iter().chain(&tagged.aliases);
            let rest = labels.filter_map(|label| tag.strip_prefix(label.as_str())?.strip_prefix('.'));
            rest.into_iter().any(|name| name == param.name || param.aliases.iter().any(|alias| alias == name))
        };
        if let (Some(Given { value, .. }), Content::Fields(record)) = (given_tag, &tagged.content) {
            if let Some(param) = record.params.iter().find(|param| is_tag(param)) {
                let (variant, field) = (tagged.ident, &param.field);
                let hint = format!(
                    "\"{tag}\" is the field `{field}` of `{variant}`: give the parameter of the label another name, \
                     `tag = \"kind\"`"
                );
                errors.at(value.span(), hint);
            }
        }
        list.push(tagged);
    }
    Some(Kind::Variants(Variants { tag, list, deny_unknown: attrs.deny_unknown.is_some() }))
}

/// Returns the fields of a variant of the enum `this`, and what they are on the wire. `own` is the variant's name,
/// `label` that on the wire; of `attrs` only `rename_all` counts.
fn content<'a>(
    this: &Ident,
    variant: &'a Variant,
    (own, label): (&str, &str),
    attrs: Attrs,
    generics: &Generics,
    errors: &mut Errors,
) -> (Vec<Slot<'a>>, Content<'a>) {
    let entries = variant.fields.iter().enumerate().map(|(index, field)| {
        let member = match &field.ident {
            Some(name) => Member::Named(name.clone()),
            None => Member::Unnamed(Index { index: index as u32, span: Span::call_site() }),
        };
        let attrs = Attrs::of_field(field, generics, errors);
        Entry { field, slot: Slot { member, ty: &field.ty }, attrs }
    });
    let entries: Vec<Entry<'a>> = entries.collect();
    let fields = entries.iter().map(|entry| entry.slot.clone()).collect();
    let (skipped, mut sent): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.attrs.skip.is_some());
    for entry in &skipped {
        check_skipped(&entry.attrs, errors);
    }
    let skipped: Vec<Slot<'a>> = skipped.into_iter().map(|entry| entry.slot).collect();
    for Given { word, .. } in sent.iter_mut().filter_map(|entry| entry.attrs.metadata.take()) {
        let hint =
            "`metadata` does not belong in a variant: put it on a field of a struct that has the enum as a field";
        errors.at(word, hint);
    }
    let is_named = matches!(variant.fields, Fields::Named(_));
    let content = match sent.len() {
        0 => Content::Nothing(skipped),
        1 if !is_named => match sent.pop() {
            Some(entry) => one(this, entry, skipped, (own, label), errors),
            None => Content::Nothing(skipped),
        },
        _ => of_record(record(this, sent, skipped, &attrs, errors)),
    };
    (fields, content)
}

fn of_record(kind: Kind<'_>) -> Content<'_> {
    match kind {
        Kind::Record(record) => Content::Fields(record),
        _ => Content::Fields(Record::default()),
    }
}

/// Returns what a variant around one field, `entry`, is.
fn one<'a>(
    this: &Ident,
    mut entry: Entry<'a>,
    skipped: Vec<Slot<'a>>,
    (own, label): (&str, &str),
    errors: &mut Errors,
) -> Content<'a> {
    for (word, name) in entry.attrs.words() {
        let hint = match name {
            "rename" => "its name is that of the variant: rename that",
            "alias" => "its name is that of the variant: give that the alias",
            "default" => "the label says that it is there; name the field to make it a parameter of a record",
            "flatten" => "its parameters stand under the name of the variant; name the field to flatten it in a record",
            _ => continue,
        };
        errors.at(word, format!("`{name}` does not go with the only field of a variant: {hint}"));
    }
    let is_map = map::is_described(&entry.attrs, entry.slot.ty);
    if is_map {
        for (word, name) in entry.attrs.words().filter(|(_, name)| matches!(*name, "with" | "ragged")) {
            errors.at(word, format!("`{name}` does not go with a map"));
        }
        return of_record(map::whole(this, entry.slot, skipped, entry.attrs, errors));
    }
    let ragged = entry.attrs.ragged.as_ref().map(|given| given.word);
    if ragged.is_some() {
        check_ragged(&entry.attrs, errors);
    }
    if entry.attrs.with.is_none() {
        refuse_itself(entry.slot.ty, this, errors);
    }
    let narrowing = entry.attrs.narrowing();
    let with = entry.attrs.with.map(|given| given.value);
    let is_usual = with.is_none() && ragged.is_none() && is_usual(entry.slot.ty);
    let doc = Doc::of(&entry.field.attrs);
    let param = Param {
        slot: entry.slot,
        name: label.to_owned(),
        aliases: Vec::new(),
        field: own.to_owned(),
        doc,
        with,
        narrowing,
        fallback: None,
        is_usual,
        ragged,
        is_variant: true,
    };
    Content::One(Box::new(param), skipped)
}

/// Returns whether every variant holds one unnamed field, as those of a union do.
pub(super) fn are_single(data: &DataEnum) -> bool {
    data.variants.iter().all(|variant| matches!(&variant.fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1))
}

/// Returns whether no variant holds anything, as those of an enum of labels do.
pub(super) fn are_labels(data: &DataEnum) -> bool {
    data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit))
}
