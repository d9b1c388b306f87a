//! Generates the implementations of a struct around a map that is a record: each entry is a parameter.
//!
//! `#[tensor(record)] struct StateDict(HashMap<String, ArrayD<f32>>)` becomes, in short:
//!
//! ```text
//! impl HasRules for StateDict { const RULES: Rules = Rules::Record(RecordRules::ANY); }
//! impl Encode for StateDict where for<'x> HashMap<String, ArrayD<f32>>: EncodeEntries<'x> {
//!     fn encode(..) { self.0.write_entries(sink) }
//! }
//! impl Decode for StateDict where HashMap<String, ArrayD<f32>>: DecodeEntries<'de> {
//!     fn decode(..) { Ok(Self { 0: HashMap::read_entries(source)? }) }
//!     fn decode_into(..) { self.0.read_entries_into(source) }
//! }
//! impl Field for StateDict { .. }
//! ```

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Type, parse_quote, spanned::Spanned};

use crate::{
    emit::{
        Context,
        defaults::{built, defaults, followed, resets, with_defaults},
        field, impls,
        place::Place,
        rules,
    },
    model::Entries,
    span::{at, text},
};

pub(in super::super) fn emit(context: &Context<'_>, entries: &Entries<'_>) -> TokenStream {
    let Context { p, ident, bounds, .. } = context;
    let (ty, member, span) = (entries.map.ty, &entries.map.member, at(entries.map.ty.span()));
    let (what, written) = (ident.to_string(), text(ty));
    // Of a type that is no map the check alone is an error: reading and writing are conditions, which may be false.
    let ruled = |generics| bounds.also(generics, [ty], |ty| parse_quote!(#ty: #p::RecordEntries));
    let written_as = |ty: &Type| parse_quote!(for<'__x> #ty: #p::EncodeEntries<'__x>);
    let read_as = |ty: &Type| parse_quote!(#ty: #p::DecodeEntries<'__de>);
    let generics = ruled(bounds.own());
    let encoding = ruled(bounds.conditional([ty], written_as, written_as));
    let skipped = entries.skipped.iter().map(|slot| slot.ty);
    let decoding = with_defaults(context, bounds.conditional([ty], read_as, read_as), skipped);
    let decoding = bounds.decoding(&ruled(decoding), [ty]);

    let p_there = p.moved_to(span);
    let verify =
        quote_spanned!(span=> #p_there::verify_entries(#what, #written, <#ty as #p_there::RecordEntries>::VALUE););
    let any = quote!(#p::Rules::Record(#p::RecordRules::ANY));
    let (checks, any) = match bounds.is_concrete() {
        true => (rules::item(context, verify), any),
        false => (TokenStream::new(), quote!({ #verify #any })),
    };
    let encode = quote!(<#ty as #p::EncodeEntries<'_>>::write_entries(&self.#member, __sink));
    let decode = quote!(<#ty as #p::DecodeEntries<'__de>>::read_entries(__source)?);
    let decode = built([quote!(#member: #decode)].into_iter().chain(defaults(p, &entries.skipped)));
    let into = quote!(<#ty as #p::DecodeEntries<'__de>>::read_entries_into(&mut self.#member, __source));
    let into = followed(p, into, &resets(p, &entries.skipped, &Place::In(format_ident!("self"))));
    let has_rules = impls::has_rules(context, &generics, &any);
    let encode = impls::encode(context, &encoding, &encode);
    let decode = impls::decode(context, &decoding, &TokenStream::new(), &quote!(#p::Ok(#decode)), Some(&into));
    let field = field(p, ident, &generics, "Record");
    quote!(#checks #has_rules #encode #decode #field)
}
