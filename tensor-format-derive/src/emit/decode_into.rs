//! Generates reading into an existing record: each field keeps its memory. A value that has no memory to keep is
//! replaced as a whole.
//!
//! ```text
//! fn decode_into(&mut self, ..) {
//!     if let Some(read) = replaced(self, source) { return read; }
//!     let fields = (FieldMutOf(&mut self.image), WithRules::<Self, _, 1>::new(&mut self.ids));
//!     fill_record(source, Self::record_type(), true, fields)
//! }
//! ```

use proc_macro2::{Delimiter, TokenStream};
use quote::{format_ident, quote};

use super::{
    Context, absent,
    defaults::{followed, resets},
    flatten::parts,
    metadata,
    param::{has_names, params},
    place::Place,
    tuples::joined,
};
use crate::{model::Record, token_list::TokenList};

/// Returns the body of `decode_into`, if any field may keep its memory: fields that a module converts do not. `lines`
/// is the code that reads metadata fields into variables.
pub(super) fn body(context: &Context<'_>, record: &Record<'_>, lines: &TokenStream) -> Option<TokenStream> {
    if record.flattened.is_empty() && record.params.iter().all(|param| param.with.is_some()) {
        return None;
    }
    let (p, read) = (&context.p, fill(context, record, &Place::In(format_ident!("self"))));
    Some(quote! {
        if let #p::Some(__read) = #p::replaced(self, __source) {
            return __read;
        }
        #lines
        #read
    })
}

/// Returns the statements that read into the fields of an existing record.
pub(super) fn fill(context: &Context<'_>, record: &Record<'_>, place: &Place) -> TokenStream {
    let Context { p, bounds, .. } = context;
    let fields: Vec<TokenList> = params(context, record).iter().map(|param| param.fill(place)).collect();
    let parts: Vec<TokenStream> = parts(p, bounds, record).iter().map(|part| part.fill(place)).collect();
    let fields = joined(p, &fields, &parts, record, Delimiter::Parenthesis);
    let of_type = quote!(<Self as #p::HasRules>::record_type());
    let after: TokenStream = metadata::sets(record).into_iter().chain(resets(p, &record.skipped, place)).collect();
    if absent::holds(record) {
        let (flags, (kept, axes)) = (absent::flags(context, record), absent::axes(p, record));
        let checks = absent::checks(context, record, place, |flag| quote!(#flag.get()));
        let read = quote!(#p::fill_bound(__source, #of_type, #axes, #fields));
        let read = followed(p, read, &quote!(#checks #after));
        quote!(#kept #flags #read)
    } else {
        let named = has_names(record);
        followed(p, quote!(#p::fill_record(__source, #of_type, #named, #fields)), &after)
    }
}
