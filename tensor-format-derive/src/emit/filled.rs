//! Values that are read, with the fields that are not sent.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, Type, parse_quote};

use super::Context;
use crate::model::Slot;

/// The fields that are not sent, filled with their defaults.
pub(super) fn defaults<'a>(p: &'a TokenStream, skipped: &'a [Slot<'a>]) -> impl Iterator<Item = TokenStream> + 'a {
    skipped.iter().map(move |Slot { member, ty }| quote!(#member: <#ty as #p::core::default::Default>::default()))
}

/// The generics where these types have defaults too.
pub(super) fn with_defaults<'t>(
    context: &Context<'_>,
    mut generics: Generics,
    types: impl IntoIterator<Item = &'t Type>,
) -> Generics {
    let p = &context.p;
    context.bounds.add(&mut generics, types, |ty| vec![parse_quote!(#ty: #p::core::default::Default)]);
    generics
}

/// The type with these fields, as the result of reading one.
pub(super) fn built(p: &TokenStream, fields: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let fields = fields.into_iter();
    quote!(#p::Ok(Self { #(#fields),* }))
}
