//! Recognises types that borrow what is read by how they are spelled.

use syn::Type;

use super::{argument, held, is_ndarray, is_reference, is_slice, last};

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
}
