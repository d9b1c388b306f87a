//! Checks of enums whose variants are tensors that differ in element type.

use syn::{DataEnum, Generics, Ident};

use super::record::refuse_only_itself;
use crate::{
    attr::{Attrs, Place},
    errors::Errors,
    model::{Kind, Variant},
};

pub(super) fn union<'a>(
    this: &Ident,
    data: &'a DataEnum,
    attrs: &Attrs,
    generics: &Generics,
    errors: &mut Errors,
) -> Option<Kind<'a>> {
    for (word, name) in attrs.words() {
        let why = match name {
            "dtype" | "shape" | "range" | "range_checked" => {
                "the types of the variants say it; narrow one in a struct of its own"
            }
            "repr" => "it is for labels, which hold no data",
            "rename_all" | "deny_unknown" => {
                "the element type selects the variant, and no name is sent; with `tag = \"kind\"` it is a record"
            }
            // Said of every enum.
            "record" => continue,
            "rename_all_fields" => "its variants have no named fields",
            _ => "it is for structs",
        };
        errors.at(word, format!("`{name}` does not belong on an enum of tensors: {why}"));
    }
    let mut variants = Vec::new();
    for variant in &data.variants {
        for (word, name) in Attrs::parse(&variant.attrs, Place::Variant, generics, errors).words() {
            errors.at(word, format!("the element type selects this variant, so `{name}` has no effect: remove it"));
        }
        let Some(field) = variant.fields.iter().next() else { continue };
        for (word, name) in Attrs::of_field(field, generics, errors).words() {
            let hint = match name {
                "flatten" => "it is for a record in a record",
                "metadata" => "it is for a field of a record",
                _ => "put it on a struct around this type",
            };
            errors.at(word, format!("`{name}` does not belong in a variant: {hint}"));
        }
        refuse_only_itself(&field.ty, this, errors);
        variants.push(Variant { ident: &variant.ident, ty: &field.ty });
    }
    Some(Kind::Union(variants))
}
