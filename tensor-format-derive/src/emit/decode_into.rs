//! Reading into a record that is there: each field keeps its memory.
//!
//! ```text
//! fn decode_into(&mut self, ..) {
//!     let fields = (FillOf(&mut self.image), Narrowed::<Self, _, 1>::new(&mut self.ids));
//!     fill_record(source, Self::RECORD, true, fields)
//! }
//! ```

use proc_macro2::{Delimiter, TokenStream};
use quote::{format_ident, quote};

use super::{
    Context, absent,
    defaults::{fill_or, followed, resets},
    flatten::{Part, parts},
    metadata,
    record::{access, joined_values, streams, tuple},
    with::With,
};
use crate::{model::Record, std_types::holds_memory, token_list::TokenList};

/// Whether any field has memory to keep. Else the value is replaced as a whole, which costs the compiler nothing.
pub(super) fn keeps_memory(record: &Record<'_>) -> bool {
    !record.flattened.is_empty()
        || record.params.iter().any(|param| param.with.is_none() && holds_memory(param.slot.ty))
}

/// The body of `decode_into`; `lines` read the metadata into variables.
pub(super) fn into(
    context: &Context<'_>,
    record: &Record<'_>,
    (of_type, own, lines, named): (&TokenStream, &TokenStream, &TokenStream, bool),
) -> TokenStream {
    let Context { p, bounds, .. } = context;
    let mut fields = Vec::new();
    for (index, param) in record.params.iter().enumerate() {
        let (ty, member) = (param.slot.ty, &param.slot.member);
        if param.is_plain() && !bounds.is_bounded(ty) {
            fields.push(TokenList::borrowed_mut(member));
            continue;
        }
        let mut field = quote!(&mut self.#member);
        let mut is_narrowed = !param.narrowing.is_empty();
        if let Some(path) = &param.with {
            field = With::new(p, ty, path).fill(&field);
            is_narrowed = true;
        } else if !param.is_known && !bounds.is_bounded(ty) {
            let kind = access(context, param).decodes();
            field = quote!(#p::FillOf::<'_, #kind>(#field));
        }
        if is_narrowed {
            field = quote!(#p::Narrowed::<#own, _, #index>::new(#field));
        }
        if param.checks_range() {
            field = quote!(#p::RangeChecked::<#own, _, #index>::new(#field));
        }
        if let Some(fallback) = &param.fallback {
            field = fill_or(p, &field, (fallback, ty), absent::is_held(param).then(|| absent::flag(index)));
        }
        fields.push(field.into());
    }
    let fields = if record.flattened.is_empty() {
        tuple(p, &fields, Delimiter::Parenthesis)
    } else {
        let parts: Vec<TokenStream> = parts(p, bounds, record).iter().map(Part::fill).collect();
        joined_values(p, &streams(&fields), &parts, record)
    };
    let after: TokenStream = metadata::sets(record).into_iter().chain(resets(p, &record.skipped)).collect();
    if !absent::holds(record) {
        let read = quote!(#p::fill_record(__source, #of_type, #named, #fields));
        let read = followed(p, read, &after);
        return quote!(#lines #read);
    }
    let (flags, (kept, axes)) = (absent::flags(p, record), absent::axes(p, record));
    let checks = absent::checks(context, record, (&format_ident!("self"), own), |flag| quote!(#flag.get()));
    let read = quote!(#p::fill_bound(__source, #of_type, #axes, #fields));
    let read = followed(p, read, &quote!(#checks #after));
    quote!(#lines #kept #flags #read)
}
