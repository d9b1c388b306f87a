//! Generates the implementations of a struct around a map that is a record: each entry is a parameter.
//!
//! `#[tensor(record)] struct StateDict(HashMap<String, ArrayD<f32>>)` becomes, in short:
//!
//! ```text
//! impl HasRules for StateDict { const RULES: Rules = Rules::Record(RecordRules::ANY); }
//! impl Encode for StateDict { fn encode(..) { write_entries(&self.0, sink) } }
//! impl Decode for StateDict { fn decode(..) { Ok(Self { 0: read_entries(source)? }) } }
//! impl Field for StateDict { .. }
//! ```

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{parse_quote, spanned::Spanned};

use crate::{
    bounds::borrowing,
    emit::{
        Context,
        defaults::{built, defaults, with_defaults},
        field, impls,
    },
    model::Entries,
    span::at,
};

pub(in crate::emit) fn emit(context: &Context<'_>, entries: &Entries<'_>) -> TokenStream {
    let Context { p, ident, bounds, .. } = context;
    let (ty, member, span) = (entries.map.ty, &entries.map.member, at(entries.map.ty.span()));
    let p_there = p.moved_to(span);
    let generics = bounds.with([ty], |ty| parse_quote!(#ty: #p::RecordEntries));
    // Of a type that is no map the rules alone are at fault: the other implementations are not there then.
    let mut encoding = generics.clone();
    encoding.make_where_clause().predicates.push(parse_quote!(for<'__x> #ty: #p::EncodeEntries<'__x>));
    let mut reading = generics.clone();
    reading.make_where_clause().predicates.push(parse_quote!(#ty: #p::DecodeEntries<'__de>));
    let reading = with_defaults(context, reading, entries.skipped.iter().map(|slot| slot.ty));
    let decoding = bounds.decoding(&reading, borrowing([(ty, false)]));
    let rules = quote_spanned!(span=> #p_there::entries_rules::<#ty>());
    let encode = quote_spanned!(span=> #p_there::write_entries::<#ty, _>(&self.#member, __sink));
    let decode = quote_spanned!(span=> #p_there::read_entries::<#ty, _>(__source)?);
    let decode = built([quote!(#member: #decode)].into_iter().chain(defaults(p, &entries.skipped)));
    let rules = impls::has_rules(context, &generics, &rules);
    let encode = impls::encode(context, &encoding, &encode);
    let decode = impls::decode(context, &decoding, &TokenStream::new(), &quote!(#p::Ok(#decode)), None);
    let field = field(p, ident, &generics, "Record");
    // The compiler asks for the rules of a concrete type here, and not only where they are used.
    let check = (bounds.is_concrete() && !bounds.has_lifetimes())
        .then(|| quote_spanned!(span=> const _: #p_there::Rules<'static> = #p_there::entries_rules::<#ty>();));
    quote!(#rules #encode #decode #field #check)
}
