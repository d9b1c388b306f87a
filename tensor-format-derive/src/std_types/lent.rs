//! Recognises types that borrow what is read by how they are spelled.

use syn::{GenericArgument, Generics, Lifetime, PathArguments, Type};

use super::{argument, held, inner, is_ndarray, is_reference, is_slice, last, last_segment};

/// Returns the name of the trait that generated code requires of the type of a field that is read. All these traits are
/// implemented for the same types, as those of [`asked`](super::asked) are.
pub(crate) fn asked_to_read(ty: &Type) -> &'static str {
    if let Some(held @ Type::Reference(_)) = held(ty) {
        return asked_to_read(held);
    }
    let name = last(ty).map(ToString::to_string).unwrap_or_default();
    match ty {
        Type::Reference(reference) => match &*reference.elem {
            Type::Slice(slice) if last(&slice.elem).is_some_and(|item| item == "usize" || item == "isize") => {
                "DecodesSizes"
            }
            Type::Slice(_) => "DecodesSlice",
            _ => "DecodesReference",
        },
        _ if is_reference(ty) => "DecodesReference",
        _ if name == "Cow" && argument(ty).is_some_and(is_slice) => "DecodesCow",
        _ if is_ndarray(ty) && name.starts_with("ArrayViewMut") => "DecodesMutable",
        _ if is_ndarray(ty) && name.starts_with("ArrayView") => "DecodesArray",
        _ => "Decodes",
    }
}

/// Returns whether a type is spelled with a reference without a lifetime, or with a lifetime that `generics` do not declare.
pub(crate) fn lacks_lifetime(ty: &Type, generics: &Generics) -> bool {
    let is_declared = |lifetime: &Lifetime| {
        lifetime.ident == "static" || generics.lifetimes().any(|param| param.lifetime.ident == lifetime.ident)
    };
    let lacks_its_own = match (ty, last_segment(ty).map(|last| &last.arguments)) {
        (Type::Group(group), _) => return lacks_lifetime(&group.elem, generics),
        (Type::Paren(paren), _) => return lacks_lifetime(&paren.elem, generics),
        (Type::Reference(reference), _) => !reference.lifetime.as_ref().is_some_and(is_declared),
        (_, Some(PathArguments::AngleBracketed(arguments))) => arguments
            .args
            .iter()
            .any(|argument| matches!(argument, GenericArgument::Lifetime(lifetime) if !is_declared(lifetime))),
        _ => false,
    };
    lacks_its_own || inner(ty).into_iter().any(|inner| lacks_lifetime(inner, generics))
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn sees_which_types_borrow() {
        let expected: [(Type, &str); 10] = [
            (parse_quote!(&'a [usize]), "DecodesSizes"),
            (parse_quote!(&'a [&'a str]), "DecodesSlice"),
            (parse_quote!(&'a String), "DecodesReference"),
            (parse_quote!(Option<&'a String>), "DecodesReference"),
            (parse_quote!(Option<&'a [usize]>), "DecodesSizes"),
            (parse_quote!(Cow<'a, [String]>), "DecodesCow"),
            (parse_quote!(Cow<'a, str>), "Decodes"),
            (parse_quote!(ndarray::ArrayViewMut2<'a, f32>), "DecodesMutable"),
            (parse_quote!(ArrayView1<'a, String>), "DecodesArray"),
            (parse_quote!(Vec<f32>), "Decodes"),
        ];
        assert!(expected.iter().all(|(ty, asked)| asked_to_read(ty) == *asked));
    }

    #[test]
    fn sees_which_lifetimes_are_missing() {
        let item: syn::ItemStruct = parse_quote!(
            struct Item<'a> {
                name: &'a str,
            }
        );
        let whole: [Type; 5] = [
            parse_quote!(&'a [&'static str]),
            parse_quote!(Option<Cow<'a, str>>),
            parse_quote!(Box<dyn for<'b> Fn(&'b str) -> &str>),
            parse_quote!(PhantomData<fn(&str)>),
            parse_quote!(View<f32>),
        ];
        assert!(whole.iter().all(|ty| !lacks_lifetime(ty, &item.generics)));
        let lacking: [Type; 5] = [
            parse_quote!(&str),
            parse_quote!(Vec<(u8, &'a &'_ str)>),
            parse_quote!([(&str); 2]),
            parse_quote!(Option<Cow<'b, str>>),
            parse_quote!(&'b [f32]),
        ];
        assert!(lacking.iter().all(|ty| lacks_lifetime(ty, &item.generics)));
    }
}
