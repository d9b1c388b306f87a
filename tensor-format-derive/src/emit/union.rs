//! An enum of tensors that differ in element type, which selects the variant.
//!
//! `enum Media { Picture(Image), Sound(Audio) }` becomes, in short:
//!
//! ```text
//! impl HasRules for Media { const RULES: Rules = union_rules(variants); }      // image | audio []
//! impl Encode for Media { fn encode(..) { match self { Self::Picture(it) => it.encode(sink), .. } } }
//! impl Decode for Media {
//!     fn decode(..) {
//!         let (variant, mut begun) = begin_union::<Self, _>(source, types)?;   // reads the header
//!         Ok(match variant { 0 => Self::Picture(Image::decode(&mut begun)?), .. })
//!     }
//! }
//! ```

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use syn::{Type, parse_quote};

use super::{Context, field};
use crate::{
    model::Variant,
    span::{call, outside, text},
};

pub(super) fn emit(context: &Context<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let Context { p, ident, bounds } = context;
    let types = || variants.iter().map(|variant| variant.ty);
    let with_rules = bounds.with(types(), |ty| vec![parse_quote!(#ty: #p::HasRules)]);
    let encoding = bounds.conditional(
        types(),
        |ty| parse_quote!(#ty: #p::Encode),
        |ty| parse_quote!(for<'__x> #ty: #p::EncodeIf<'__x>),
    );
    let decoding = bounds.conditional(
        types(),
        |ty| parse_quote!(#ty: #p::Decode<'__de>),
        |ty| parse_quote!(#ty: #p::DecodeIf<'__de>),
    );
    let decoding = bounds.decoding(&decoding, types());

    let (checks, rules) = rules(context, variants);
    let (_, arguments, _) = with_rules.split_for_impl();
    let (rules_params, _, rules_clause) = with_rules.split_for_impl();
    let (encode_params, _, encode_clause) = encoding.split_for_impl();
    let (decode_params, _, decode_clause) = decoding.split_for_impl();
    let names: Vec<&Ident> = variants.iter().map(|variant| variant.ident).collect();
    let tys: Vec<&Type> = types().collect();
    let positions: Vec<Literal> = (0..variants.len()).map(Literal::usize_unsuffixed).collect();
    let Some((last, others)) = names.split_last() else { return TokenStream::new() };
    let other_positions = &positions[..others.len()];
    let begin = quote! {
        #p::begin_union::<Self, _>(__source, const { &[#(#p::types_of(<#tys as #p::HasRules>::RULES)),*] })?
    };
    let decoded = |ty: &Type| quote!(<#ty as #p::DecodeIf<'__de>>::decode_if(&mut __begun)?);
    let mut values: Vec<TokenStream> = tys.iter().map(|ty| decoded(ty)).collect();
    let last_value = values.pop();
    let field = field(p, ident, &with_rules, "Tensor");
    quote! {
        #checks

        #[automatically_derived]
        impl #rules_params #p::HasRules for #ident #arguments #rules_clause {
            const RULES: #p::Rules<'static> = #rules;
        }

        #[automatically_derived]
        impl #encode_params #p::Encode for #ident #arguments #encode_clause {
            #[inline]
            fn encode<'__a, __S: #p::Sink<'__a>>(
                &'__a self,
                __sink: &mut __S,
            ) -> #p::core::result::Result<(), #p::EncodeError> {
                match self { #(Self::#names(__it) => <#tys as #p::EncodeIf<'_>>::encode_if(__it, __sink),)* }
            }
        }

        #[automatically_derived]
        impl #decode_params #p::Decode<'__de> for #ident #arguments #decode_clause {
            fn decode<__S: #p::Source<'__de>>(
                __source: &mut __S,
            ) -> #p::core::result::Result<Self, #p::DecodeError> {
                let (__variant, mut __begun) = #begin;
                #p::core::result::Result::Ok(match __variant {
                    #(#other_positions => Self::#others(#values),)*
                    _ => Self::#last(#last_value),
                })
            }

            fn decode_into<__S: #p::Source<'__de>>(
                &mut self,
                __source: &mut __S,
            ) -> #p::core::result::Result<(), #p::DecodeError> {
                let (__variant, mut __begun) = #begin;
                match (__variant, &mut *self) {
                    #((#positions, Self::#names(__it)) => {
                        return <#tys as #p::DecodeIf<'__de>>::decode_into_if(__it, &mut __begun);
                    })*
                    _ => {}
                }
                *self = match __variant {
                    #(#other_positions => Self::#others(#values),)*
                    _ => Self::#last(#last_value),
                };
                #p::core::result::Result::Ok(())
            }
        }

        #field
    }
}

/// Items that check, and the rules. Each check stands at its variant.
fn rules(context: &Context<'_>, variants: &[Variant<'_>]) -> (TokenStream, TokenStream) {
    let Context { p, ident, bounds } = context;
    let what = ident.to_string();
    let local = Ident::new("__variants", Span::mixed_site());
    let table = variants.iter().map(|Variant { ident, ty }| {
        let (name, written) = (ident.to_string(), text(ty));
        quote!(#p::UnionVariant { name: #name, ty: #written, rules: <#ty as #p::HasRules>::RULES })
    });
    let table = quote!(&[#(#table),*]);
    let checks: Vec<TokenStream> = (variants.iter().enumerate())
        .map(|(index, variant)| call(quote!(#p::check_variant), quote!(#what, #local, #index), variant.ident.span()))
        .collect();
    if !bounds.is_concrete() {
        let rules = quote!({
            let #local = #table;
            #(#checks;)*
            #p::union_rules(#local)
        });
        return (TokenStream::new(), rules);
    }
    let table = outside(table, ident, &bounds.lifetimes());
    let items = quote! {
        const __VARIANTS: &[#p::UnionVariant<'static>] = #table;
        #(const _: () = {
            let #local = __VARIANTS;
            #checks
        };)*
    };
    (items, quote!(#p::union_rules(__VARIANTS)))
}
