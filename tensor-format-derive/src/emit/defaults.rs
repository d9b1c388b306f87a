//! The code of defaults: for absent fields, and for fields that are not sent.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprLit, Generics, Lit, Type, parse_quote, spanned::Spanned};

use super::{Context, place::Place};
use crate::{
    model::{Fallback, Slot},
    span::respan,
    token_list::TokenList,
};

/// Returns the expression of the default that an absent field of this type gets.
pub(super) fn absent(p: &TokenList, fallback: &Fallback, ty: &Type) -> TokenStream {
    match fallback {
        Fallback::Default => default_of(p, ty),
        Fallback::Value(value @ Expr::Lit(ExprLit { lit: Lit::Str(_), .. }), _) => {
            // Placed at the text, where a type that is made of none is an error.
            let make = respan(quote!(<#ty as #p::DefaultText<_>>::default_text), value.span());
            quote!(#make(#value))
        }
        Fallback::Value(value, _) => quote!(#value),
    }
}

/// Returns the expression of the `Default` of a type.
fn default_of(p: &TokenList, ty: &Type) -> TokenStream {
    quote!(<#ty as #p::HasDefault<_>>::of_default())
}

/// Returns the expression of a field to read into that is put back to its default if it is absent, which sets the
/// variable `flag`. The same words as where it is read, so that the compiler says once what is wrong with a default.
pub(super) fn fill_or(
    p: &TokenList,
    field: &TokenStream,
    (fallback, ty): (&Fallback, &Type),
    flag: Option<Ident>,
) -> TokenStream {
    let absent = absent(p, fallback, ty);
    let mut made = quote! {
        match #p::no_field::<#ty>() {
            #p::Some(__field) => __field,
            #p::None => #absent,
        }
    };
    if let Some(flag) = flag {
        made = quote!({ #flag.set(true); #made });
    }
    quote!(#p::FieldMutOr(#field, || #made))
}

/// Returns the fields that are not sent, as `name: default` of a struct expression.
pub(super) fn defaults<'a>(p: &'a TokenList, skipped: &'a [Slot<'a>]) -> impl Iterator<Item = TokenStream> + 'a {
    skipped.iter().map(move |Slot { member, ty }| {
        let made = default_of(p, ty);
        quote!(#member: #made)
    })
}

/// Returns the code that puts those fields of an existing value that are not sent back to their defaults.
pub(super) fn resets(p: &TokenList, skipped: &[Slot<'_>], place: &Place) -> TokenStream {
    let resets = skipped.iter().map(|Slot { member, ty }| {
        let field = place.of(member);
        let made = default_of(p, ty);
        quote!(#field = #made;)
    });
    resets.collect()
}

/// Returns an expression that reads into an existing value, and then runs `after` if that has worked.
pub(super) fn followed(p: &TokenList, read: TokenStream, after: &TokenStream) -> TokenStream {
    if after.is_empty() {
        return read;
    }
    quote! {
        #read?;
        #after
        #p::Ok(())
    }
}

/// Returns the generics with the bound that these types, if they mention type parameters, implement `Default`.
pub(super) fn with_defaults<'t>(
    context: &Context<'_>,
    generics: Generics,
    types: impl IntoIterator<Item = &'t Type>,
) -> Generics {
    let p = &context.p;
    context.bounds.also(generics, types, |ty| parse_quote!(#ty: #p::core::default::Default))
}

/// Returns the expression `Self { .. }` with these fields.
pub(super) fn built(fields: impl IntoIterator<Item = impl ToTokens>) -> TokenStream {
    let fields = fields.into_iter();
    quote!(Self { #(#fields),* })
}
