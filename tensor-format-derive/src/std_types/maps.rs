//! Recognises maps and their keys by how they are spelled.

use syn::{PathArguments, PathSegment, Type};

use super::{argument, arguments, last, last_segment};

/// Returns whether a type is spelled as a `BTreeMap` or `HashMap`, or as an `Option` of one.
pub(crate) fn is_map(ty: &Type) -> bool {
    map(ty).is_some()
}

/// Returns the type of the keys of a type that is spelled as a map, or as an `Option` of one.
pub(super) fn key(ty: &Type) -> Option<&Type> {
    map(ty).and_then(argument)
}

/// Returns the type of the values of such a type.
pub(super) fn held_by_key(ty: &Type) -> Option<&Type> {
    map(ty).and_then(|map| arguments(map).nth(1))
}

/// Returns the map that a type is spelled as, or as an `Option` of.
fn map(ty: &Type) -> Option<&Type> {
    let map = if last(ty).is_some_and(|name| name == "Option") { argument(ty)? } else { ty };
    last_segment(map).is_some_and(is_named_map).then_some(map)
}

/// Returns whether a key is spelled as a primitive type that is no label, or as a tuple with any primitive type in it.
pub(super) fn is_no_label(key: &Type) -> bool {
    const OTHERS: [&str; 6] = ["f32", "f64", "bool", "char", "i128", "u128"];
    let is_other = |ty: &Type| last(ty).is_some_and(|name| OTHERS.iter().any(|other| name == other));
    match key {
        Type::Tuple(tuple) => tuple.elems.iter().any(|ty| is_other(ty) || is_integer(ty)),
        _ => is_other(key),
    }
}

/// Returns whether a key is spelled as a label: text or an integer.
pub(super) fn is_label(key: &Type) -> bool {
    last(key).is_some_and(|name| name == "String") || is_integer(key)
}

fn is_integer(ty: &Type) -> bool {
    const INTEGERS: [&str; 10] = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "isize"];
    last(ty).is_some_and(|name| INTEGERS.iter().any(|integer| name == integer))
}

fn is_named_map(last: &PathSegment) -> bool {
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
    (last.ident == "BTreeMap" || last.ident == "HashMap") && arguments.args.len() >= 2
}
