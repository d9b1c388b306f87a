//! From what is meant to code: tables and calls. The work is done by functions of the runtime crate.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, Ident};

use crate::{
    bounds::Bounds,
    model::{Kind, Model, Slot},
};

mod labels;
mod record;
mod rules;
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
    let context = Context { p: quote!(#krate::__private), ident: model.ident, bounds: Bounds::new(model.generics) };
    let items = match &model.kind {
        Kind::Tensor(wrapper) => wrapper::emit(&context, wrapper),
        Kind::Record(record) => record::emit(&context, record),
        Kind::Labels(labels) => labels::emit(&context, labels),
    };
    quote! {
        #[allow(deprecated, unused_qualifications)]
        const _: () = {
            #items
        };
    }
}

/// `Field`: the type can be a parameter of a record.
pub(crate) fn field(p: &TokenStream, ident: &Ident, generics: &Generics) -> TokenStream {
    let (params, arguments, clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #params #p::Field for #ident #arguments #clause {
            type Item = Self;
            type Slot = #p::core::option::Option<Self>;
            const PRESENCE: #p::Presence = #p::Presence::Required;

            #[inline]
            fn items(&self) -> &[Self] {
                #p::core::slice::from_ref(self)
            }

            #[inline]
            fn from_slot(__slot: Self::Slot) -> #p::core::option::Option<Self> {
                __slot
            }
        }
    }
}

/// The fields that are not sent, filled with their defaults.
fn defaults<'a>(p: &'a TokenStream, skipped: &'a [Slot<'a>]) -> impl Iterator<Item = TokenStream> + 'a {
    skipped.iter().map(move |Slot { member, ty }| quote!(#member: <#ty as #p::core::default::Default>::default()))
}
