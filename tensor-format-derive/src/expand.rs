//! Tokens to tokens: what the macros do, apart from being macros.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Data, DataEnum, DeriveInput, Path, Token, parse::Parser, punctuated::Punctuated};

use crate::{bounds, check, emit, fallback, runtime, span};

/// Returns the code for a type, or errors at what is wrong.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let Some(again) = derived_again(&input) else { return expand(&input) };
    // That one makes the code: if both did, each trait would be an error of its own.
    syn::Error::new_spanned(again, "`Tensor` is derived twice: remove one of the two").into_compile_error()
}

/// Returns the code for a type that derives once.
pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let named = named(input);
    let input = named.as_ref().unwrap_or(input);
    let completed = bounds::completed(input);
    let input = completed.as_ref().unwrap_or(input);
    match check::check(input) {
        Ok(model) => emit::emit(&model),
        Err(failure) => fallback::emit(input, &failure),
    }
}

/// Returns the path to `Tensor` in a second `#[derive(..)]` after this one, if there is one. One in the same list cannot be
/// seen here.
fn derived_again(input: &DeriveInput) -> Option<Path> {
    let derives = input.attrs.iter().filter(|attr| attr.path().is_ident("derive"));
    let paths = derives.filter_map(|attr| attr.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).ok());
    paths.flatten().find(|path| is_this(path, runtime::other_name()))
}

/// Returns whether a path is `Tensor`, alone or in the runtime crate, which may have another name here.
fn is_this(path: &Path, other_name: Option<&str>) -> bool {
    let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match names.as_slice() {
        [name] => name == "Tensor",
        [from, name] => name == "Tensor" && (from == "tensor_format" || other_name == Some(from)),
        _ => false,
    }
}

/// Replaces `Self` by the enum's name in the variants of an enum, whose fields become those of other types; `None` if
/// they do not mention it.
fn named(input: &DeriveInput) -> Option<DeriveInput> {
    let Data::Enum(data) = &input.data else { return None };
    let variants = data.variants.to_token_stream();
    if !span::mentions(variants.clone(), &[Token![Self](Span::call_site()).into()]) {
        return None;
    }
    let (ident, arguments) = (&input.ident, input.generics.split_for_impl().1);
    let variants = span::without_self(variants, &quote!(#ident #arguments));
    let variants = Punctuated::parse_terminated.parse2(variants).ok()?;
    let mut named = input.clone();
    named.data = Data::Enum(DataEnum { variants, ..data.clone() });
    Some(named)
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::is_this;

    #[test]
    fn the_derive_is_known_by_the_name_of_its_crate() {
        let renamed = Some("tf");
        assert!(is_this(&parse_quote!(Tensor), renamed) && is_this(&parse_quote!(Tensor), None));
        assert!(is_this(&parse_quote!(tensor_format::Tensor), None) && is_this(&parse_quote!(tf::Tensor), renamed));
        assert!(!is_this(&parse_quote!(tf::Tensor), None) && !is_this(&parse_quote!(other::Tensor), renamed));
        assert!(!is_this(&parse_quote!(tf::Metadata), renamed) && !is_this(&parse_quote!(tf::model::Tensor), renamed));
    }
}
