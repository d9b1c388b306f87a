//! Checks of the attributes on a type, which decide what kind of value it is.

use std::path::Path;

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{
    Data, DataEnum, DeriveInput, Field, Fields, GenericParam, Generics, Ident, Index, LitStr, Member, Type, Visibility,
};

use super::{
    Entry, Failure,
    labels::labels,
    record::record,
    row::row,
    skipped::check_skipped,
    union::union,
    variants::{are_labels, are_single, variants},
    wrapper::wrapper,
};
use crate::{
    attr::{Attrs, Given, Place, STATE_DICT, has_skip},
    errors::Errors,
    model::{Kind, Labels, Model, Slot},
    runtime::Runtime,
    span,
    std_types::{asked, is_text, lacks_lifetime, left_open, unsized_in},
};

/// Checks a type that derives `Tensor`, and returns its model, or all errors.
pub(crate) fn check(input: &DeriveInput) -> Result<Model<'_>, Failure> {
    let mut errors = Errors::default();
    let is_whole = |ty: &Type| left_open(ty).is_none() && !lacks_lifetime(ty, &input.generics);
    let is_written = |fields: &Fields| fields.iter().all(|field| is_whole(&field.ty));
    let are_written = match &input.data {
        Data::Struct(data) => is_written(&data.fields),
        Data::Enum(data) => data.variants.iter().all(|variant| is_written(&variant.fields)),
        Data::Union(_) => true,
    };
    if !are_written {
        // The compiler says so of each `_`, and of each lifetime.
        let attrs = Attrs::parse(&input.attrs, Place::Container, &input.generics, &mut Errors::default());
        let krate = Runtime::at(attrs.krate.map(|given| given.value).as_ref());
        return Err(Failure { errors, krate: Some(krate) });
    }
    let without_size = without_size(input);
    if refuse_unsized_inside(input, &mut errors) || !without_size.is_empty() {
        without_size.iter().for_each(|(ty, is_last)| refuse_unsized(ty, *is_last, &mut errors));
        let attrs = Attrs::parse(&input.attrs, Place::Container, &input.generics, &mut Errors::default());
        let has_size = without_size.iter().all(|(_, is_last)| !is_last);
        let krate = has_size.then(|| Runtime::at(attrs.krate.map(|given| given.value).as_ref()));
        return Err(Failure { errors, krate });
    }
    let has_parameters = input.generics.params.iter().any(|param| !matches!(param, GenericParam::Lifetime(_)));
    let mut attrs = Attrs::parse(&input.attrs, Place::Container, &input.generics, &mut errors);
    let krate = Runtime::at(attrs.krate.take().map(|given| given.value).as_ref());
    let mut generics = input.generics.clone();
    let bound = attrs.bound.take();
    if let (Some(given), false) = (&bound, has_parameters) {
        errors.at(given.word, "`bound` is for a type with parameters: remove it");
    }
    let bound = bound.map(|given| given.value);
    let bound_text = bound.as_ref().map(|bound| bound.text);
    if let Some(predicates) = bound.map(|bound| bound.predicates).filter(|predicates| !predicates.is_empty()) {
        generics.make_where_clause().predicates.extend(predicates);
    }
    let check = attrs.check.take();
    if let (Some(given), false) = (&check, has_parameters) {
        errors.at(given.word, "`check` is for a type with parameters, and this one is checked without it: remove it");
    }
    let check = check.map(|given| given.value).unwrap_or_default();
    let matches = attrs.matches.take();
    if let (Some(given), true) = (&matches, has_parameters) {
        errors.at(given.word, "`matches` needs a type without type or constant parameters, whose rules are known here");
    }
    let matches = matches.map(|given| given.value);
    if let (Some(given), Data::Struct(_)) = (&attrs.repr, &input.data) {
        errors.at(given.word, "`repr` belongs on an enum whose variants are labels");
    }
    if let Data::Struct(_) = &input.data {
        for (word, name) in attrs.words().filter(|(_, name)| matches!(*name, "tag" | "rename_all_fields")) {
            errors.at(word, format!("`{name}` belongs on an enum whose variants hold data"));
        }
    }
    if let Some(matches) = &matches {
        file_exists(&matches.file, &mut errors);
    }
    refuse_packed(input, &mut errors);
    let kind = match &input.data {
        Data::Struct(data) => structure(&input.ident, &data.fields, attrs, &input.generics, &mut errors),
        Data::Enum(data) => {
            // Of records `repr` itself is refused.
            if data.variants.iter().all(|variant| variant.fields.is_empty()) {
                check_repr(input, &attrs, &mut errors);
            }
            enumeration(&input.ident, data, &attrs, &input.generics, &mut errors)
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
            let is_visible = !matches!(input.vis, Visibility::Inherited);
            Ok(Model { krate, ident: &input.ident, is_visible, generics, bound_text, kind, check, matches })
        }
        _ => Err(Failure { errors, krate: Some(krate) }),
    }
}

/// Reports a missing file before `include_str!` does, whose message would show a path that the user never wrote.
fn file_exists(file: &LitStr, errors: &mut Errors) {
    let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR") else { return };
    let given = file.value();
    // It is put behind the folder, and a slash.
    if Path::new(&given).is_absolute() && !Path::new(&folder).join(given.trim_start_matches('/')).is_file() {
        let own = Path::new(&given).strip_prefix(&folder).ok().and_then(Path::to_str);
        let hint = match own {
            Some(own) => format!("write `{own}`"),
            None => "write one like `defs/model.json`".to_owned(),
        };
        errors.at(file.span(), format!("the path of the file starts at the folder of Cargo.toml: {hint}"));
        return;
    }
    if !Path::new(&folder).join(file.value()).is_file() {
        let hint = format!("there is no file `{}`; its path starts at the folder of Cargo.toml", file.value());
        errors.at(file.span(), hint);
    }
}

fn structure<'a>(
    ident: &Ident,
    fields: &'a Fields,
    attrs: Attrs,
    generics: &Generics,
    errors: &mut Errors,
) -> Option<Kind<'a>> {
    let entries = fields.iter().enumerate().map(|(index, field)| {
        let member = match &field.ident {
            Some(name) => Member::Named(name.clone()),
            None => Member::Unnamed(Index { index: index as u32, span: Span::call_site() }),
        };
        let attrs = Attrs::of_field(field, generics, errors);
        Entry { field, slot: Slot { member, ty: &field.ty }, attrs }
    });
    let entries: Vec<Entry<'_>> = entries.collect();
    let (skipped, sent): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.attrs.skip.is_some());
    for entry in &skipped {
        check_skipped(&entry.attrs, errors);
    }
    let skipped: Vec<Slot<'a>> = skipped.into_iter().map(|entry| entry.slot).collect();
    if let Some(Given { word, .. }) = attrs.stack {
        return row(word, fields, sent, skipped, &attrs, errors);
    }
    match fields {
        Fields::Named(_) if attrs.transparent.is_none() => {
            only_on_one_tensor(&attrs, errors);
            Some(record(ident, sent, skipped, &attrs, errors))
        }
        Fields::Named(_) => wrapper(ident, sent, skipped, attrs, errors),
        Fields::Unnamed(_) => {
            if let Some(Given { word, .. }) = attrs.transparent {
                errors.at(word, "a struct with one unnamed field is one tensor already: remove `transparent`");
            }
            if sent.len() > 1 {
                only_on_one_tensor(&attrs, errors);
                return Some(record(ident, sent, skipped, &attrs, errors));
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

fn only_on_one_tensor(attrs: &Attrs, errors: &mut Errors) {
    if let Some(record) = &attrs.record {
        let hint =
            "`record` is for a struct around one map: add `transparent` if the map is its one field that is sent";
        errors.at(record.word, format!("{hint}, or {STATE_DICT}"));
    }
    let is_misplaced = |name: &str| matches!(name, "dtype" | "shape" | "range" | "range_checked" | "sparse");
    for (word, name) in attrs.words().filter(|(_, name)| is_misplaced(name)) {
        let hint = format!(
            "`{name}` is for one tensor, but this struct is a record: put it on a field, or add `transparent` if its one \
             field is the tensor"
        );
        errors.at(word, hint);
    }
}

/// Returns all fields.
fn fields(input: &DeriveInput) -> Vec<&Field> {
    match &input.data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    }
}

/// Returns whether a field has the word `skip`.
fn is_skipped(field: &Field) -> bool {
    let lists = field.attrs.iter().filter(|attr| attr.path().is_ident("tensor")).map(|attr| attr.meta.require_list());
    lists.flatten().any(|list| has_skip(&list.tokens))
}

/// Returns the types of fields without a size, and whether each is the last of a struct. Any other is an error of the
/// compiler, too. A type of the user's that is called `str` is written with its path, as `self::str`.
fn without_size(input: &DeriveInput) -> Vec<(&Type, bool)> {
    let types = fields(input).into_iter().map(|field| &field.ty);
    let is_struct = matches!(input.data, Data::Struct(_));
    let count = types.len();
    let types = types.enumerate().map(|(index, ty)| (ty, is_struct && index + 1 == count));
    let has_none = |(ty, _): &(&Type, bool)| matches!(ty, Type::Slice(_) | Type::TraitObject(_)) || is_text(ty);
    types.filter(has_none).collect()
}

/// Reports a field without a size. Of slices and texts the compiler says what to write, too, unless the field is the last.
fn refuse_unsized(ty: &Type, is_last: bool, errors: &mut Errors) {
    let hint = match ty {
        Type::TraitObject(_) => {
            let what = match asked(ty) {
                "IsFieldFunction" => "a function cannot be sent: send what selects it, as an enum,",
                _ => {
                    "a `dyn` type has no size, and is known at run time only: write the type itself, or an enum of all \
                     types that it can be,"
                }
            };
            let ty = span::text(ty);
            format!(
                "{what} which derives `Tensor`; to leave out one field of several, write `Option<Box<{ty}>>`, with \
                 `#[tensor(skip)]`"
            )
        }
        _ if !is_last => return,
        Type::Slice(slice) => {
            let item = span::text(&slice.elem);
            format!("a slice has no size: write `Vec<{item}>`, `Box<[{item}]>` or `&'a [{item}]`")
        }
        _ => "a text has no size: write `String` or `Box<str>`, or `&'a str` in a struct of `<'a>`".to_owned(),
    };
    errors.over(ty, hint);
}

/// Reports types without a size inside of those of fields, and returns whether there are any. The compiler says so too, of
/// all that is around it, and not what to write. What is skipped may be of any type.
fn refuse_unsized_inside(input: &DeriveInput, errors: &mut Errors) -> bool {
    let sent = fields(input).into_iter().filter(|field| !is_skipped(field));
    let inside: Vec<&Type> = sent.filter_map(|field| unsized_in(&field.ty)).collect();
    for ty in &inside {
        let hint = match ty {
            Type::Slice(slice) => {
                let item = span::text(&slice.elem);
                format!("a slice has no size: write `[{item}; 3]`, or `Vec<{item}>` if its length varies")
            }
            _ => "a text has no size: write `String`, or `&'a str` in a struct of `<'a>`".to_owned(),
        };
        errors.over(ty, hint);
    }
    !inside.is_empty()
}

/// Reports `#[repr(packed)]`, with which fields cannot be borrowed unless they are single bytes.
fn refuse_packed(input: &DeriveInput, errors: &mut Errors) {
    let Data::Struct(data) = &input.data else { return };
    if data.fields.iter().all(|field| matches!(span::text(&field.ty).as_str(), "u8" | "i8" | "bool")) {
        return;
    }
    let reprs = input.attrs.iter().filter(|attr| attr.path().is_ident("repr"));
    let tokens = reprs.filter_map(|attr| attr.meta.require_list().ok()).flat_map(|list| list.tokens.clone());
    for token in tokens.filter(|token| matches!(token, TokenTree::Ident(word) if word == "packed")) {
        let hint = "fields are written from where they lie, which `packed` forbids: remove it, or for bytes of this layout \
                    send an array `[u8; N]`";
        errors.at(token.span(), hint);
    }
}

/// Checks that the type in Rust's `#[repr(..)]` is the integer type that is sent, so that the number of each variant
/// can be sent.
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

/// Makes the model of an enum: variants without fields are labels, variants with one unnamed field a union unless the
/// label has a name, and all others a record.
fn enumeration<'a>(
    ident: &Ident,
    data: &'a DataEnum,
    attrs: &Attrs,
    generics: &Generics,
    errors: &mut Errors,
) -> Option<Kind<'a>> {
    if let Some(Given { word, .. }) = attrs.record {
        errors.at(word, format!("`record` does not belong on an enum: it is for a struct around a map: {STATE_DICT}"));
    }
    let repr = attrs.repr.as_ref().map(|given| given.value.clone());
    if are_labels(data) {
        let kind = labels(ident, data, attrs, generics, errors);
        kind.map(|list| Kind::Labels(Labels { list, repr }))
    } else if attrs.tag.is_none() && are_single(data) {
        union(ident, data, attrs, generics, errors)
    } else {
        variants(ident, data, attrs, generics, errors)
    }
}
