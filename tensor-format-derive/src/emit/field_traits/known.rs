//! The check that types of fields are tensors, in the length of an array: if that is an error, the compiler does not know
//! the array's type, and says nothing of what depends on it. The functions of implementations depend on it by a clause,
//! their conditions and the table of parameters by an argument.
//!
//! In a record, `Option`, `Vec` and `String` are checked, which may be a user's own types of these names. Fields that are
//! spelled so are used without the paths of `field_traits`, which would take the compiler long. An only field, or that of
//! a variant, is checked if it is not spelled so: without the check, each use of the type would be an error beside the one
//! at the field.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Type;

use crate::{
    emit::{
        Context,
        field_traits::{FieldTraits, asked_whole},
    },
    model::Param,
    span::mentions,
    std_types::std_names,
};

/// Returns the array type whose length is the check of names of the standard library; `None` for parameters without such
/// names.
pub(in super::super) fn in_record<'a>(
    context: &Context<'_>,
    params: impl IntoIterator<Item = &'a Param<'a>>,
) -> Option<TokenStream> {
    let Context { p, bounds, .. } = context;
    let mut outside: Vec<Ident> = bounds.generics().const_params().map(|param| param.ident.clone()).collect();
    outside.push(Ident::new("Self", Span::call_site()));
    let types = params.into_iter().filter(|param| param.is_usual).map(|param| param.slot.ty);
    let types = types.filter(|ty| !std_names(ty).is_empty() && !mentions(quote!(#ty), &outside));
    array(&types.map(|ty| FieldTraits::asking(p, ty, "IsFieldStd").get("Kind")).collect::<Vec<_>>())
}

/// Returns the array type whose length is the check of only fields, or of those of variants; `None` if there are none that
/// need it, and for types whose parameters an array cannot name.
pub(in super::super) fn whole<'a>(
    context: &Context<'_>,
    types: impl IntoIterator<Item = &'a Type>,
) -> Option<TokenStream> {
    let Context { bounds, .. } = context;
    let this = [Ident::new("Self", Span::call_site())];
    let is_named = |ty: &&Type| bounds.is_concrete() && !bounds.has_lifetimes() && !mentions(quote!(#ty), &this);
    let asked = types.into_iter().filter(is_named).filter_map(|ty| asked_whole(context, ty));
    array(&asked.map(|traits| traits.get("Kind")).collect::<Vec<_>>())
}

fn array(kinds: &[TokenStream]) -> Option<TokenStream> {
    (!kinds.is_empty()).then(|| quote!(type __Known = [(); { let _: (#(#kinds,)*); 0 }];))
}

/// Returns the clause of a function that uses the fields.
pub(in super::super) fn clause(context: &Context<'_>) -> Option<TokenStream> {
    predicate(context).map(|predicate| quote!(where #predicate))
}

/// Returns the predicate in that clause.
pub(in super::super) fn predicate(context: &Context<'_>) -> Option<TokenStream> {
    context.is_checked.then(|| quote!(__Known:))
}

/// Returns the type that the table of parameters depends on.
pub(in super::super) fn ty(context: &Context<'_>) -> TokenStream {
    if context.is_checked { quote!(__Known) } else { quote!(()) }
}

/// Returns the argument that the conditions of an implementation depend on; nothing without a check.
pub(in super::super) fn argument(context: &Context<'_>) -> Option<TokenStream> {
    context.is_checked.then(|| quote!(, __Known))
}
