//! What to write in place of words that `#[tensor(...)]` does not know, as those of other systems.

use syn::{Expr, ExprLit, Lit, Meta, MetaNameValue};

use super::Place;
use crate::suggest;

/// Returns the error text for an attribute that has no words in parentheses.
pub(super) fn no_parentheses(meta: &Meta, place: Place) -> String {
    let example = match meta {
        _ if place == Place::Container => "rename_all = \"camelCase\"".to_owned(),
        Meta::NameValue(MetaNameValue { value: Expr::Lit(ExprLit { lit: Lit::Str(name), .. }), .. }) => {
            format!("rename = {}", name.token())
        }
        _ => "rename = \"name\"".to_owned(),
    };
    format!("expected words in parentheses: `#[tensor({example})]`")
}

/// Returns the error text for an unknown word: the word that other systems' one has here, or the nearest of `valid`.
pub(super) fn unknown(name: &str, valid: &[&str]) -> String {
    let hint = match name {
        "optional" | "required" => "a field is optional if its type is an `Option`, or if it has a `default`",
        "name" if valid.contains(&"rename") => "write `rename`",
        "ignore" if valid.contains(&"skip") => "write `skip`",
        "type" | "element_type" if valid.contains(&"dtype") => "write `dtype`",
        "min" | "max" if valid.contains(&"range") => "write `range = 0.0..=1.0`",
        "prefix" if valid.contains(&"flatten") => "write `flatten = \"prefix_\"`",
        "map" | "mapped" | "labels" if valid.contains(&"sparse") => "write `sparse`",
        "jagged" | "list" if valid.contains(&"ragged") => "write `ragged`",
        "deny_unknown_fields" if valid.contains(&"deny_unknown") => "write `deny_unknown`",
        "skip_serializing" | "skip_deserializing" if valid.contains(&"skip") => {
            "write `skip`, which is for both directions"
        }
        "skip_serializing_if" => {
            "remove it: a field that is an `Option` is not sent where it is `None`, all others are"
        }
        "serialize_with" | "deserialize_with" | "try_from" | "from" | "into" | "remote" | "getter" => {
            "write `with = module` on a field: the module converts it in both directions"
        }
        "aliases" if valid.contains(&"alias") => "write `alias = \"name\"`, once for each name",
        "borrow" => "a field borrows by its type, as `&'a str`, `View<'a, f32>` and `Cow<'a, [f32]>` do: remove it",
        "untagged" => {
            "remove it: the label of the variant is sent, under the name that `tag = \"kind\"` gives it; an enum whose \
             variants are one tensor each, of element types of their own, is read by these"
        }
        "content" => "what a variant holds stands under its label: write `tag = \"kind\"` alone",
        "other" => "an unknown label is an error: to keep it, make the field a `String`",
        "len" | "length" if valid.contains(&"shape") => "write `shape = [3]`, a length for each axis",
        "rank" | "ndim" if valid.contains(&"shape") => {
            "the type says it, as `Array3<f32>` of ndarray does; of an `ArrayD`, write `shape = [_, _, _]`"
        }
        "doc" | "description" | "desc" => "write a comment above, `/// text`",
        "one_of" | "choices" | "allowed" | "values" => {
            "write an enum of the values that there are, which derives `Tensor`: of texts, or of numbers by `repr = u8`; \
             `range = 0..=9` allows all numbers between two"
        }
        "dim" | "dims" | "size" if valid.contains(&"shape") => "write `shape`",
        _ => return suggest::unknown("attribute", name, valid),
    };
    format!("unknown attribute `{name}`: {hint}")
}
