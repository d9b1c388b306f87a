//! The constant that says which records a record holds, and the check that none of them holds that record.
//!
//! A derive sees a type that holds itself by its name, but not one that does through another type. The compiler would find
//! a cycle of constants, and show each of its steps. A constant may refer to a `static` before that has a value, so the
//! records are looked at as such; if they are a ring, the rules are replaced.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Type;

use crate::{
    emit::{Context, field_traits::FieldTraits, flatten::Part, param::params, rules},
    model::Record,
    span::{lifetimes, outside},
};

/// What a record needs to be no part of a ring.
#[derive(Default)]
pub(in crate::emit) struct Holds {
    /// The item that stops compilation.
    pub(in crate::emit) check: TokenStream,
    /// The constant `HasRules::HOLDS`.
    pub(in crate::emit) constant: TokenStream,
}

/// Returns the constant and the check of a record; nothing if it holds no records, or has parameters, which a `static`
/// cannot name.
pub(in crate::emit) fn holds(context: &Context<'_>, record: &Record<'_>, parts: &[Part<'_>]) -> Holds {
    let Context { p, ident, what, bounds, .. } = context;
    if !record.is_joined() || !bounds.is_concrete() {
        return Holds::default();
    }
    // What is wrong with a type that borrows would be said with its lifetime and again with `'static`.
    let is_told = |ty: &Type| !bounds.has_lifetimes() || lifetimes(ty.to_token_stream()).is_empty();
    let nested: Vec<_> = params(context, record).into_iter().filter(|field| field.param.may_nest()).collect();
    let traits: Vec<FieldTraits<'_>> = nested
        .iter()
        .filter(|field| is_told(field.param.slot.ty) && !field.param.is_ragged)
        .map(|field| field.traits())
        .collect();
    let parts = parts.iter().filter(|part| is_told(part.ty())).map(|part| &part.traits);
    let (this, own) = (context.this(), bounds.lifetimes());
    let (mut fields, mut checks) = (TokenStream::new(), TokenStream::new());
    for (index, traits) in traits.iter().chain(parts).enumerate() {
        let held = outside(traits.get("HOLDS"), ident, &own);
        fields.extend(quote!(#held,));
        let check = traits.call(quote!(#p::verify_no_ring::<#this>), quote!(#index));
        checks.extend(quote!(#check;));
    }
    let place = quote!((#p::core::module_path!(), #p::core::line!(), #p::core::column!()));
    let constant = quote! {
        const HOLDS: #p::Option<#p::HeldRef> = {
            static HELD: #p::HeldRecord = #p::HeldRecord { name: #what, place: #place, fields: &[#fields] };
            #p::Some(#p::HeldRef::new(&HELD))
        };
    };
    Holds { check: rules::item(context, checks), constant }
}
