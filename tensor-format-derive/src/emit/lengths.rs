//! Generates the checks of lengths within one record: of axes that share a name, and of defaults that are written out.
//!
//! Axes of one name that have no length in common would make a record of which there is no value, and each attribute
//! by itself looks right: so the compiler compares each parameter with those before it. Of a default only what is
//! written out is known before anything runs.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use super::{Context, rules_ident};
use crate::{
    check::{Length, lengths},
    model::{Axis, Record},
    span::call,
};

/// Returns the expression of the position that the record's own parameter `index` has among all, those of flattened
/// records included.
fn position(context: &Context<'_>, record: &Record<'_>, index: usize) -> TokenStream {
    let (p, this) = (&context.p, context.this());
    if !record.is_joined() { quote!(#index) } else { quote!(#p::position_of_own::<#this>(#index)) }
}

/// Returns the code that checks that the axes of parameter `index` have some length in common with earlier axes of the
/// same names.
pub(super) fn common_lengths(context: &Context<'_>, record: &Record<'_>, index: usize) -> Option<TokenStream> {
    let Context { p, what, .. } = context;
    let (before, param) = (record.params.get(..index)?, record.params.get(index)?);
    let shape = param.narrowing.shape.as_ref()?;
    let mut known: HashSet<&str> = before.iter().flat_map(|param| param.narrowing.names()).collect();
    let (rules, position) = (rules_ident(), position(context, record, index));
    // A flattened record may have any name.
    let is_joined = !record.flattened.is_empty();
    let mut checks = TokenStream::new();
    for (axis, Axis { name, span, .. }) in shape.axes.iter().enumerate() {
        let is_repeated = name.as_deref().is_some_and(|name| !known.insert(name) || is_joined);
        if is_repeated {
            let verify = call(quote!(#p::verify_names), quote!(#what, #rules, #position, #axis), *span);
            checks.extend(quote!(#verify;));
        }
    }
    Some(checks)
}

/// Returns the code that checks the lengths of a default that is written out, if an attribute bounds them and no module
/// converts the field.
pub(super) fn default_lengths(
    context: &Context<'_>,
    record: &Record<'_>,
    (index, what): (usize, &str),
    value: &Expr,
) -> Option<TokenStream> {
    let (p, param) = (&context.p, record.params.get(index)?);
    if param.with.is_some() || param.narrowing.shape.is_none() {
        return None;
    }
    let (rules, position) = (rules_ident(), position(context, record, index));
    let checks = lengths(value).into_iter().map(|Length { axis, len, span }| {
        let verify = call(quote!(#p::verify_default_len), quote!(#what, #rules, #position, #axis, #len), span);
        quote!(#verify;)
    });
    Some(checks.collect())
}
