//! The code of defaults: for absent fields, and for fields that are not sent.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprLit, Generics, Lit, Type, parse_quote, spanned::Spanned};

use super::{Context, place::Place};
use crate::{
    model::{Fallback, Slot},
    span::{at, respan},
    std_types::is_long_array,
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
        Fallback::Value(value, place) => typed(value, *place, &quote!(#ty)),
    }
}

/// Returns the expression `value` at `place` as a value of the type `ty`: in a variable of its own, so that an expression
/// of another type is an error at the expression alone.
fn typed(value: &Expr, place: Span, ty: &TokenStream) -> TokenStream {
    let span = at(place);
    let local = Ident::new("__default", Span::mixed_site().located_at(place));
    quote_spanned!(span=> { let #local: #ty = #value; #local })
}

/// Does the same as [`absent`] for a parameter whose type is spelled as an `Option` or `Many`. These take no default, which
/// the compiler says at the expression, and nothing else: whatever its type is.
pub(super) fn absent_holder(p: &TokenList, fallback: &Fallback, ty: &Type) -> TokenStream {
    let Fallback::Value(value, place) = fallback else { return default_of(p, ty) };
    let (span, p) = (at(*place), p.moved_to(at(*place)));
    let kind = quote_spanned!(span=> <<#ty as #p::Field>::Kind as #p::TakesDefault>);
    let value = typed(value, *place, &quote_spanned!(span=> #kind::Value));
    quote_spanned!(span=> #kind::field(#value))
}

/// Returns the expression of the `Default` of a type.
fn default_of(p: &TokenList, ty: &Type) -> TokenStream {
    let asked = if is_long_array(ty) { quote!(HasArrayDefault) } else { quote!(HasDefault) };
    quote!(<#ty as #p::#asked<_>>::of_default())
}

/// Returns the expression of a field to read into that is put back to its default if it is absent, by the expression
/// `absent`, and sets the variable `flag`. The same words as where it is read, so that the compiler says once what is wrong with a default.
pub(super) fn fill_or(
    p: &TokenList,
    field: &TokenStream,
    ty: &Type,
    absent: &TokenStream,
    flag: Option<Ident>,
) -> TokenStream {
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
