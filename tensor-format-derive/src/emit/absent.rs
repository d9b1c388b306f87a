//! Defaults of absent parameters, held to the rules of their record.
//!
//! ```text
//! let mut axes = Bindings::new();
//! match decode_bound::<.., _>(begun, source, Self::RECORD, Some(&mut axes)) {
//!     Ok((boxes, scores)) => {
//!         let absent_1 = scores.0.is_none();
//!         let value = Self { boxes: .., scores: .. };
//!         if absent_1 { hold_default::<Self, _, 1>(&Narrowed::<Self, _, 1>::new(&value.scores), Some(&mut axes))?; }
//!         Ok(value)
//!     }
//!     Err(error) => Err(error),
//! }
//! ```

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::{
    Context,
    flatten::parts,
    record::{given, has_names},
};
use crate::{
    model::{Flattened, Param, Record},
    token_list::TokenList,
};

/// Whether the default of a parameter may break its rules: those that a plain type alone gives, no value breaks.
pub(super) fn is_held(param: &Param<'_>) -> bool {
    let is_free = param.is_known && param.narrowing.is_empty() && param.range.is_none();
    param.fallback.is_some() && !is_free
}

/// Whether any default is held to rules.
pub(super) fn holds(record: &Record<'_>) -> bool {
    record.params.iter().any(is_held) || record.flattened.iter().any(Flattened::has_default)
}

/// Whether parameter `index` was absent.
pub(super) fn flag(index: usize) -> Ident {
    format_ident!("__absent_{index}")
}

/// Whether the map of this number was absent.
pub(super) fn map_flag(index: &Literal) -> Ident {
    format_ident!("__absent_map_{}", index.to_string())
}

/// Where the lengths of named axes are kept, if there are any; and an expression that lends them.
pub(super) fn axes(p: &TokenList, record: &Record<'_>) -> (TokenStream, TokenStream) {
    match has_names(record) {
        true => (quote!(let mut __axes = #p::Bindings::new();), quote!(#p::Some(&mut __axes))),
        false => (TokenStream::new(), quote!(#p::None)),
    }
}

/// Flags to be set by what makes a default for a value that is there.
pub(super) fn flags(p: &TokenList, record: &Record<'_>) -> TokenStream {
    let params = record.params.iter().enumerate().filter(|(_, param)| is_held(param)).map(|(index, _)| flag(index));
    let maps = record.flattened.iter().enumerate().filter(|(_, part)| part.has_default());
    let flags = params.chain(maps.map(|(index, _)| map_flag(&Literal::usize_unsuffixed(index))));
    flags.map(|flag| quote!(let #flag = #p::core::cell::Cell::new(false);)).collect()
}

/// Holds the defaults in the value `this` to the rules, each if its flag is set, as `is_set` reads it.
pub(super) fn checks(
    context: &Context<'_>,
    record: &Record<'_>,
    (this, own): (&Ident, &TokenStream),
    is_set: impl Fn(&Ident) -> TokenStream,
) -> TokenStream {
    let (p, (_, axes)) = (&context.p, axes(&context.p, record));
    let mut checks = TokenStream::new();
    for (index, param) in record.params.iter().enumerate().filter(|(_, param)| is_held(param)) {
        let (is_set, given) = (is_set(&flag(index)), given(context, own, index, param, this));
        checks.extend(quote!(if #is_set { #p::hold_default::<#own, _, #index>(&#given, #axes)?; }));
    }
    let parts = parts(p, &context.bounds, record);
    for (index, (part, _)) in parts.iter().zip(&record.flattened).enumerate().filter(|(_, (_, of))| of.has_default()) {
        let index = Literal::usize_unsuffixed(index);
        let (is_set, given, ty) = (is_set(&map_flag(&index)), part.give(this), part.given());
        checks.extend(quote! {
            if #is_set {
                let __map: #ty = #given;
                #p::hold_map_default::<Self, _, #index>(&__map, #axes)?;
            }
        });
    }
    checks
}
