//! Generates the implementations of an enum of tensors that differ in element type, which selects the variant.
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

use crate::{
    emit::{Context, field, field_traits::whole_rules, forced, impls, known},
    model::Variant,
    span::{call, text},
};

pub(in super::super) fn emit(context: &Context<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let Context { p, ident, bounds, .. } = context;
    let types = || variants.iter().map(|variant| variant.ty);
    let known = known::argument(context);
    let with_rules = bounds.with(types(), |ty| parse_quote!(#ty: #p::HasRules));
    let encoding = bounds.conditional(
        types(),
        |ty| parse_quote!(#ty: #p::Encode),
        |ty| parse_quote!(for<'__x> #ty: #p::EncodeIf<'__x #known>),
    );
    let decoding = bounds.conditional(
        types(),
        |ty| parse_quote!(#ty: #p::HasRules + #p::DecodeIf<'__de>),
        |ty| parse_quote!(#ty: #p::DecodeIf<'__de #known>),
    );
    let decoding = bounds.decoding(&decoding, types());

    let (checks, rules) = rules(context, variants);
    let names: Vec<&Ident> = variants.iter().map(|variant| variant.ident).collect();
    let tys: Vec<&Type> = types().collect();
    let positions: Vec<Literal> = (0..variants.len()).map(Literal::usize_unsuffixed).collect();
    let Some((last, others)) = names.split_last() else { return TokenStream::new() };
    let other_positions = &positions[..others.len()];
    let own = types().map(|ty| whole_rules(context, ty));
    let begin = quote! {
        #p::begin_union::<Self, _>(__source, const { &[#(#p::types_of(#own)),*] })?
    };
    let decoded = |ty: &Type| quote!(<#ty as #p::DecodeIf<'__de>>::decode_if(&mut __begun)?);
    let mut values: Vec<TokenStream> = tys.iter().map(|ty| decoded(ty)).collect();
    let last_value = values.pop();
    let field = field(p, ident, &with_rules, "Tensor");
    let has_rules = impls::has_rules(context, &with_rules, &rules);
    let encode = quote! {
        match self { #(Self::#names(__it) => <#tys as #p::EncodeIf<'_>>::encode_if(__it, __sink),)* }
    };
    let encode = impls::encode(context, &encoding, &encode);
    let decode = quote! {
        let (__variant, mut __begun) = #begin;
        #p::Ok(match __variant {
            #(#other_positions => Self::#others(#values),)*
            _ => Self::#last(#last_value),
        })
    };
    let into = quote! {
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
        #p::Ok(())
    };
    let decode = impls::decode(context, &decoding, &TokenStream::new(), &decode, Some(&into));
    quote!(#checks #has_rules #encode #decode #field)
}

/// Returns the items that check the variants, each of which reports errors at its variant, and the expression of the
/// enum's rules.
fn rules(context: &Context<'_>, variants: &[Variant<'_>]) -> (TokenStream, TokenStream) {
    let Context { p, ident, bounds, .. } = context;
    let what = ident.to_string();
    let local = Ident::new("__variants", Span::mixed_site());
    let table = variants.iter().map(|Variant { ident, ty }| {
        let (name, written, rules) = (ident.to_string(), text(ty), whole_rules(context, ty));
        quote!(#p::UnionVariant { name: #name, ty: #written, rules: #rules })
    });
    let table = quote!(&[#(#table),*]);
    let checks: Vec<TokenStream> = (variants.iter().enumerate())
        .map(|(index, variant)| call(quote!(#p::check_variant), quote!(#what, #local, #index), variant.ident.span()))
        .collect();
    if !bounds.is_concrete() || bounds.has_lifetimes() {
        let rules = quote!({
            let #local = #table;
            #(#checks;)*
            #p::union_rules(#local)
        });
        return (forced(context), rules);
    }
    let items = quote! {
        const __VARIANTS: &[#p::UnionVariant<'static>] = #table;
        #(const _: () = {
            let #local = __VARIANTS;
            #checks
        };)*
    };
    (items, quote!(#p::union_rules(__VARIANTS)))
}
