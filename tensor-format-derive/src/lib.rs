//! The derive macro of `tensor-format`. Use it through that crate, where its attributes are documented.
//!
//! A type is parsed (`attr`), checked (`check`), which gives a `model` or errors, and becomes a table and calls
//! (`emit`), or errors and stubs (`fallback`). A macro knows only how a type is written, not what it is: whatever
//! depends on that is a trait or a constant function of the runtime crate, which the compiler evaluates.
#![forbid(unsafe_code)]

use proc_macro::TokenStream;
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::{Data, DataEnum, DeriveInput, Path, Token, parse::Parser, parse_macro_input, punctuated::Punctuated};

mod attr;
mod bounds;
mod case;
mod check;
mod contract;
mod emit;
mod errors;
#[cfg(test)]
mod expansions;
mod fallback;
mod fragments;
mod model;
mod runtime;
mod span;
mod std_types;
mod suggest;
mod token_list;

#[allow(missing_docs, reason = "documented where tensor-format exports it")]
#[proc_macro_derive(Tensor, attributes(tensor))]
pub fn derive_tensor(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let Some(again) = derived_again(&input) else { return expand(&input).into() };
    // That one makes the code: if both did, each trait would be an error of its own.
    syn::Error::new_spanned(again, "`Tensor` is derived twice: remove one of the two").into_compile_error().into()
}

fn expand(input: &DeriveInput) -> proc_macro2::TokenStream {
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
    paths.flatten().find(is_this)
}

/// Returns whether a path is `Tensor`, alone or in the runtime crate, by the name that it has here.
fn is_this(path: &Path) -> bool {
    let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match names.as_slice() {
        [name] => name == "Tensor",
        [from, name] => name == "Tensor" && (from == "tensor_format" || runtime::is_named(from)),
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

/// Checks that values of one type can be passed on as another: see `tensor_format::contract`.
#[proc_macro]
pub fn contract(input: TokenStream) -> TokenStream {
    let input = TokenStream::from(fragments::ungrouped(input.into()));
    let contracts = parse_macro_input!(input as contract::Contracts);
    contract::expand(&contracts).into()
}
