//! The check that `Option`, `Vec` and `String` in a record are those of the standard library, or tensors all the same.
//!
//! Fields that are spelled so are used without the paths of `field_traits`, which would take the compiler long, and so a
//! user's own type of such a name would be an error in each function. It is checked here, in the length of an array: if
//! that is an error, the compiler does not know the array's type, and says nothing of what depends on it. The functions
//! depend on it by a clause, the table of parameters by an argument.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::{
    emit::{Context, field_traits::FieldTraits},
    model::Param,
    span::mentions,
    std_types::std_names,
};

/// Returns the array type whose length is the check; `None` for parameters without such names.
pub(in super::super) fn check<'a>(
    context: &Context<'_>,
    params: impl IntoIterator<Item = &'a Param<'a>>,
) -> Option<TokenStream> {
    let Context { p, bounds, .. } = context;
    let mut outside: Vec<Ident> = bounds.generics().const_params().map(|param| param.ident.clone()).collect();
    outside.push(Ident::new("Self", Span::call_site()));
    let (mut seen, mut kinds) = (Vec::new(), Vec::new());
    for param in params.into_iter().filter(|param| param.is_usual) {
        let ty = param.slot.ty;
        let names = std_names(ty);
        // One type of each name suffices.
        if names.iter().any(|name| !seen.contains(name)) && !mentions(quote!(#ty), &outside) {
            seen.extend(names);
            kinds.push(FieldTraits::asking(p, ty, "IsFieldStd").get("Kind"));
        }
    }
    (!kinds.is_empty()).then(|| quote!(type __StdNames = [(); { let _: (#(#kinds,)*); 0 }];))
}

/// Returns the clause of a function that uses the fields.
pub(in super::super) fn clause(context: &Context<'_>) -> Option<TokenStream> {
    predicate(context).map(|predicate| quote!(where #predicate))
}

/// Returns the predicate in that clause.
pub(in super::super) fn predicate(context: &Context<'_>) -> Option<TokenStream> {
    context.checks_std.then(|| quote!(__StdNames:))
}

/// Returns the type that the table of parameters depends on.
pub(in super::super) fn ty(context: &Context<'_>) -> TokenStream {
    if context.checks_std { quote!(__StdNames) } else { quote!(()) }
}
