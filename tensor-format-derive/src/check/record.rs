//! Checks of structs that are records: their parameters, flattened records, maps and metadata.

use syn::{
    GenericArgument, Ident, Member, PathArguments, PathSegment, Type, TypePath, ext::IdentExt, spanned::Spanned,
};

use super::{Entry, literals, map, metadata, names::Names};
use crate::{
    attr::{Attrs, Given},
    errors::Errors,
    model::{Flattened, Kind, Param, Record, Slot, doc::Doc},
    std_types::is_usual,
};

pub(super) fn record<'a>(
    this: &Ident,
    sent: Vec<Entry<'a>>,
    skipped: Vec<Slot<'a>>,
    attrs: &Attrs,
    errors: &mut Errors,
) -> Kind<'a> {
    let case = attrs.rename_all.as_ref().map(|given| given.value);
    let mut names = Names::of_fields();
    let (mut params, mut flattened, mut metadata) = (Vec::new(), Vec::new(), Vec::new());
    for mut entry in sent {
        let (field, place) = match &entry.slot.member {
            Member::Named(ident) => (ident.unraw().to_string(), ident.span()),
            Member::Unnamed(index) => (index.index.to_string(), entry.slot.ty.span()),
        };
        if entry.attrs.flatten.is_some() {
            check_flattened(&entry.attrs, errors);
            refuse_flattened_itself(entry.slot.ty, this, errors);
            let prefix = entry.attrs.flatten.map(|given| given.value);
            flattened.extend(prefix.map(|prefix| Flattened {
                slot: entry.slot,
                field,
                at: params.len(),
                prefix,
                aliases: Vec::new(),
                map: None,
            }));
            continue;
        }
        let cased = case.map(|case| case.field(&field));
        let (name, span, aliases) = names.take(&field, place, &entry.attrs, cased, errors);
        if let Some(Given { word, .. }) = entry.attrs.metadata {
            metadata.push(metadata::field(entry, word, (name, field), errors));
            continue;
        }
        let is_map = map::is_described(&entry.attrs, entry.slot.ty);
        if is_map {
            if let (Some(Given { word, .. }), Some(_)) = (&entry.attrs.sparse, &entry.attrs.ragged) {
                errors.at(*word, "`sparse` does not go with `ragged`: that is for maps");
            }
            if let (Some(Given { word, .. }), true) = (&entry.attrs.with, entry.attrs.sparse.is_some()) {
                errors.at(*word, "`with` does not go with `sparse`: a module converts to one tensor");
            }
            let doc = Doc::of(&entry.field.attrs);
            let part = map::field(entry.slot, entry.attrs, field, doc, params.len(), (name, span));
            flattened.push(Flattened { aliases, ..part });
            continue;
        }
        let ragged = entry.attrs.ragged.as_ref().map(|given| given.word);
        if ragged.is_some() {
            check_ragged(&entry.attrs, errors);
        }
        let narrowing = entry.attrs.narrowing();
        let with = entry.attrs.with.map(|given| given.value);
        let fallback = entry.attrs.default.map(|given| given.value);
        let doc = Doc::of(&entry.field.attrs);
        let is_usual = with.is_none() && ragged.is_none() && is_usual(entry.slot.ty);
        if with.is_none() {
            refuse_itself(entry.slot.ty, this, errors);
        }
        literals::in_range(fallback.as_ref().filter(|_| with.is_none()), narrowing.range.as_ref(), errors);
        params.push(Param {
            slot: entry.slot,
            name,
            aliases,
            field,
            doc,
            with,
            narrowing,
            fallback,
            ragged,
            is_usual,
            is_variant: false,
        });
    }
    Kind::Record(Record {
        params,
        flattened,
        metadata,
        skipped,
        deny_unknown: attrs.deny_unknown.is_some(),
        is_enum: false,
    })
}

/// Reports a field of the type `ty` in `this` that is `this` itself, or holds it.
pub(super) fn refuse_itself(ty: &Type, this: &Ident, errors: &mut Errors) {
    if let Some(itself) = itself(ty, this) {
        let hint = format!(
            "`{this}` holds itself, but a record has a fixed list of parameters: send all nodes as one `Vec<{this}>`, in \
             which each has the positions of its children, as `Vec<u32>`"
        );
        // Not all of its tokens: a `Self` that the derive replaced is no code of the user's.
        errors.at(this.span().located_at(itself.span()), hint);
    }
}

/// Reports a field with `flatten` of the type `ty` in `this` that is `this` itself, or holds it.
fn refuse_flattened_itself(ty: &Type, this: &Ident, errors: &mut Errors) {
    if let Some(itself) = itself(ty, this) {
        let hint = format!(
            "`{this}` is flattened into itself without end: remove `flatten`, send all nodes as one `Vec<{this}>`, and \
             let each have the position of the next, as `Option<u32>`"
        );
        errors.at(this.span().located_at(itself.span()), hint);
    }
}

/// Reports a type of the only field of `this`, or of the only one of a variant, that is `this` itself, or holds it.
pub(super) fn refuse_only_itself(ty: &Type, this: &Ident, errors: &mut Errors) {
    if let Some(itself) = itself(ty, this) {
        let hint = format!(
            "`{this}` holds itself, but a tensor has a fixed number of axes: send all nodes as one list of records, in \
             which each has the positions of its children, as `Vec<u32>`"
        );
        // Not all of its tokens: a `Self` that the derive replaced is no code of the user's.
        errors.at(this.span().located_at(itself.span()), hint);
    }
}

pub(super) fn check_ragged(attrs: &Attrs, errors: &mut Errors) {
    for (word, name) in attrs.words().filter(|(_, name)| !matches!(*name, "ragged" | "rename" | "alias" | "default")) {
        let hint = match name {
            "shape" => {
                "the lengths of the lists are free, and those of their elements are fixed by the type: remove it"
            }
            "with" => "a module converts to one tensor: remove one of the two",
            _ => "say it of a type of the elements",
        };
        errors.at(word, format!("`{name}` does not go with `ragged`: {hint}"));
    }
}

fn check_flattened(attrs: &Attrs, errors: &mut Errors) {
    for (word, name) in attrs.words().filter(|(_, name)| *name != "flatten") {
        let hint = match name {
            "rename" => "its parameters have names of their own, before which `flatten = \"prefix_\"` puts a prefix",
            "alias" => "its parameters have names of their own: give them aliases where they are defined",
            "default" => "each of its parameters is optional or not by itself",
            _ => "a flattened record is no parameter itself, and its own definition says all about its parameters",
        };
        errors.at(word, format!("`{name}` does not go with `flatten`: {hint}"));
    }
}

/// Returns the type named `this` in a type that is it, or has it as a generic argument, as `Vec<this>`.
fn itself<'t>(ty: &'t Type, this: &Ident) -> Option<&'t Type> {
    match ty {
        Type::Paren(inner) => itself(&inner.elem, this),
        Type::Group(inner) => itself(&inner.elem, this),
        Type::Reference(inner) => itself(&inner.elem, this),
        Type::Array(inner) => itself(&inner.elem, this),
        Type::Slice(inner) => itself(&inner.elem, this),
        Type::Tuple(inner) => inner.elems.iter().find_map(|ty| itself(ty, this)),
        Type::Path(TypePath { qself: None, path, .. }) => {
            let is_this = |segment: &PathSegment| segment.ident == *this;
            if path.is_ident("Self") || path.segments.len() == 1 && path.segments.iter().any(is_this) {
                return Some(ty);
            }
            path.segments.iter().find_map(|segment| match &segment.arguments {
                PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|argument| match argument {
                    GenericArgument::Type(ty) => itself(ty, this),
                    _ => None,
                }),
                _ => None,
            })
        }
        _ => None,
    }
}
