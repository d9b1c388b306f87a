//! From what is meant to code: tables and calls. The work is done by functions of the runtime crate.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Generics, Ident, spanned::Spanned};

use crate::{
    bounds::Bounds,
    model::{Kind, Matches, Model, Slot},
    span::respan,
};

mod converted;
mod flatten;
mod labels;
mod map;
mod metadata;
mod record;
mod row;
mod rules;
mod union;
mod with;
mod wrapper;

/// What every part of the output needs.
struct Context<'a> {
    /// The path to what generated code may use.
    p: TokenStream,
    ident: &'a Ident,
    bounds: Bounds<'a>,
}

/// The implementations of a type that derives `Tensor`.
pub(crate) fn emit(model: &Model<'_>) -> TokenStream {
    let krate = &model.krate;
    let context = Context {
        p: quote!(#krate::__private),
        ident: model.ident,
        bounds: Bounds::new(&model.generics, model.is_bound),
    };
    let items = match &model.kind {
        Kind::Tensor(wrapper) => match &wrapper.with {
            Some(module) => converted::emit(&context, wrapper, module),
            None => wrapper::emit(&context, wrapper),
        },
        Kind::Record(record) => record::emit(&context, record),
        Kind::Row(row) => row::emit(&context, row),
        Kind::Labels(labels) => labels::emit(&context, labels),
        Kind::Union(variants) => union::emit(&context, variants),
    };
    let instances = instances(&context, model);
    let matches = model.matches.as_ref().map(|matches| artefact(&context, matches));
    quote! {
        #[allow(deprecated, unused_qualifications)]
        const _: () = {
            #items
            #instances
            #matches
        };
    }
}

/// The rules of instances, evaluated although nothing uses them. Each stands at its instance, where the compiler says what
/// asked for the rules.
fn instances(context: &Context<'_>, model: &Model<'_>) -> TokenStream {
    let p = &context.p;
    let items = model.check.iter().map(|instance| {
        let rules = respan(quote!(<#instance as #p::HasRules>::RULES), instance.span());
        quote!(const _: #p::Rules<'static> = #rules;)
    });
    items.collect()
}

/// The rules against a file of definitions.
fn artefact(context: &Context<'_>, matches: &Matches) -> TokenStream {
    let Context { p, ident, bounds } = context;
    let Matches { file, accepts } = matches;
    let (what, arguments) = (ident.to_string(), bounds.static_arguments());
    let policy = if *accepts { quote!(Accepts) } else { quote!(Exact) };
    let text = quote!(#p::core::include_str!(#p::core::concat!(#p::core::env!("CARGO_MANIFEST_DIR"), "/", #file)));
    let rules = quote!(<#ident #arguments as #p::HasRules>::RULES);
    let check = respan(quote!(#p::check_matches(#what, #rules, #file, #text, #p::Policy::#policy);), file.span());
    quote!(const _: () = { #check };)
}

/// `Field`: the type can be a parameter of a record. And two contracts that hold of every type: with just one, or none,
/// the compiler takes the user's first contract for the only one there can be, and its message for a missing one misleads.
pub(crate) fn field(p: &TokenStream, ident: &Ident, generics: &Generics, dynamic: &str) -> TokenStream {
    let dynamic = Ident::new(dynamic, Span::call_site());
    let (params, arguments, clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #params #p::Field for #ident #arguments #clause {
            type Item = Self;
            type Kind = #p::One<Self>;
        }

        #[automatically_derived]
        impl #params #p::Feeds<Self> for #ident #arguments #clause {}

        #[automatically_derived]
        impl #params #p::Feeds<#p::#dynamic> for #ident #arguments #clause {}
    }
}

/// `Encode` and `Decode` of a type whose whole tensor is one block.
fn one_block(context: &Context<'_>, generics: &Generics, decoding: &Generics) -> TokenStream {
    let Context { p, ident, .. } = context;
    let (params, arguments, clause) = generics.split_for_impl();
    let (decode_params, _, decode_clause) = decoding.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #params #p::Encode for #ident #arguments #clause {
            #[inline]
            fn encode<'__a, __S: #p::Sink<'__a>>(
                &'__a self,
                __sink: &mut __S,
            ) -> #p::core::result::Result<(), #p::EncodeError> {
                #p::Sink::block(__sink, self)
            }
        }

        #[automatically_derived]
        impl #decode_params #p::Decode<'__de> for #ident #arguments #decode_clause {
            #[inline]
            fn decode<__S: #p::Source<'__de>>(
                __source: &mut __S,
            ) -> #p::core::result::Result<Self, #p::DecodeError> {
                #p::Source::block(__source)
            }
        }
    }
}

/// The fields that are not sent, filled with their defaults.
fn defaults<'a>(p: &'a TokenStream, skipped: &'a [Slot<'a>]) -> impl Iterator<Item = TokenStream> + 'a {
    skipped.iter().map(move |Slot { member, ty }| quote!(#member: <#ty as #p::core::default::Default>::default()))
}
