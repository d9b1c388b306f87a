//! The implementations of the runtime crate's traits, around what they do in each kind of type. `hint` is `#[inline]`, or
//! nothing where a function is large.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;

use super::Context;

pub(super) fn has_rules(context: &Context<'_>, generics: &Generics, rules: &TokenStream) -> TokenStream {
    let Context { p, ident, .. } = context;
    let (params, _, clause) = generics.split_for_impl();
    let arguments = context.bounds.arguments();
    quote! {
        #[automatically_derived]
        impl #params #p::HasRules for #ident #arguments #clause {
            const RULES: #p::Rules<'static> = #rules;
        }
    }
}

pub(super) fn encode(context: &Context<'_>, generics: &Generics, body: &TokenStream) -> TokenStream {
    let Context { p, ident, .. } = context;
    let (params, _, clause) = generics.split_for_impl();
    let arguments = context.bounds.arguments();
    quote! {
        #[automatically_derived]
        impl #params #p::Encode for #ident #arguments #clause {
            #[inline]
            fn encode<'__a, __S: #p::Sink<'__a>>(
                &'__a self,
                __sink: &mut __S,
            ) -> #p::core::result::Result<(), #p::EncodeError> {
                #body
            }
        }
    }
}

/// `generics` are those of [`Bounds::decoding`](crate::bounds::Bounds::decoding); `into` is the body of `decode_into`.
pub(super) fn decode(
    context: &Context<'_>,
    generics: &Generics,
    hint: &TokenStream,
    body: &TokenStream,
    into: Option<&TokenStream>,
) -> TokenStream {
    let Context { p, ident, .. } = context;
    let (params, _, clause) = generics.split_for_impl();
    let arguments = context.bounds.arguments();
    let into = into.map(|into| {
        quote! {
            #hint
            fn decode_into<__S: #p::Source<'__de>>(
                &mut self,
                __source: &mut __S,
            ) -> #p::core::result::Result<(), #p::DecodeError> {
                #into
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #params #p::Decode<'__de> for #ident #arguments #clause {
            #hint
            fn decode<__S: #p::Source<'__de>>(
                __source: &mut __S,
            ) -> #p::core::result::Result<Self, #p::DecodeError> {
                #body
            }

            #into
        }
    }
}

/// `attribute` stands before the implementation.
pub(super) fn block(
    context: &Context<'_>,
    generics: &Generics,
    attribute: Option<&TokenStream>,
    body: &TokenStream,
) -> TokenStream {
    let Context { p, ident, .. } = context;
    let (params, _, clause) = generics.split_for_impl();
    let arguments = context.bounds.arguments();
    quote! {
        #[automatically_derived]
        #attribute
        impl #params #p::Block for #ident #arguments #clause {
            #[inline]
            fn write<'__a, __W: #p::ElementSink<'__a>>(
                &'__a self,
                __out: &mut __W,
            ) -> #p::core::result::Result<(), #p::EncodeError> {
                #body
            }
        }
    }
}

/// `generics` are those of [`Bounds::decoding`](crate::bounds::Bounds::decoding).
pub(super) fn decode_block(
    context: &Context<'_>,
    generics: &Generics,
    (attribute, hint): (Option<&TokenStream>, &TokenStream),
    body: &TokenStream,
) -> TokenStream {
    let Context { p, ident, .. } = context;
    let (params, _, clause) = generics.split_for_impl();
    let arguments = context.bounds.arguments();
    quote! {
        #[automatically_derived]
        #attribute
        impl #params #p::DecodeBlock<'__de> for #ident #arguments #clause {
            #hint
            fn read<__E: #p::ElementSource<'__de>>(
                __source: &mut __E,
            ) -> #p::core::result::Result<Self, #p::DecodeError> {
                #body
            }
        }
    }
}

/// `Encode` and `Decode` of a type whose whole tensor is one block.
pub(super) fn one_block(context: &Context<'_>, generics: &Generics, decoding: &Generics) -> TokenStream {
    let p = &context.p;
    let encode = encode(context, generics, &quote!(#p::Sink::block(__sink, self)));
    let decode = decode(context, decoding, &quote!(#[inline]), &quote!(#p::Source::block(__source)), None);
    quote!(#encode #decode)
}
