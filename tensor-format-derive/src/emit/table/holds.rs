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
    std_types::unknown_in,
};

/// What a record needs to be no part of a ring.
#[derive(Default)]
pub(in super::super) struct Holds {
    /// The item that stops compilation.
    pub(in super::super) check: TokenStream,
    /// The constant `HasRules::HOLDS`.
    pub(in super::super) constant: TokenStream,
}

/// Returns the constant and the check of a record; nothing if it holds no records, or has parameters, which a `static`
/// cannot name.
pub(in super::super) fn holds(context: &Context<'_>, record: &Record<'_>, parts: &[Part<'_>]) -> Holds {
    let Context { p, ident, what, bounds, .. } = context;
    if !record.is_joined() || !bounds.is_concrete() {
        return Holds::default();
    }
    // What is wrong with a type that borrows would be said with its lifetime and again with `'static`: it is asked in a
    // way that is no error.
    let is_told = |ty: &Type| !bounds.has_lifetimes() || lifetimes(ty.to_token_stream()).is_empty();
    let nested: Vec<_> = params(context, record).into_iter().filter(|field| field.param.may_nest()).collect();
    let may_hold = |ty: &Type| is_told(ty) || unknown_in(ty).is_some();
    let nested = nested.iter().filter(|field| may_hold(field.param.slot.ty) && field.param.ragged.is_none());
    let nested: Vec<(&Type, FieldTraits<'_>)> = nested.map(|field| (field.param.slot.ty, field.traits())).collect();
    let parts = parts.iter().filter(|part| is_told(part.ty())).map(|part| (part.ty(), &part.traits));
    let (this, own) = (context.this(), bounds.lifetimes());
    let (mut fields, mut checks) = (TokenStream::new(), TokenStream::new());
    for (index, (ty, traits)) in nested.iter().map(|(ty, traits)| (*ty, traits)).chain(parts).enumerate() {
        let held = if is_told(ty) { traits.get("HOLDS") } else { quote!(#p::Held::<#ty>::HOLDS) };
        let held = outside(held, ident, &own);
        fields.extend(quote!(#held,));
        let check = traits.call_at_held(quote!(#p::verify_no_ring::<#this>), quote!(#index));
        checks.extend(quote!(#check;));
    }
    let silent = bounds.has_lifetimes().then(|| {
        quote! {
            #[allow(unused_imports)]
            use #p::HoldsNothing as _;
        }
    });
    let place = quote!((#p::core::module_path!(), #p::core::line!(), #p::core::column!()));
    let constant = quote! {
        const HOLDS: #p::Option<#p::HeldRef> = {
            #silent
            static HELD: #p::HeldRecord = #p::HeldRecord { name: #what, place: #place, fields: &[#fields] };
            #p::Some(#p::HeldRef::new(&HELD))
        };
    };
    Holds { check: rules::item(context, checks), constant }
}
