//! Recognises types without a size by how they are spelled, where the compiler wants one that has a size.

use syn::{Type, TypePath};

use super::{arguments, is_own, is_text, last};

/// Types of the standard library and of the runtime crate that hold only what has a size.
const HOLDERS: [&str; 10] =
    ["Vec", "VecDeque", "Option", "Many", "Batch", "Ragged", "BTreeMap", "HashMap", "BTreeSet", "HashSet"];

/// Returns the first text or slice in a type that has to be of a size where it stands, as `str` in `Vec<str>`.
pub(crate) fn unsized_in(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Group(group) => unsized_in(&group.elem),
        Type::Paren(paren) => unsized_in(&paren.elem),
        Type::Reference(reference) => unsized_in(&reference.elem),
        Type::Slice(slice) => item(&slice.elem),
        Type::Array(array) => item(&array.elem),
        // The last may have none.
        Type::Tuple(tuple) => {
            let count = tuple.elems.len();
            let looked = tuple.elems.iter().enumerate();
            looked.map(|(index, ty)| if index + 1 == count { unsized_in(ty) } else { item(ty) }).find_map(|found| found)
        }
        Type::Path(TypePath { qself: Some(_), .. }) => None,
        Type::Path(path) if is_own(path) => None,
        _ if last(ty).is_some_and(|name| HOLDERS.iter().any(|holder| name == holder)) => arguments(ty).find_map(item),
        _ => arguments(ty).find_map(unsized_in),
    }
}

fn item(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Slice(_) => Some(ty),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(item),
        _ if is_text(ty) => Some(ty),
        _ => unsized_in(ty),
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn sees_what_has_no_size_where_it_stands() {
        let group =
            |ty| Type::Group(syn::TypeGroup { attrs: Vec::new(), elem: Box::new(ty), group_token: Default::default() });
        let without: [Type; 9] = [
            parse_quote!(&'a (str, u8)),
            group(parse_quote!(Vec<str>)),
            parse_quote!((Vec<str>)),
            parse_quote!(Vec<str>),
            parse_quote!(Option<Box<[str]>>),
            parse_quote!(std::collections::HashMap<String, [f32]>),
            parse_quote!(&'a [(u8, str)]),
            parse_quote!([[u8]; 3]),
            parse_quote!(Own<Vec<str>>),
        ];
        assert!(without.iter().all(|ty| unsized_in(ty).is_some()));
        let with: [Type; 8] = [
            parse_quote!(PhantomData<(u8, str)>),
            parse_quote!(&'a (u8, str)),
            parse_quote!(Vec<Box<str>>),
            parse_quote!(Option<Cow<'a, [f32]>>),
            parse_quote!(HashMap<&'a str, f32>),
            parse_quote!(Own<str>),
            parse_quote!(self::Vec<str>),
            parse_quote!(<Own as Trait>::Vec<str>),
        ];
        assert!(with.iter().all(|ty| unsized_in(ty).is_none()));
    }
}
