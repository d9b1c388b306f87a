//! Generates the implementations of a struct that is a record of named tensors.
//!
//! `struct Input { image: Array3<f32>, #[tensor(shape = [n])] ids: Vec<i64> }` becomes, in short:
//!
//! ```text
//! impl HasRules for Input {
//!     const RULES: Rules = {
//!         let mut params = params::<((), Vec<i64>), 2>(["image", "ids"]);
//!         params[1].rules = ..; ..
//!     };
//! }
//! impl Encode for Input {
//!     fn encode(..) {
//!         let fields = (FieldRef(&self.image), WithRules::<Self, _, 1>::new(&self.ids));
//!         sink.fields(Self::record_type(), &fields, true)
//!     }
//! }
//! impl Decode for Input {
//!     fn decode(..) {
//!         let begun = source.record(Self::record_type());
//!         match decode_record::<(FieldValue<..>, WithRules<Self, _, 1>), _>(begun, source, Self::record_type(), true) {
//!             Ok((image, ids)) => Ok(Self { image: image.0, ids: ids.0 }),
//!             Err(error) => Err(error),
//!         }
//!     }
//! }
//! ```

use proc_macro2::{Delimiter, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Generics, Type, parse_quote};

use super::{
    Context, absent, decode_into,
    defaults::{built, defaults, with_defaults},
    field,
    flatten::{Part, parts},
    impls, metadata,
    param::{has_names, params},
    place::Place,
    table,
    tuples::joined,
};
use crate::{
    bounds::borrowing,
    model::{Fallback, Flattened, Map, Record, Slot},
    token_list::TokenList,
};

pub(super) fn emit(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let p = &context.p;
    let generics = rules_generics(context, &[record]);
    let rules = table::has_rules(context, record, &generics);
    let encoding = encode_generics(context, &[record]);
    let encode = encode(context, &encoding, record);
    let list = impls::list_item(context, &encoding, None, &quote!(#p::Columns));
    let into = decode_into::body(context, record, &metadata::decode(p, record).0);
    let decode = decode(context, record, into.as_ref());
    let field = field(p, context.ident, &generics, "Record");
    quote!(#rules #encode #list #decode #field)
}

/// Returns the generics of the implementation that has the rules of a record, or of an enum of these.
pub(super) fn rules_generics(context: &Context<'_>, records: &[&Record<'_>]) -> Generics {
    let Context { p, bounds, .. } = context;
    let generics = bounds.with(types(records), |ty| parse_quote!(#ty: #p::Field));
    let generics = bounds.also(generics, flattened(records), |ty| parse_quote!(#ty: #p::HasRules));
    bounds.also(generics, ragged(records), |ty| parse_quote!(#ty: #p::RaggedField))
}

/// Returns the types of fields that are tensors or maps of them.
fn types<'a>(records: &'a [&Record<'_>]) -> impl Iterator<Item = &'a Type> {
    records.iter().flat_map(|record| {
        let maps = record.flattened.iter().filter(|part| part.map.is_some());
        let params = record.params.iter().filter(|param| param.with.is_none() && param.ragged.is_none());
        let params = params.map(|param| param.slot.ty);
        params.chain(maps.map(|part| part.slot.ty))
    })
}

/// Returns the types of flattened fields.
fn flattened<'a>(records: &'a [&Record<'_>]) -> impl Iterator<Item = &'a Type> {
    let parts = records.iter().flat_map(|record| &record.flattened);
    parts.filter(|part| part.map.is_none()).map(|part| part.slot.ty)
}

/// Returns the types of fields that `ragged` says to be lists of lists.
fn ragged<'a>(records: &'a [&Record<'_>]) -> impl Iterator<Item = &'a Type> {
    let params = records.iter().flat_map(|record| &record.params);
    params.filter(|param| param.ragged.is_some()).map(|param| param.slot.ty)
}

/// Returns the generics of the implementation that writes a record, or an enum of these.
pub(super) fn encode_generics(context: &Context<'_>, records: &[&Record<'_>]) -> Generics {
    let Context { p, bounds, .. } = context;
    let generics = bounds.with(types(records), |ty| parse_quote!(#ty: #p::Field + #p::EncodeField));
    let generics = bounds.also(generics, flattened(records), |ty| parse_quote!(#ty: #p::Encode));
    let generics = bounds.also(generics, ragged(records), |ty| parse_quote!(#ty: #p::RaggedField));
    let metadata = records.iter().flat_map(|record| metadata::types(record));
    bounds.also(generics, metadata, |ty| parse_quote!(#ty: #p::Metadata))
}

fn encode(context: &Context<'_>, generics: &Generics, record: &Record<'_>) -> TokenStream {
    let p = &context.p;
    let metadata = metadata::encode(p, record);
    let named = has_names(record);
    let (types, given) = given(context, record, &Place::In(Ident::new("self", Span::call_site())));
    let body = quote! {
        #metadata
        #types
        #p::Sink::fields(__sink, <Self as #p::HasRules>::record_type(), &#given, #named)
    };
    impls::encode(context, generics, &body)
}

/// Returns the expression of the fields to write, and a statement before it, which may be empty.
pub(super) fn given(context: &Context<'_>, record: &Record<'_>, place: &Place) -> (TokenStream, TokenStream) {
    let Context { p, bounds, .. } = context;
    let fields: Vec<TokenList> = params(context, record).iter().map(|param| param.give(place)).collect();
    let parts = parts(p, bounds, record);
    let give: Vec<TokenStream> = parts.iter().map(|part| part.give(place)).collect();
    let given = joined(p, &fields, &give, record, Delimiter::Parenthesis);
    if parts.is_empty() {
        return (TokenStream::new(), given);
    }
    let of_parts: Vec<TokenStream> = parts.iter().map(Part::given).collect();
    let of_fields = joined(p, &vec![quote!(_); fields.len()], &of_parts, record, Delimiter::None);
    (quote!(let __fields: #of_fields = #given;), quote!(__fields))
}

/// Returns the generics of the implementation that reads a record, or an enum of these.
pub(super) fn decode_generics(context: &Context<'_>, records: &[&Record<'_>]) -> Generics {
    let Context { p, bounds, .. } = context;
    let generics = bounds.with(types(records), |ty| parse_quote!(#ty: #p::Field + #p::DecodePart<'__de>));
    let generics = bounds.also(generics, flattened(records), |ty| {
        if bounds.is_read(ty) {
            parse_quote!(#ty: #p::Encode)
        } else {
            parse_quote!(#ty: #p::Decode<'__de> + #p::Encode)
        }
    });
    let generics = bounds.also(
        generics,
        ragged(records),
        |ty| parse_quote!(#ty: #p::RaggedField<Item: #p::DecodeRaggedPart<'__de>>),
    );
    // A default is written to nowhere, to check it against the rules.
    let params = || records.iter().flat_map(|record| &record.params);
    let parts = || records.iter().flat_map(|record| &record.flattened);
    let written = params().filter(|param| param.fallback.is_some() && param.with.is_none());
    let maps = parts().filter(|part| part.has_default()).map(|part| part.slot.ty);
    let written = written.map(|param| param.slot.ty).chain(maps);
    let generics = bounds.also(generics, written, |ty| parse_quote!(#ty: #p::EncodeField));
    let metadata = records.iter().flat_map(|record| metadata::types(record));
    let generics = bounds.also(generics, metadata, |ty| parse_quote!(#ty: #p::Metadata));
    let made = params().filter(|param| matches!(param.fallback, Some(Fallback::Default)));
    let maps = parts().filter(|part| part.map.as_ref().is_some_and(Map::is_made));
    let made = made.map(|param| param.slot.ty).chain(maps.map(|part| part.slot.ty));
    let skipped = records.iter().flat_map(|record| &record.skipped).map(|slot| slot.ty);
    let made = made.chain(skipped).chain(records.iter().flat_map(|record| metadata::filled(record)));
    let generics = with_defaults(context, generics, made);
    let fields = params().map(|param| (param.slot.ty, param.with.is_some()));
    let parts = parts().map(|part| (part.slot.ty, false));
    bounds.decoding(&generics, borrowing(fields.chain(parts)))
}

/// Returns the implementation that reads a record; `into` is the body of `decode_into`.
pub(super) fn decode(context: &Context<'_>, record: &Record<'_>, into: Option<&TokenStream>) -> TokenStream {
    let Context { p, bounds, .. } = context;
    let (metadata, metadata_fields) = metadata::decode(p, record);
    let (mut types, mut names, mut members) = (Vec::new(), Vec::new(), Vec::new());
    // Whether those that have defaults were absent.
    let mut flags = TokenStream::new();
    let parts = parts(p, bounds, record);
    let mut is_told = !parts.is_empty();
    for param in params(context, record) {
        let name = format_ident!("__{}", param.index);
        let taken = param.take(&name);
        is_told |= taken.is_told;
        types.push(taken.ty);
        members.push(taken.field);
        flags.extend(taken.flag);
        names.push(name);
    }
    let of_parts: Vec<Ident> = (0..parts.len()).map(|index| format_ident!("__part_{index}")).collect();
    for ((Flattened { slot: Slot { member, .. }, .. }, part), name) in
        record.flattened.iter().zip(&parts).zip(&of_parts)
    {
        let field = part.field(&quote!(#name));
        members.push(quote!(#member: #field).into());
        flags.extend(part.set_flag(&quote!(#name)));
    }
    let taken: Vec<TokenStream> = parts.iter().map(Part::taken).collect();
    let types = is_told.then(|| joined(p, &types, &taken, record, Delimiter::None));
    let types = types.map(|types| quote!(::<#types, _>));
    let names = joined(p, &names, &of_parts, record, Delimiter::Parenthesis);
    let others = defaults(p, &record.skipped).chain(metadata_fields).map(TokenList::from);
    let whole = built(members.into_iter().chain(others));
    let of_type = quote!(<Self as #p::HasRules>::record_type());
    let begun = quote!(#p::Source::record(__source, #of_type), __source, #of_type);
    let (read, whole) = if absent::holds(record) {
        let (kept, axes) = absent::axes(p, record);
        let checks = absent::checks(context, record, &Place::In(format_ident!("__value")), ToTokens::to_token_stream);
        let whole = quote!(#flags let __value = #whole; #checks #p::Ok(__value));
        (quote!(#kept match #p::decode_bound #types (#begun, #axes)), whole)
    } else {
        let named = has_names(record);
        (quote!(match #p::decode_record #types (#begun, #named)), quote!(#p::Ok(#whole)))
    };
    let body = quote! {
        #metadata
        #read {
            #p::Ok(#names) => { #whole }
            #p::Err(__error) => #p::Err(__error),
        }
    };
    impls::decode(context, &decode_generics(context, &[record]), &quote!(#[inline(always)]), &body, into)
}
