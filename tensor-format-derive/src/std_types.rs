//! Types whose names say that they are one tensor that can be written and read. For these the derive writes nothing
//! whose only use is to put the compiler's complaint at the field: a name that means something else is found out all
//! the same, at another place.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Ident, PathArguments, Type};

const SCALARS: [&str; 12] = ["f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool", "String"];

/// Types of the standard library that look like elements of tensors.
const NO_ELEMENTS: [&str; 5] = ["usize", "isize", "i128", "u128", "char"];

/// Whether a field of this type needs no word about what it may be.
pub(crate) fn is_known(ty: &Type) -> bool {
    match generic(ty) {
        Some((name, Some(inner))) if name == "Option" => is_tensor(inner),
        _ => is_tensor(ty),
    }
}

/// Whether values of this type may have memory of their own, which is worth keeping.
pub(crate) fn holds_memory(ty: &Type) -> bool {
    match (ty, generic(ty)) {
        (Type::Reference(_), _) => false,
        (Type::Array(array), _) => holds_memory(&array.elem),
        (_, Some((name, Some(inner)))) if name == "Option" => holds_memory(inner),
        (_, Some((name, None))) => name == "String" || SCALARS.iter().all(|scalar| name != scalar),
        _ => true,
    }
}

fn is_tensor(ty: &Type) -> bool {
    match generic(ty) {
        Some((name, Some(inner))) if name == "Vec" => is_block(inner),
        _ => is_block(ty),
    }
}

fn is_block(ty: &Type) -> bool {
    match (ty, generic(ty)) {
        (Type::Array(array), _) => is_block(&array.elem),
        (_, Some((name, None))) => SCALARS.iter().any(|scalar| name == scalar),
        _ => false,
    }
}

/// What a type looks like, which decides nothing but the words with which it is refused.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Look {
    /// `Option` or `Many`.
    Holder,
    /// An array, a slice, or a `Vec`.
    List,
    /// Anything of numbers or characters that are no elements of tensors.
    NoElement,
    Other,
}

impl Look {
    pub(crate) fn of(ty: &Type) -> Self {
        if has_no_element(ty.to_token_stream()) { Look::NoElement } else { Look::outermost(ty) }
    }

    fn outermost(ty: &Type) -> Self {
        match ty {
            Type::Array(_) | Type::Slice(_) => Look::List,
            Type::Reference(reference) => Look::outermost(&reference.elem),
            Type::Paren(inner) => Look::outermost(&inner.elem),
            Type::Group(inner) => Look::outermost(&inner.elem),
            Type::Path(path) => match path.path.segments.last() {
                Some(last) if last.ident == "Option" || last.ident == "Many" => Look::Holder,
                Some(last) if last.ident == "Vec" => Look::List,
                _ => Look::Other,
            },
            _ => Look::Other,
        }
    }

    /// The trait that refuses it.
    pub(crate) fn asked(self) -> &'static str {
        match self {
            Look::Holder => "AskedHolder",
            Look::List => "AskedList",
            Look::NoElement => "AskedElement",
            Look::Other => "AskedField",
        }
    }
}

/// Whether a type is made of what is no element, lengths of arrays aside.
fn has_no_element(tokens: TokenStream) -> bool {
    let mut is_length = false;
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => {
            is_length = punct.as_char() == ';';
            false
        }
        TokenTree::Group(group) => !is_length && has_no_element(group.stream()),
        TokenTree::Ident(word) => !is_length && NO_ELEMENTS.iter().any(|name| word == name),
        TokenTree::Literal(_) => false,
    })
}

/// `Name` or `Name<Type>`.
fn generic(ty: &Type) -> Option<(&Ident, Option<&Type>)> {
    let Type::Path(path) = ty else { return None };
    if path.qself.is_some() || path.path.leading_colon.is_some() || path.path.segments.len() != 1 {
        return None;
    }
    let segment = path.path.segments.first()?;
    match &segment.arguments {
        PathArguments::None => Some((&segment.ident, None)),
        PathArguments::AngleBracketed(arguments) if arguments.args.len() == 1 => match arguments.args.first()? {
            GenericArgument::Type(ty) => Some((&segment.ident, Some(ty))),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn knows_tensors_of_the_standard_library() {
        let known: [Type; 6] = [
            parse_quote!(u8),
            parse_quote!(Vec<String>),
            parse_quote!(Vec<[f32; 4]>),
            parse_quote!([[bool; N]; 3]),
            parse_quote!(Option<Vec<i64>>),
            parse_quote!(Option<f64>),
        ];
        assert!(known.iter().all(is_known));
    }

    #[test]
    fn finds_memory_to_keep() {
        let with: [Type; 5] = [
            parse_quote!(String),
            parse_quote!(Vec<f32>),
            parse_quote!([String; 2]),
            parse_quote!(Option<Own>),
            parse_quote!(own::f32),
        ];
        assert!(with.iter().all(holds_memory));
        let without: [Type; 4] =
            [parse_quote!(f32), parse_quote!([[u8; 4]; N]), parse_quote!(Option<bool>), parse_quote!(&'a [f32])];
        assert!(!without.iter().any(holds_memory));
    }

    #[test]
    fn sees_what_is_no_element() {
        let with: [Type; 3] = [parse_quote!(usize), parse_quote!(Option<Vec<[char; 2]>>), parse_quote!(&'a [u128])];
        assert!(with.iter().all(|ty| Look::of(ty) == Look::NoElement));
        let without: [Type; 2] = [parse_quote!(Vec<u64>), parse_quote!([Own; { 2 + usize::MAX }])];
        assert!(without.iter().all(|ty| Look::of(ty) == Look::List));
    }

    #[test]
    fn takes_nothing_else_for_a_tensor() {
        let other: [Type; 9] = [
            parse_quote!(usize),
            parse_quote!(char),
            parse_quote!(Vec<Vec<f32>>),
            parse_quote!(Option<Option<f32>>),
            parse_quote!(Option),
            parse_quote!(Vec<Own>),
            parse_quote!(own::String),
            parse_quote!([Own; 2]),
            parse_quote!(<Own as Trait>::String),
        ];
        assert!(!other.iter().any(is_known));
    }
}
