//! The rules of a tensor, and the checks of its attributes against its type, which are evaluated when the crate is
//! checked.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Type;

use super::Context;
use crate::{
    model::{Axis, Narrowing, Size},
    span::{outside, respan, text},
};

/// A tensor whose rules are wanted.
pub(super) struct Wanted<'a> {
    /// Makes the names of items unique.
    pub(super) index: usize,
    /// What messages call it.
    pub(super) what: &'a str,
    pub(super) ty: &'a Type,
    /// The call that gives the rules of the type.
    pub(super) of_type: TokenStream,
    pub(super) narrowing: &'a Narrowing,
}

/// Items that check, and an expression of type `TensorRules`.
pub(super) fn narrowed(context: &Context<'_>, wanted: &Wanted<'_>) -> (TokenStream, TokenStream) {
    let Context { p, .. } = context;
    let Wanted { index, what, ty, of_type, narrowing } = wanted;
    let written = text(ty);
    let mut items = TokenStream::new();
    let mut constant = |name: &str, ty: TokenStream, value: TokenStream| {
        if !context.bounds.is_concrete() {
            return quote!(const { #value });
        }
        let name = format_ident!("__{name}_{index}");
        let value = outside(value, context.ident, &context.bounds.lifetimes());
        items.extend(quote!(const #name: #ty = #value;));
        name.into_token_stream()
    };
    let own = constant("TYPE", quote!(#p::TensorRules<'static>), of_type.clone());
    let types = match &narrowing.types {
        Some(given) => {
            let variants = &given.variants;
            let declared = quote!(#p::ElementTypes::NONE #(.with(#p::ElementType::#variants))*);
            let check = respan(quote!(#p::narrow_types(#what, #written, #own, #declared)), given.span);
            constant("TYPES", quote!(#p::ElementTypes), check)
        }
        None => quote!(#own.types),
    };
    let axes = match &narrowing.shape {
        Some(shape) => {
            let rank = Literal::usize_unsuffixed(shape.axes.len());
            let axes = shape.axes.iter().map(|axis| dim(p, axis));
            let declared = constant("SHAPE", quote!([#p::Dim<'static>; #rank]), quote!([#(#axes),*]));
            let open = match shape.open {
                Some(at) => quote!(#p::core::option::Option::Some(#at)),
                None => quote!(#p::core::option::Option::None),
            };
            let check = respan(quote!(#p::narrow_dims(#what, #written, #own, #declared, #open)), shape.span);
            let dims = constant("AXES", quote!([#p::Dim<'static>; #rank]), check);
            let open = shape.open.map(|at| quote!(.open_at(#at)));
            quote!(#p::AxisRules::new(&#dims)#open)
        }
        None => quote!(#own.axes),
    };
    (items, quote!(#p::TensorRules { types: #types, axes: #axes }))
}

fn dim(p: &TokenStream, axis: &Axis) -> TokenStream {
    let size = match &axis.size {
        Size::Any => quote!(#p::Dim::ANY),
        Size::Range(min, max) => quote!(#p::Dim::range(#min, #max)),
        Size::Expr(expr) => quote!(#p::exactly(#expr)),
    };
    match &axis.name {
        Some(name) => quote!(#size.named(#name)),
        None => size,
    }
}
