//! All rules about what may stand where: from what was written to what is meant.

use std::{collections::HashMap, path::Path};

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Expr, ExprLit, Field, Fields, GenericParam, Ident, Index, Lit, LitStr,
    Member, Meta, Type, ext::IdentExt,
};

mod literals;
mod metadata;

pub(crate) use literals::{Length, lengths};

use crate::{
    attr::{Attrs, Given, Place},
    case::Case,
    errors::Errors,
    map,
    model::{Fallback, Flattened, Kind, Label, Labels, Model, Narrowing, Param, Record, Row, Slot, Variant, Wrapper},
    std_types::is_known,
};

/// Why there is no model, and what stubs need.
pub(crate) struct Failure {
    pub(crate) errors: Errors,
    pub(crate) krate: TokenStream,
}

/// Checks a type that derives `Tensor`.
pub(crate) fn check(input: &DeriveInput) -> Result<Model<'_>, Failure> {
    let mut errors = Errors::default();
    let parameters: Vec<Ident> = input
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Type(param) => Some(param.ident.clone()),
            GenericParam::Const(param) => Some(param.ident.clone()),
            GenericParam::Lifetime(_) => None,
        })
        .collect();
    let mut attrs = Attrs::parse(&input.attrs, Place::Container, &parameters, &mut errors);
    let krate = match attrs.krate.take() {
        Some(path) => path.value.to_token_stream(),
        None => quote!(::tensor_format),
    };
    let mut generics = input.generics.clone();
    let bound = attrs.bound.take();
    if let (Some(given), true) = (&bound, parameters.is_empty()) {
        errors.at(given.word, "`bound` is for a type with parameters: remove it");
    }
    let is_bound = bound.is_some();
    if let Some(predicates) = bound.map(|given| given.value).filter(|predicates| !predicates.is_empty()) {
        generics.make_where_clause().predicates.extend(predicates);
    }
    let check = attrs.check.take();
    if let (Some(given), true) = (&check, parameters.is_empty()) {
        errors.at(given.word, "`check` is for a type with parameters, and this one is checked without it: remove it");
    }
    let check = check.map(|given| given.value).unwrap_or_default();
    let matches = attrs.matches.take();
    if let (Some(given), false) = (&matches, parameters.is_empty()) {
        errors.at(given.word, "`matches` needs a type without type or constant parameters, whose rules are known here");
    }
    let matches = matches.map(|given| given.value);
    if let (Some(given), Data::Struct(_)) = (&attrs.repr, &input.data) {
        errors.at(given.word, "`repr` belongs on an enum whose variants are labels");
    }
    if let Some(matches) = &matches {
        file_exists(&matches.file, &mut errors);
    }
    let kind = match &input.data {
        Data::Struct(data) => structure(&input.ident, &data.fields, attrs, &parameters, &mut errors),
        Data::Enum(data) => {
            check_repr(input, &attrs, &mut errors);
            enumeration(&input.ident, data, &attrs, &parameters, &mut errors)
        }
        Data::Union(data) => {
            errors.at(
                data.union_token.span,
                "a `union` cannot derive `Tensor`: which field holds the value is not known; use a struct or an enum",
            );
            None
        }
    };
    match kind {
        Some(kind) if errors.is_empty() => {
            Ok(Model { krate, ident: &input.ident, generics, is_bound, kind, check, matches })
        }
        _ => Err(Failure { errors, krate }),
    }
}

/// Says early what `include_str!` would say of a path that the user never wrote.
fn file_exists(file: &LitStr, errors: &mut Errors) {
    let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR") else { return };
    if !Path::new(&folder).join(file.value()).is_file() {
        let hint = format!("there is no file `{}`; its path starts at the folder of Cargo.toml", file.value());
        errors.at(file.span(), hint);
    }
}

/// A field with its attributes.
struct Entry<'a> {
    field: &'a Field,
    slot: Slot<'a>,
    attrs: Attrs,
}

fn structure<'a>(
    ident: &Ident,
    fields: &'a Fields,
    attrs: Attrs,
    parameters: &[Ident],
    errors: &mut Errors,
) -> Option<Kind<'a>> {
    let entries = fields.iter().enumerate().map(|(index, field)| {
        let member = match &field.ident {
            Some(name) => Member::Named(name.clone()),
            None => Member::Unnamed(Index { index: index as u32, span: Span::call_site() }),
        };
        let attrs = Attrs::parse(&field.attrs, Place::Field, parameters, errors);
        Entry { field, slot: Slot { member, ty: &field.ty }, attrs }
    });
    let entries: Vec<Entry<'_>> = entries.collect();
    let (skipped, sent): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.attrs.skip.is_some());
    for entry in &skipped {
        check_skipped(&entry.attrs, errors);
    }
    for Entry { field, attrs, .. } in &sent {
        let is_named = field.ident.is_some() && attrs.with.is_none() && attrs.metadata.is_none();
        if is_named && is_phantom(&field.ty) {
            errors.over(&field.ty, "`PhantomData` holds nothing to send: add `#[tensor(skip)]`");
        }
    }
    let skipped: Vec<Slot<'a>> = skipped.into_iter().map(|entry| entry.slot).collect();
    if let Some(Given { word, .. }) = attrs.stack {
        return row(word, fields, sent, skipped, &attrs, errors);
    }
    match fields {
        Fields::Named(_) if attrs.transparent.is_none() => {
            only_on_one_tensor(attrs.dtype.as_ref().map(|given| given.word), "dtype", errors);
            only_on_one_tensor(attrs.shape.as_ref().map(|given| given.word), "shape", errors);
            only_on_one_tensor(attrs.range.as_ref().map(|given| given.word), attrs.range_word(), errors);
            only_on_one_tensor(attrs.sparse.as_ref().map(|given| given.word), "sparse", errors);
            Some(record(sent, skipped, &attrs, errors))
        }
        Fields::Named(_) => wrapper(ident, sent, skipped, attrs, errors),
        Fields::Unnamed(_) => {
            if let Some(Given { word, .. }) = attrs.transparent {
                errors.at(word, "a struct with one unnamed field is one tensor already: remove `transparent`");
            }
            wrapper(ident, sent, skipped, attrs, errors)
        }
        Fields::Unit => {
            errors.over(
                ident,
                "a unit struct holds nothing to send: give it one unnamed field (one tensor) or named fields (a record)",
            );
            None
        }
    }
}

fn is_phantom(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "PhantomData"))
}

fn row<'a>(
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

fn only_on_one_tensor(word: Option<Span>, name: &str, errors: &mut Errors) {
    if let Some(word) = word {
        let hint = format!(
            "`{name}` is for one tensor, but a struct with named fields is a record: put it on a field, or add \
             `transparent` if its one field is the tensor"
        );
        errors.at(word, hint);
    }
}

fn check_skipped(attrs: &Attrs, errors: &mut Errors) {
    for (word, name) in attrs.words().filter(|(_, name)| !matches!(*name, "skip" | "default")) {
        errors.at(word, format!("a skipped field is not sent, so `{name}` has no effect: remove it"));
    }
    if let Some(Given { word, value }) = &attrs.default {
        let hint = match value {
            Fallback::Default => "a skipped field is filled with its default already: remove `default`",
            Fallback::Value(..) => "a skipped field is filled by `Default::default()`: remove `default`",
        };
        errors.at(*word, hint);
    }
}

fn wrapper<'a>(
    ident: &Ident,
    sent: Vec<Entry<'a>>,
    skipped: Vec<Slot<'a>>,
    attrs: Attrs,
    errors: &mut Errors,
) -> Option<Kind<'a>> {
    let inner = sent.iter().map(|entry| entry.slot.ty).next();
    let is_map = sent.len() == 1 && inner.is_some_and(|ty| map::is_whole(&attrs, ty));
    for (word, name) in [
        (attrs.rename_all.as_ref().filter(|_| !is_map).map(|given| given.word), "rename_all"),
        (attrs.deny_unknown.as_ref().filter(|_| !is_map).map(|given| given.word), "deny_unknown"),
    ] {
        if let Some(word) = word {
            errors.at(word, format!("`{name}` is for records, but this struct is one tensor without named parameters"));
        }
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
                "flatten" => "`flatten` is for a record in a record, but this struct is one tensor".to_owned(),
                "metadata" => "`metadata` is for a field of a record, but this struct is one tensor".to_owned(),
                _ => format!("this struct is one tensor, whose field is no parameter: remove `{name}`"),
            },
        );
    }
    let transparent = attrs.transparent.is_some();
    if is_map {
        return sent.into_iter().next().map(|entry| map::whole(ident, entry.slot, skipped, attrs, errors));
    }
    let narrowing =
        Narrowing { types: attrs.dtype.map(|given| given.value), shape: attrs.shape.map(|given| given.value) };
    let range = attrs.range.map(|given| given.value);
    let count = sent.len();
    let mut sent = sent.into_iter();
    match (sent.next(), sent.next()) {
        (Some(entry), None) => {
            let with = entry.attrs.with.map(|given| given.value);
            Some(Kind::Tensor(Box::new(Wrapper { inner: entry.slot, with, skipped, narrowing, range })))
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

fn record<'a>(sent: Vec<Entry<'a>>, skipped: Vec<Slot<'a>>, attrs: &Attrs, errors: &mut Errors) -> Kind<'a> {
    let case = attrs.rename_all.as_ref().map(|given| given.value);
    let mut names: HashMap<String, String> = HashMap::new();
    let (mut params, mut flattened, mut metadata) = (Vec::new(), Vec::new(), Vec::new());
    for entry in sent {
        let Some(ident) = &entry.field.ident else { continue };
        let field = ident.unraw().to_string();
        if entry.attrs.flatten.is_some() {
            check_flattened(&entry.attrs, errors);
            let prefix = entry.attrs.flatten.map(|given| given.value);
            flattened.extend(prefix.map(|prefix| Flattened {
                slot: entry.slot,
                field,
                at: params.len(),
                prefix,
                map: None,
            }));
            continue;
        }
        let (name, span) = wire_name(ident, &entry.attrs, case.map(|case| case.field(&field)), errors);
        if let Some(first) = names.get(&name) {
            errors.at(span, format!("the field `{first}` has the wire name \"{name}\" already"));
        } else {
            names.insert(name.clone(), field.clone());
        }
        if entry.attrs.metadata.is_some() {
            metadata.push(metadata::field(entry, name, field, errors));
            continue;
        }
        let is_map = entry.attrs.sparse.is_some() || (entry.attrs.with.is_none() && map::is_map(entry.slot.ty));
        if is_map {
            if let (Some(Given { word, .. }), true) = (&entry.attrs.with, entry.attrs.sparse.is_some()) {
                errors.at(*word, "`with` does not go with `sparse`: a module converts to one tensor");
            }
            let doc = first_paragraph(&entry.field.attrs);
            flattened.push(map::field(entry.slot, entry.attrs, field, doc, params.len(), (name, span)));
            continue;
        }
        let narrowing = Narrowing {
            types: entry.attrs.dtype.map(|given| given.value),
            shape: entry.attrs.shape.map(|given| given.value),
        };
        let with = entry.attrs.with.map(|given| given.value);
        let range = entry.attrs.range.map(|given| given.value);
        let fallback = entry.attrs.default.map(|given| given.value);
        let doc = first_paragraph(&entry.field.attrs);
        let is_known = with.is_none() && is_known(entry.slot.ty);
        literals::in_range(fallback.as_ref().filter(|_| with.is_none()), range.as_ref(), errors);
        params.push(Param { slot: entry.slot, name, field, doc, with, narrowing, range, fallback, is_known });
    }
    Kind::Record(Record { params, flattened, metadata, skipped, deny_unknown: attrs.deny_unknown.is_some() })
}

fn check_flattened(attrs: &Attrs, errors: &mut Errors) {
    for (word, name) in attrs.words().filter(|(_, name)| *name != "flatten") {
        let hint = match name {
            "rename" => "its parameters have names of their own, before which `flatten = \"prefix_\"` puts a prefix",
            "default" => "each of its parameters is optional or not by itself",
            _ => "a flattened record is no parameter itself, and its own definition says all about its parameters",
        };
        errors.at(word, format!("`{name}` does not go with `flatten`: {hint}"));
    }
}

/// The name on the wire, and where it comes from.
fn wire_name(ident: &Ident, attrs: &Attrs, cased: Option<String>, errors: &mut Errors) -> (String, Span) {
    match &attrs.rename {
        Some(Given { value, .. }) => {
            if value.value().is_empty() {
                errors.at(value.span(), "a name on the wire cannot be empty");
            }
            (value.value(), value.span())
        }
        None => (cased.unwrap_or_else(|| ident.unraw().to_string()), ident.span()),
    }
}

/// The first paragraph of the documentation, in one line.
fn first_paragraph(attrs: &[Attribute]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let docs = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    for line in docs.flat_map(|text| text.split('\n').map(|line| line.trim().to_owned()).collect::<Vec<_>>()) {
        match (line.is_empty(), lines.is_empty()) {
            (true, false) => break,
            (true, true) => {}
            (false, _) => lines.push(line),
        }
    }
    lines.join(" ")
}

/// The numbers of variants must be of the type that is sent, or one of them could not be.
fn check_repr(input: &DeriveInput, attrs: &Attrs, errors: &mut Errors) {
    let Some(Given { value, .. }) = &attrs.repr else { return };
    let reprs = input.attrs.iter().filter(|attr| attr.path().is_ident("repr"));
    let given: Vec<TokenStream> =
        reprs.filter_map(|attr| attr.meta.require_list().ok()).map(|list| list.tokens.clone()).collect();
    let of_type = |tokens: &TokenStream| {
        tokens.clone().into_iter().any(|token| matches!(token, TokenTree::Ident(word) if word == *value))
    };
    if !given.iter().any(of_type) {
        let hint = format!("`repr = {value}` sends the numbers of the variants, so the enum needs `#[repr({value})]`");
        errors.at(value.span(), hint);
    }
}

/// Variants without fields are labels, variants with one unnamed field a union.
fn enumeration<'a>(
    ident: &Ident,
    data: &'a DataEnum,
    attrs: &Attrs,
    parameters: &[Ident],
    errors: &mut Errors,
) -> Option<Kind<'a>> {
    let repr = attrs.repr.as_ref().map(|given| given.value.clone());
    let is_unit = |fields: &Fields| matches!(fields, Fields::Unit);
    if data.variants.is_empty() || data.variants.iter().any(|variant| is_unit(&variant.fields)) {
        let kind = labels(ident, data, attrs, parameters, errors);
        kind.map(|list| Kind::Labels(Labels { list, repr }))
    } else {
        union(data, attrs, parameters, errors)
    }
}

fn union<'a>(data: &'a DataEnum, attrs: &Attrs, parameters: &[Ident], errors: &mut Errors) -> Option<Kind<'a>> {
    for (word, name) in attrs.words() {
        let why = match name {
            "dtype" | "shape" | "range" | "range_checked" => {
                "the types of the variants say it; narrow one in a struct of its own"
            }
            "repr" => "it is for labels, which hold no data",
            "rename_all" => "the element type selects the variant, and no name is sent",
            _ => "it is for structs",
        };
        errors.at(word, format!("`{name}` does not belong on an enum of tensors: {why}"));
    }
    let mut variants = Vec::new();
    for variant in &data.variants {
        for (word, name) in Attrs::parse(&variant.attrs, Place::Variant, parameters, errors).words() {
            errors.at(word, format!("the element type selects this variant, so `{name}` has no effect: remove it"));
        }
        let mut fields = variant.fields.iter();
        let (Fields::Unnamed(_), Some(field), None) = (&variant.fields, fields.next(), fields.next()) else {
            errors.over(
                &variant.fields,
                "a variant that holds data has one unnamed field, which is one tensor: `Picture(Image)`",
            );
            continue;
        };
        for (word, name) in Attrs::parse(&field.attrs, Place::Field, parameters, errors).words() {
            let hint = match name {
                "flatten" => "it is for a record in a record",
                "metadata" => "it is for a field of a record",
                _ => "put it on a struct around this type",
            };
            errors.at(word, format!("`{name}` does not belong in a variant: {hint}"));
        }
        variants.push(Variant { ident: &variant.ident, ty: &field.ty });
    }
    Some(Kind::Union(variants))
}

fn labels<'a>(
    ident: &Ident,
    data: &'a DataEnum,
    attrs: &Attrs,
    parameters: &[Ident],
    errors: &mut Errors,
) -> Option<Vec<Label<'a>>> {
    for (word, name, why) in [
        (attrs.dtype.as_ref().map(|given| given.word), "dtype", "an enum of labels is always a string"),
        (attrs.shape.as_ref().map(|given| given.word), "shape", "an enum of labels is always a scalar"),
        (attrs.range.as_ref().map(|given| given.word), attrs.range_word(), "its labels are all that it may be"),
        (attrs.deny_unknown.as_ref().map(|given| given.word), "deny_unknown", "an unknown label is refused anyway"),
        (attrs.transparent.as_ref().map(|given| given.word), "transparent", "it is for structs"),
        (attrs.stack.as_ref().map(|given| given.word), "stack", "it is for structs"),
        (attrs.sparse.as_ref().map(|given| given.word), "sparse", "it is for maps"),
    ] {
        if let Some(word) = word {
            errors.at(word, format!("`{name}` does not belong on an enum: {why}"));
        }
    }
    let case = attrs.rename_all.as_ref().map(|given| given.value);
    let mut seen: HashMap<String, String> = HashMap::new();
    let mut labels = Vec::new();
    for variant in &data.variants {
        let attrs = Attrs::parse(&variant.attrs, Place::Variant, parameters, errors);
        if !matches!(variant.fields, Fields::Unit) {
            errors.over(
                &variant.fields,
                "a label holds no data, and other variants of this enum are labels: give every variant one unnamed field, \
                 or none",
            );
        }
        let own = variant.ident.unraw().to_string();
        let (text, span) = wire_name(&variant.ident, &attrs, case.map(|case: Case| case.variant(&own)), errors);
        if let Some(first) = seen.get(&text) {
            errors.at(span, format!("the variant `{first}` has the label \"{text}\" already"));
        } else {
            seen.insert(text.clone(), own);
        }
        labels.push(Label { ident: &variant.ident, text });
    }
    if labels.is_empty() {
        errors.over(ident, "an enum without variants has no label to send: add a variant");
        return None;
    }
    Some(labels)
}
