//! Recognises lists that are no ragged fields by how they are spelled.

use syn::Type;

use super::{argument, is_ndarray, last};

/// Returns the name of the trait that generated code requires of the type of a field with `ragged`. All these traits are
/// implemented for the same types, as those of [`asked`](super::asked) are.
pub(crate) fn asked_of_ragged(ty: &Type) -> &'static str {
    let list = if last(ty).is_some_and(|name| name == "Option") { argument(ty) } else { Some(ty) };
    let Some(list) = list.filter(|list| last(list).is_some_and(|name| name == "Vec")) else { return "IsRaggedOther" };
    match argument(list) {
        Some(item) if is_ndarray(item) => "IsRaggedArrays",
        Some(item) if is_flat(item) => "IsRaggedFlat",
        _ => "IsRagged",
    }
}

/// Returns whether an item is spelled as one of a fixed shape, or as a record.
fn is_flat(item: &Type) -> bool {
    match item {
        Type::Array(array) => is_flat(&array.elem),
        Type::Path(_) => !is_list(item),
        _ => false,
    }
}

/// Returns whether a type is spelled as a list or option.
fn is_list(ty: &Type) -> bool {
    let lists = ["Vec", "VecDeque", "Option", "Box", "Cow"];
    last(ty).is_some_and(|name| lists.iter().any(|list| name == list))
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn sees_which_lists_are_not_ragged() {
        let expected: [(Type, &str); 8] = [
            (parse_quote!(Vec<Vec<Own>>), "IsRagged"),
            (parse_quote!(Option<Vec<&'a [Own]>>), "IsRagged"),
            (parse_quote!(Vec<Own>), "IsRaggedFlat"),
            (parse_quote!(Vec<[[f32; 2]; 3]>), "IsRaggedFlat"),
            (parse_quote!(Vec<[Vec<f32>; 2]>), "IsRagged"),
            (parse_quote!(Vec<Array2<f32>>), "IsRaggedArrays"),
            (parse_quote!(VecDeque<Vec<f32>>), "IsRaggedOther"),
            (parse_quote!(Option<f32>), "IsRaggedOther"),
        ];
        assert!(expected.iter().all(|(ty, asked)| asked_of_ragged(ty) == *asked));
    }
}
