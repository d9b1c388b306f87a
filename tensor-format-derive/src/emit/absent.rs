//! Defaults of absent parameters, checked against the rules of their record.
//!
//! A default is any expression, and may break the rules of its parameter, those of its own type, or the length that a
//! named axis has in what was sent: that is known only when the value is whole. Which types have values that break no
//! rule is nothing that a macro knows, so every default is checked; where there is nothing to check, nothing is left of
//! that in the program.
//!
//! ```text
//! let mut axes = Bindings::new();
//! match decode_bound::<.., _>(begun, source, Self::record_type(), Some(&mut axes)) {
//!     Ok((boxes, scores)) => {
//!         let absent_1 = scores.0.is_none();
//!         let value = Self { boxes: .., scores: .. };
//!         if absent_1 { hold_default::<Self, _, 1>(&WithRules::<Self, _, 1>::new(&value.scores), Some(&mut axes))?; }
//!         Ok(value)
//!     }
//!     Err(error) => Err(error),
//! }
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{
    Context,
    flatten::parts,
    param::{has_names, own, params},
    place::Place,
};
use crate::{
    model::{Flattened, Record},
    token_list::TokenList,
};

/// Returns whether any parameter has a default.
pub(super) fn holds(record: &Record<'_>) -> bool {
    record.params.iter().any(|param| param.fallback.is_some()) || record.flattened.iter().any(Flattened::has_default)
}

/// Returns the statement that declares the lengths of named axes, empty if the record has none, and an expression that
/// borrows them.
pub(super) fn axes(p: &TokenList, record: &Record<'_>) -> (TokenStream, TokenStream) {
    match has_names(record) {
        true => (quote!(let mut __axes = #p::Bindings::new();), quote!(#p::Some(&mut __axes))),
        false => (TokenStream::new(), quote!(#p::None)),
    }
}

/// Returns the declarations of the variables that note which defaults are put into an existing value.
pub(super) fn flags(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let p = &context.p;
    let (params, parts) = (params(context, record), parts(p, &context.bounds, record));
    let flags = params.iter().filter_map(|param| param.flag()).chain(parts.iter().filter_map(|part| part.flag()));
    flags.map(|flag| quote!(let #flag = #p::core::cell::Cell::new(false);)).collect()
}

/// Returns the code that checks the defaults in a value against the rules: each only if its flag is set, which the
/// expression made by `is_set` tells.
pub(super) fn checks(
    context: &Context<'_>,
    record: &Record<'_>,
    place: &Place,
    is_set: impl Fn(&Ident) -> TokenStream,
) -> TokenStream {
    let (p, own, (_, axes)) = (&context.p, own(&context.p, record), axes(&context.p, record));
    let mut checks = TokenStream::new();
    for param in params(context, record) {
        let (Some(flag), index) = (param.flag(), param.index) else { continue };
        let (is_set, given) = (is_set(&flag), param.give(place));
        checks.extend(quote!(if #is_set { #p::hold_default::<#own, _, #index>(&#given, #axes)?; }));
    }
    for part in parts(p, &context.bounds, record) {
        let (Some(flag), index) = (part.flag(), &part.index) else { continue };
        let (is_set, given, ty) = (is_set(&flag), part.give(place), part.given());
        checks.extend(quote! {
            if #is_set {
                let __map: #ty = #given;
                #p::hold_map_default::<Self, _, #index>(&__map, #axes)?;
            }
        });
    }
    checks
}
