//! The derive macro of `tensor-format`. Use it through that crate, where its attributes are documented.
//!
//! A type is parsed (`attr`), checked (`check`), which gives a `model` or errors, and becomes a table and calls
//! (`emit`), or errors and stubs (`fallback`). A macro knows only how a type is written, not what it is: whatever
//! depends on that is a trait or a constant function of the runtime crate, which the compiler evaluates.
#![forbid(unsafe_code)]
#![allow(
    clippy::large_enum_variant,
    reason = "few values at a time; with the places of tokens, in tests, all are large"
)]

use proc_macro::TokenStream;
use syn::parse_macro_input;

mod attr;
mod bounds;
mod case;
mod check;
mod contract;
mod emit;
mod errors;
mod expand;
#[cfg(test)]
mod expansions;
mod fallback;
mod fragments;
#[cfg(test)]
mod messages;
mod model;
mod runtime;
mod span;
mod std_types;
mod suggest;
mod token_list;

#[allow(missing_docs, reason = "documented where tensor-format exports it")]
#[proc_macro_derive(Tensor, attributes(tensor))]
pub fn derive_tensor(input: TokenStream) -> TokenStream {
    expand::derive(input.into()).into()
}

/// Checks that values of one type can be passed on as another: see `tensor_format::contract`.
#[proc_macro]
pub fn contract(input: TokenStream) -> TokenStream {
    let input = TokenStream::from(fragments::ungrouped(input.into()));
    let contracts = parse_macro_input!(input as contract::Contracts);
    contract::expand(&contracts).into()
}
