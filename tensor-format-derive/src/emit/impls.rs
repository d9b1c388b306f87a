//! The implementations of the runtime crate's traits, made from function bodies that differ with the kind of type.
//! `hint` is `#[inline]`, or nothing where a function is large.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, Ident};

use super::{Context, known};
use crate::token_list::TokenList;

/// Returns the implementation of one trait, with these items in it and `attribute` before it.
pub(super) fn implement(
    context: &Context<'_>,
    generics: &Generics,
    attribute: Option<&TokenStream>,
    of: &TokenStream,
    items: &TokenStream,
) -> TokenStream {
    let Context { ident, bounds, .. } = context;
    let (params, _, clause) = generics.split_for_impl();
    let arguments = bounds.arguments();
    quote! {
        #[automatically_derived]
        #attribute
        impl #params #of for #ident #arguments #clause {
            #items
        }
    }
}

pub(super) fn has_rules(context: &Context<'_>, generics: &Generics, rules: &TokenStream) -> TokenStream {
    let p = &context.p;
    implement(context, generics, None, &quote!(#p::HasRules), &quote!(const RULES: #p::Rules<'static> = #rules;))
}

pub(super) fn encode(context: &Context<'_>, generics: &Generics, body: &TokenStream) -> TokenStream {
    let (p, clause) = (&context.p, known::clause(context));
    let method = quote! {
        #[inline]
        fn encode<'__a, __S: #p::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> #p::Result<(), #p::EncodeError> #clause {
            #body
        }
    };
    implement(context, generics, quiet(context).as_ref(), &quote!(#p::Encode), &method)
}

/// Returns the attribute for the implementations of a type with type parameters: where these do not hold, the compiler
/// reports what was asked for, and not what the derive asks of a parameter.
fn quiet(context: &Context<'_>) -> Option<TokenStream> {
    let has_types = context.bounds.generics().type_params().next().is_some();
    has_types.then(|| quote!(#[diagnostic::do_not_recommend]))
}

/// Returns the implementation that says what a list of these values is, with `attribute` before it: `form` is `Stacked`
/// for those that are a block, whose `generics` are those of `Block`, and `Columns` for records, whose `generics` are those
/// of `Encode`.
pub(super) fn list_item(
    context: &Context<'_>,
    generics: &Generics,
    attribute: Option<&TokenStream>,
    form: &TokenStream,
) -> TokenStream {
    let p = &context.p;
    implement(context, generics, attribute, &quote!(#p::ListItem), &quote!(type Form = #form;))
}

/// Returns the implementation of `Decode`. `generics` are those of
/// [`Bounds::decoding`](crate::bounds::Bounds::decoding); `into` is the body of `decode_into`.
pub(super) fn decode(
    context: &Context<'_>,
    generics: &Generics,
    hint: &TokenStream,
    body: &TokenStream,
    into: Option<&TokenStream>,
) -> TokenStream {
    let (p, clause) = (&context.p, known::clause(context));
    let into = into.map(|into| {
        quote! {
            fn decode_into<__S: #p::Source<'__de>>(&mut self, __source: &mut __S) -> #p::Result<(), #p::DecodeError> #clause {
                #into
            }
        }
    });
    let methods = quote! {
        #hint
        fn decode<__S: #p::Source<'__de>>(
            __source: &mut __S,
        ) -> #p::Result<Self, #p::DecodeError> #clause {
            #body
        }

        #into
    };
    implement(context, generics, quiet(context).as_ref(), &quote!(#p::Decode<'__de>), &methods)
}

/// Returns the implementation of `Block`, with `attribute` before it.
pub(super) fn block(
    context: &Context<'_>,
    generics: &Generics,
    attribute: Option<&TokenStream>,
    body: &TokenStream,
) -> TokenStream {
    let p = &context.p;
    let method = quote! {
        #[inline]
        fn write<'__a, __W: #p::ElementSink<'__a>>(
            &'__a self,
            __out: &mut __W,
        ) -> #p::Result<(), #p::EncodeError> {
            #body
        }
    };
    implement(context, generics, attribute, &quote!(#p::Block), &method)
}

/// Returns the implementation of `DecodeBlock`: `body` reads a value, `array` many, if that is not to read each.
/// `generics` are those of [`Bounds::decoding`](crate::bounds::Bounds::decoding).
pub(super) fn decode_block(
    context: &Context<'_>,
    generics: &Generics,
    (attribute, hint): (Option<&TokenStream>, &TokenStream),
    body: &TokenStream,
    array: Option<&TokenStream>,
) -> TokenStream {
    let p = &context.p;
    let array = array.map(|body| {
        quote! {
            #hint
            fn read_array<__E: #p::ElementSource<'__de>, const __N: #p::core::primitive::usize>(
                __source: &mut __E,
            ) -> #p::Result<[Self; __N], #p::DecodeError> {
                #body
            }
        }
    });
    let method = quote! {
        #hint
        fn read<__E: #p::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> #p::Result<Self, #p::DecodeError> {
            #body
        }

        #array
    };
    implement(context, generics, attribute, &quote!(#p::DecodeBlock<'__de>), &method)
}

/// Returns the implementations of `Encode` and `Decode` of a type whose whole tensor is one block.
pub(super) fn one_block(context: &Context<'_>, generics: &Generics, decoding: &Generics) -> TokenStream {
    let p = &context.p;
    let encode = encode(context, generics, &quote!(#p::Sink::block(__sink, self)));
    let decode = decode(context, decoding, &quote!(#[inline]), &quote!(#p::Source::block(__source)), None);
    quote!(#encode #decode)
}

/// Returns the implementation of `Borrowing` for a type with exactly one lifetime, and no bounds, where clause or type
/// parameters; nothing for others.
pub(super) fn borrowing(p: &TokenList, ident: &Ident, generics: &Generics) -> Option<TokenStream> {
    let mut lifetimes = generics.lifetimes();
    let (Some(lifetime), None) = (lifetimes.next(), lifetimes.next()) else { return None };
    if !lifetime.bounds.is_empty() || generics.type_params().next().is_some() || generics.where_clause.is_some() {
        return None;
    }
    let constants = generics.const_params().map(|param| &param.ident);
    let (params, arguments, _) = generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #params #p::Borrowing for #ident #arguments {
            type Of<'__a> = #ident<'__a #(, #constants)*>;
        }
    })
}
