//! Fields that are metadata.

use proc_macro2::Span;
use syn::Type;

use super::Entry;
use crate::{errors::Errors, model::Metadata};

/// Creates the model of a field with the word `metadata`, and checks the field's other words.
pub(super) fn field<'a>(
    entry: Entry<'a>,
    word: Span,
    (name, field): (String, String),
    errors: &mut Errors,
) -> Metadata<'a> {
    for (other, name) in entry.attrs.words() {
        let hint = match name {
            "metadata" | "rename" | "default" => continue,
            "with" => {
                "serde converts it; for a type of another crate write `#[serde(with = ..)]` in a type of your own"
            }
            "alias" => "serde reads it under its name alone",
            _ => "metadata are no tensors",
        };
        errors.at(other, format!("`{name}` does not go with `metadata`: {hint}"));
    }
    if let Type::Reference(_) = entry.slot.ty {
        let hint =
            "a reference cannot be read back, for metadata own what they hold: in place of `&str` write `String`";
        errors.over(entry.slot.ty, hint);
    }
    Metadata { slot: entry.slot, word, name, field, fallback: entry.attrs.default.map(|given| given.value) }
}
