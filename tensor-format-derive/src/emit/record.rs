//! A struct that is a record of named tensors.
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
//!         let fields = (Given(&self.image), Narrowed::<Self, _, 1>::new(&self.ids));
//!         sink.fields(Self::RECORD, &fields, true)
//!     }
//! }
//! impl Decode for Input {
//!     fn decode(..) {
//!         let begun = source.record(Self::RECORD);
//!         match decode_record::<(Of<..>, Narrowed<Self, _, 1>), _>(begun, source, Self::RECORD, true) {
//!             Ok((image, ids)) => Ok(Self { image: image.0, ids: ids.0 }),
//!             Err(error) => Err(error),
//!         }
//!     }
//! }
//! ```

use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Generics, Type, WherePredicate, parse_quote};

use super::{
    Context, absent, decode_into,
    defaults::{absent, built, defaults, with_defaults},
    field,
    field_traits::FieldTraits,
    flatten::{Part, joined, parts},
    forced, impls,
    lengths::{common_lengths, default_lengths},
    metadata, rules,
    with::With,
};
use crate::{
    bounds::Bounds,
    model::{Fallback, Flattened, Map, Param, Record, Slot},
    span::{call, mentions, mentions_lifetime, text},
    std_types::Look,
    token_list::TokenList,
};

pub(super) fn emit(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let rules = has_rules(context, record);
    let encode = encode(context, record);
    let decode = decode(context, record);
    let field = field(&context.p, context.ident, &with_rules(context, record), "Record");
    quote!(#rules #encode #decode #field)
}

/// The types of fields that are tensors or maps of them.
fn types<'a>(record: &'a Record<'_>) -> impl Iterator<Item = &'a Type> {
    let maps = record.flattened.iter().filter(|part| part.map.is_some());
    let params = record.params.iter().filter(|param| param.with.is_none()).map(|param| param.slot.ty);
    params.chain(maps.map(|part| part.slot.ty))
}

/// Of field types, and whether a module converts them, those that may borrow from the input: what a module makes of the
/// input can be `'static`.
pub(super) fn borrowing<'t>(fields: impl IntoIterator<Item = (&'t Type, bool)>) -> impl Iterator<Item = &'t Type> {
    let forever = Ident::new("static", Span::call_site());
    let may_borrow = move |ty: &Type| !mentions_lifetime(ty.to_token_stream(), &forever);
    fields.into_iter().filter(move |(ty, converted)| !converted || may_borrow(ty)).map(|(ty, _)| ty)
}

/// The types of flattened fields.
fn flattened<'a>(record: &'a Record<'_>) -> impl Iterator<Item = &'a Type> {
    record.flattened.iter().filter(|part| part.map.is_none()).map(|part| part.slot.ty)
}

/// The generics with these predicates too.
fn also<'t>(
    mut generics: Generics,
    bounds: &Bounds<'_>,
    types: impl IntoIterator<Item = &'t Type>,
    predicate: impl Fn(&Type) -> WherePredicate,
) -> Generics {
    bounds.add(&mut generics, types, |ty| vec![predicate(ty)]);
    generics
}

fn with_rules(context: &Context<'_>, record: &Record<'_>) -> Generics {
    let Context { p, bounds, .. } = context;
    let generics = bounds.with(types(record), |ty| vec![parse_quote!(#ty: #p::Field)]);
    also(generics, bounds, flattened(record), |ty| parse_quote!(#ty: #p::HasRules))
}

fn has_rules(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let Context { p, ident, bounds } = context;
    let (mut plain, mut inside) = (TokenStream::new(), TokenStream::new());
    let mut checks = Vec::new();
    let mut edits = TokenStream::new();
    for (index, param) in record.params.iter().enumerate() {
        if param.is_plain() && param.doc.is_empty() {
            continue;
        }
        let entry = quote!(__params[#index]);
        let doc = (!param.doc.is_empty()).then_some(&param.doc).map(|doc| quote!(#entry.doc = #doc;));
        if param.is_plain() {
            edits.extend(doc);
            continue;
        }
        let (ty, name, is_known) = (param.slot.ty, &param.name, param.is_known);
        let what = format!("{ident}::{}", param.field);
        let with = param.with.as_ref().map(|path| With::new(p, ty, path));
        let (own, written, presence, verify) = match &with {
            Some(with) => {
                let own = with.rules();
                let (verify, reads) =
                    (call(quote!(#p::verify_field), quote!(#what, #own), with.span()), with.verify(p, &what));
                (own, with.written(), with.presence(), quote!(#verify; #reads))
            }
            None => {
                let access = access(context, param);
                let own = access.get("OWN");
                let verify = call(quote!(#p::verify_field), quote!(#what, #own), access.span);
                (own, text(ty), access.get("PRESENCE"), quote!(#verify;))
            }
        };
        if with.is_some() {
            edits.extend(quote!(#entry = #p::param(#name, #p::field_rules(#own), #presence, "");));
        } else if !is_known {
            let of_type = access(context, param).get("ENTRY");
            edits.extend(quote!(#entry = #p::param_of_type(#name, #of_type);));
        }
        let mut rules = quote!(#p::field_rules(#own));
        if !param.narrowing.is_empty() {
            let wanted = rules::Wanted { what: &what, written: &written, of_type: rules, narrowing: &param.narrowing };
            let narrowing;
            (narrowing, rules) = rules::narrowed(p, &wanted);
            checks.push(quote!(#verify #narrowing));
            edits.extend(quote!(#entry.rules = #rules;));
        } else if !is_known && bounds.has_lifetimes() {
            inside.extend(verify);
        } else if !is_known {
            plain.extend(verify);
        }
        if let Some(range) = &param.range {
            let (check, value) = rules::range(p, &what, &written, &rules, range);
            checks.push(check);
            edits.extend(quote!(#entry.rules.range = #p::Some(const { &#value });));
        }
        if let Some(fallback) = &param.fallback {
            if let Fallback::Value(value, place) = fallback {
                let verify = call(quote!(#p::verify_default), quote!(#what, #presence), *place);
                checks.push(quote!(#verify;));
                checks.extend(default_lengths(context, record, (index, &what), value));
            }
            edits.extend(quote!(#entry.presence = #p::optional(#entry.presence);));
        }
        edits.extend(doc);
        checks.extend(common_lengths(context, record, index));
    }
    checks.push(plain);
    checks.extend(metadata::checks(context, record));
    let deny = record.deny_unknown.then(|| quote!(.deny_unknown()));
    let deny = metadata::table(p, record).into_iter().chain(deny).collect::<TokenStream>();
    let generics = with_rules(context, record);
    let rules = rules_ident();
    let table_of_names = table_of_names(p, record);
    let names = record.params.iter().map(|param| &param.name);
    let (fields, count) = (field_types(p, record), record.params.len());
    let mut params = quote!(#p::params::<#fields, #count>([#(#names),*]));
    if !edits.is_empty() {
        params = quote!({ let mut __params = #params; #edits __params });
    }
    let table = quote!(#p::RecordRules::new(const { &#params }));
    let parts = parts(p, bounds, record);
    for (part, Flattened { field, .. }) in parts.iter().zip(&record.flattened) {
        let what = if field.is_empty() { ident.to_string() } else { format!("{ident}::{field}") };
        checks.push(part.verify(p, &this(context), &what, &ident.to_string()));
    }
    let (table, flattening) = if parts.is_empty() {
        (quote!(#table #deny), None)
    } else {
        let entries = parts.iter().map(Part::entry);
        let constants = quote! {
            const OWN: #p::RecordRules<'static> = #table;
            const PARTS: &'static [#p::Part] = const { &[#(#entries),*] };
        };
        let flattening = impls::implement(context, &generics, None, &quote!(#p::Flattening), &constants);
        (quote!(#p::join::<Self>() #deny), Some(flattening))
    };
    let (items, checks) = if bounds.is_concrete() {
        let arguments = bounds.static_arguments();
        let record = quote!(let #rules = #p::record_of::<#ident #arguments>(););
        let item = |check: &TokenStream| {
            let uses_rules = mentions(check.clone(), std::slice::from_ref(&rules));
            let record = uses_rules.then_some(&record);
            rules::item(context, quote!(#record #check))
        };
        (checks.iter().filter(|check| !check.is_empty()).map(item).collect(), TokenStream::new())
    } else {
        (TokenStream::new(), checks.into_iter().collect())
    };
    let forced = (!inside.is_empty()).then(|| forced(context));
    let checks = quote!(#inside #checks);
    let value = if checks.is_empty() {
        quote!(#p::Rules::Record(#table))
    } else {
        quote!({ let #rules = #table; #checks #p::Rules::Record(#rules) })
    };
    let constants = quote! {
        const RULES: #p::Rules<'static> = #value;
        #table_of_names
    };
    let has_rules = impls::implement(context, &generics, None, &quote!(#p::HasRules), &constants);
    quote!(#items #forced #flattening #has_rules)
}

/// The constant `HasRules::RECORD` with the names in a row: their number, and each behind its length, all of one byte.
/// Left out where they are not known here or take more. It follows from the rules too, but then the compiler would lay
/// it out step by step, which takes long.
fn table_of_names(p: &TokenList, record: &Record<'_>) -> Option<TokenStream> {
    if !record.flattened.is_empty() {
        return None;
    }
    let mut table = vec![u8::try_from(record.params.len()).ok()?];
    for param in &record.params {
        table.push(u8::try_from(param.name.len()).ok()?);
        table.extend(param.name.as_bytes());
    }
    let table = Literal::byte_string(&table);
    Some(quote! {
        const RECORD: #p::RecordType = #p::RecordType::derived(#table, <Self as #p::HasRules>::rules);
    })
}

/// The type itself, in a check that may stand outside of its implementations.
pub(super) fn this(context: &Context<'_>) -> TokenStream {
    let Context { ident, bounds, .. } = context;
    let arguments = bounds.static_arguments();
    if bounds.is_concrete() { quote!(#ident #arguments) } else { quote!(Self) }
}

/// The type whose rules list the own parameters alone, by their numbers.
fn own(p: &TokenList, record: &Record<'_>) -> TokenStream {
    if record.flattened.is_empty() { quote!(Self) } else { quote!(#p::Own<Self>) }
}

/// The record's rules in a check, whose tokens stand elsewhere.
pub(super) fn rules_ident() -> Ident {
    Ident::new("__rules", Span::call_site())
}

/// Whether axes must agree over the record.
pub(super) fn has_names(record: &Record<'_>) -> bool {
    record.params.iter().any(|param| param.narrowing.names().next().is_some()) || !record.flattened.is_empty()
}

pub(super) fn access<'a>(context: &Context<'_>, param: &Param<'a>) -> FieldTraits<'a> {
    let (p, ty) = (&context.p, param.slot.ty);
    if context.bounds.is_bounded(ty) {
        FieldTraits::bounded(p, ty)
    } else {
        FieldTraits::asking(p, ty, Look::of(ty).asked())
    }
}

pub(super) fn streams(tokens: &[impl ToTokens]) -> Vec<TokenStream> {
    tokens.iter().map(ToTokens::to_token_stream).collect()
}

/// As many fields as a tuple holds, and those after them in another.
pub(super) fn tuple(p: &TokenList, parts: &[impl ToTokens], delimiter: Delimiter) -> TokenStream {
    match parts.split_at_checked(16) {
        Some((parts, rest)) if !rest.is_empty() => {
            let rest = tuple(p, rest, delimiter);
            let inner = quote!((#(#parts),*), #rest);
            match delimiter {
                Delimiter::Parenthesis => quote!(#p::More(#inner)),
                _ => quote!(#p::More<#inner>),
            }
        }
        _ => quote!((#(#parts,)*)),
    }
}

/// The types of the fields and of the flattened records between them.
fn joined_types(p: &TokenList, types: &[TokenStream], parts: &[TokenStream], record: &Record<'_>) -> TokenStream {
    joined(types, parts, record, |run| tuple(p, run, Delimiter::None), |inner| quote!(#p::More<#inner>))
}

/// The same for values and patterns.
pub(super) fn joined_values(
    p: &TokenList,
    fields: &[TokenStream],
    parts: &[TokenStream],
    record: &Record<'_>,
) -> TokenStream {
    joined(fields, parts, record, |run| tuple(p, run, Delimiter::Parenthesis), |inner| quote!(#p::More(#inner)))
}

/// The types of the fields; `()` for those that are asked one by one.
fn field_types(p: &TokenList, record: &Record<'_>) -> TokenStream {
    let ty = |param: &Param<'_>| match param.slot.ty {
        ty if param.is_known => quote!(#ty),
        _ => quote!(()),
    };
    let types: Vec<TokenStream> = record.params.iter().map(ty).collect();
    tuple(p, &types, Delimiter::None)
}

/// Parameter `index` of the type `own` to write, from the value `this`.
pub(super) fn given(
    context: &Context<'_>,
    own: &TokenStream,
    index: usize,
    param: &Param<'_>,
    this: &Ident,
) -> TokenList {
    let (Context { p, bounds, .. }, Slot { member, ty }) = (context, &param.slot);
    if param.is_known && param.narrowing.is_empty() && !param.checks_range() && !bounds.is_bounded(ty) {
        return TokenList::borrowed(this, member);
    }
    let mut field = quote!(&#this.#member);
    if let Some(path) = &param.with {
        field = With::new(p, ty, path).give(own, index, &field);
    } else {
        if bounds.is_bounded(ty) {
            field = quote!(#p::Generic(#field));
        } else if !param.is_known {
            let kind = access(context, param).encodes();
            field = quote!(#p::Given::<'_, #kind>(#field));
        }
        if !param.narrowing.is_empty() {
            field = quote!(#p::Narrowed::<#own, _, #index>::new(#field));
        }
    }
    if param.checks_range() {
        field = quote!(#p::RangeChecked::<#own, _, #index>::new(#field));
    }
    field.into()
}

fn encode(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let Context { p, bounds, .. } = context;
    let generics =
        bounds.with(types(record), |ty| vec![parse_quote!(#ty: #p::Field), parse_quote!(#ty: #p::EncodeField)]);
    let generics = also(generics, bounds, flattened(record), |ty| parse_quote!(#ty: #p::Encode));
    let generics = also(generics, bounds, metadata::types(record), |ty| parse_quote!(#ty: #p::Metadata));
    let metadata = metadata::encode(p, record);
    let (named, own) = (has_names(record), own(p, record));
    let this = Ident::new("self", Span::call_site());
    let given = record.params.iter().enumerate().map(|(index, param)| given(context, &own, index, param, &this));
    let fields: Vec<TokenList> = given.collect();
    let (types, fields) = if record.flattened.is_empty() {
        (None, tuple(p, &fields, Delimiter::Parenthesis))
    } else {
        let parts = parts(p, bounds, record);
        let types = vec![quote!(_); fields.len()];
        let types = joined_types(p, &types, &parts.iter().map(Part::given).collect::<Vec<_>>(), record);
        let give: Vec<TokenStream> = parts.iter().map(|part| part.give(&this)).collect();
        (Some(types), joined_values(p, &streams(&fields), &give, record))
    };
    let of_type = quote!(<Self as #p::HasRules>::RECORD);
    let body = match types {
        None => quote!(#metadata #p::Sink::fields(__sink, #of_type, &#fields, #named)),
        Some(types) => quote! {
            #metadata
            let __fields: #types = #fields;
            #p::Sink::fields(__sink, #of_type, &__fields, #named)
        },
    };
    impls::encode(context, &generics, &body)
}

fn decode(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let Context { p, bounds, .. } = context;
    let generics = {
        let decodable = |ty: &Type| -> Vec<WherePredicate> {
            vec![parse_quote!(#ty: #p::Field), parse_quote!(#ty: #p::DecodePart<'__de>)]
        };
        let filled = record.params.iter().filter(|param| matches!(param.fallback, Some(Fallback::Default)));
        let maps = record.flattened.iter().filter(|part| part.has_default());
        let made = maps.clone().filter(|part| part.map.as_ref().is_some_and(Map::is_made));
        let filled = filled.map(|param| param.slot.ty).chain(made.map(|part| part.slot.ty));
        let filled = filled.chain(record.skipped.iter().map(|slot| slot.ty));
        let filled = filled.chain(metadata::filled(record));
        let generics = bounds.with(types(record), decodable);
        let generics =
            also(generics, bounds, flattened(record), |ty| parse_quote!(#ty: #p::Decode<'__de> + #p::Encode));
        let held = record.params.iter().filter(|param| absent::is_held(param) && param.with.is_none());
        let held = held.map(|param| param.slot.ty).chain(maps.clone().map(|part| part.slot.ty));
        let generics = also(generics, bounds, held, |ty| parse_quote!(#ty: #p::EncodeField));
        let generics = also(generics, bounds, metadata::types(record), |ty| parse_quote!(#ty: #p::Metadata));
        let generics = with_defaults(context, generics, filled);
        // A type that is known by its name borrows nothing.
        let fields = record.params.iter().filter(|param| !param.is_known);
        let fields = fields.map(|param| (param.slot.ty, param.with.is_some()));
        let parts = record.flattened.iter().map(|part| (part.slot.ty, false));
        bounds.decoding(&generics, borrowing(fields.chain(parts)))
    };
    let (named, own) = (has_names(record), own(p, record));
    let (metadata, taken) = metadata::decode(p, record);

    let (mut types, mut names, mut members) = (Vec::new(), Vec::new(), Vec::new());
    // Whether those whose defaults are held to rules were absent.
    let mut flags = TokenStream::new();
    // What is left to the compiler costs less than what it is told.
    let mut is_told = !record.flattened.is_empty();
    for (index, param) in record.params.iter().enumerate() {
        let (ty, member) = (param.slot.ty, &param.slot.member);
        let name = format_ident!("__{index}");
        let absent = param.fallback.as_ref().map(|fallback| absent(p, fallback, ty));
        let flag = absent::is_held(param).then(|| absent::flag(index));
        if let Some(path) = &param.with {
            let mut part = quote!(#p::Narrowed<#own, #p::Wired<_>, #index>);
            let mut wires = quote!(#name.0);
            if param.checks_range() {
                part = quote!(#p::RangeChecked<#own, #part, #index>);
                wires.extend(quote!(.0));
            }
            let field = With::new(p, ty, path).take(p, (&wires, &quote!(Self)), &param.name, absent);
            members.push(quote!(#member: #field).into());
            types.push(part);
            flags.extend(flag.map(|flag| quote!(let #flag = #p::is_absent(&#wires);)));
            names.push(name);
            is_told = true;
            continue;
        }
        let (mut part, mut inside) = (quote!(_), TokenStream::new());
        let is_asked = !param.is_known && !bounds.is_bounded(ty);
        is_told |= is_asked || !param.narrowing.is_empty() || absent.is_some();
        if is_asked {
            let kind = access(context, param).decodes();
            part = quote!(#p::Of<#kind>);
            inside.extend(quote!(.0));
        }
        if !param.narrowing.is_empty() {
            part = quote!(#p::Narrowed<#own, #part, #index>);
            inside.extend(quote!(.0));
        }
        if param.checks_range() {
            part = quote!(#p::RangeChecked<#own, #part, #index>);
            inside.extend(quote!(.0));
            is_told = true;
        }
        flags.extend(flag.map(|flag| quote!(let #flag = #name.0.is_none();)));
        members.push(match absent {
            None if inside.is_empty() => TokenList::field(member, &name),
            None => quote!(#member: #name #inside).into(),
            Some(absent) => {
                part = quote!(#p::Defaulted<#part>);
                let field = quote! {
                    #member: match #name.0 {
                        #p::Some(__field) => __field #inside,
                        #p::None => #absent,
                    }
                };
                field.into()
            }
        });
        types.push(part);
        names.push(name);
    }
    let (types, names) = if record.flattened.is_empty() {
        (is_told.then(|| tuple(p, &types, Delimiter::None)), tuple(p, &names, Delimiter::Parenthesis))
    } else {
        let parts = parts(p, bounds, record);
        let held: Vec<_> = (0..parts.len()).map(|index| format_ident!("__part_{index}")).collect();
        for ((Flattened { slot, .. }, part), name) in record.flattened.iter().zip(&parts).zip(&held) {
            let (member, field) = (&slot.member, part.field(&quote!(#name)));
            members.push(quote!(#member: #field).into());
            flags.extend(part.flag(&quote!(#name)));
        }
        let held: Vec<TokenStream> = held.into_iter().map(ToTokens::into_token_stream).collect();
        let taken: Vec<TokenStream> = parts.iter().map(Part::taken).collect();
        (Some(joined_types(p, &types, &taken, record)), joined_values(p, &streams(&names), &held, record))
    };
    let types = types.map(|types| quote!(::<#types, _>));
    let others = defaults(p, &record.skipped).chain(taken).map(TokenList::from);
    let whole = built(members.into_iter().chain(others));
    let of_type = quote!(<Self as #p::HasRules>::RECORD);
    let into = decode_into::keeps_memory(record)
        .then(|| decode_into::into(context, record, (&of_type, &own, &metadata, named)));
    let begun = quote!(#p::Source::record(__source, #of_type), __source, #of_type);
    let (read, whole) = if absent::holds(record) {
        let (kept, axes) = absent::axes(p, record);
        let checks = absent::checks(context, record, (&format_ident!("__value"), &own), ToTokens::to_token_stream);
        let whole = quote!(#flags let __value = #whole; #checks #p::Ok(__value));
        (quote!(#kept match #p::decode_bound #types (#begun, #axes)), whole)
    } else {
        (quote!(match #p::decode_record #types (#begun, #named)), quote!(#p::Ok(#whole)))
    };
    let body = quote! {
        #metadata
        #read {
            #p::Ok(#names) => { #whole }
            #p::Err(__error) => #p::Err(__error),
        }
    };
    impls::decode(context, &generics, &quote!(#[inline]), &body, into.as_ref())
}
