//! A struct that is a record of named tensors.
//!
//! `struct Input { image: Array3<f32>, #[tensor(shape = [n])] ids: Vec<i64> }` becomes, in short:
//!
//! ```text
//! impl HasRules for Input { const RULES: Rules = Rules::Record(RecordRules::new(&[param("image", ..), param("ids", ..)])); }
//! impl Encode for Input {
//!     fn encode(..) {
//!         sink.record::<Self>(&[self.image.items().len(), self.ids.items().len()])?;
//!         let mut axes = Bindings::new();
//!         encode_items(self.image.items(), sink, "image")?;
//!         encode_checked::<Self, Vec<i64>, _, 1>(self.ids.items(), sink, Some(&mut axes))
//!     }
//! }
//! impl Decode for Input { .. }    // in one go if the parameters lie in order, else by name through slots
//! ```

use std::collections::HashSet;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Generics, Type, WherePredicate, parse_quote};

use super::{
    Context, defaults, field,
    flatten::{Part, in_order, parts},
    param::Access,
    rules,
};
use crate::{
    bounds::Bounds,
    model::{Fallback, Flattened, Record},
    span::{call, mentions, mentions_lifetime},
};

pub(super) fn emit(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let rules = has_rules(context, record);
    let encode = encode(context, record);
    let decode = decode(context, record);
    let field = field(&context.p, context.ident, &with_rules(context, record), "Record");
    quote!(#rules #encode #decode #field)
}

/// The types of fields that are tensors themselves.
fn types<'a>(record: &'a Record<'_>) -> impl Iterator<Item = &'a Type> {
    record.params.iter().filter(|param| param.with.is_none()).map(|param| param.slot.ty)
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
    record.flattened.iter().map(|part| part.slot.ty)
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
    let own_type = quote!(Self);
    let mut plain = TokenStream::new();
    let mut checks = Vec::new();
    let mut params = Vec::new();
    for (index, param) in record.params.iter().enumerate() {
        let access = Access::new(p, &own_type, param, index, &quote!(Field));
        let (what, written) = (format!("{ident}::{}", param.field), access.written());
        let own = access.rules();
        let verify = access.verify(p, &what, &own);
        let of_type = quote!(#p::field_rules(#own));
        let rules = if param.narrowing.is_empty() {
            plain.extend(verify);
            of_type
        } else {
            let wanted = rules::Wanted { what: &what, written: &written, of_type, narrowing: &param.narrowing };
            let (narrowing, rules) = rules::narrowed(p, &wanted);
            checks.push(quote!(#verify #narrowing));
            rules
        };
        let mut presence = access.presence();
        if let Some(fallback) = &param.fallback {
            if let Fallback::Value(_, span) = fallback {
                let verify = call(quote!(#p::verify_default), quote!(#what, #presence), *span);
                checks.push(quote!(#verify;));
            }
            presence = quote!(#p::optional(#presence));
        }
        let (name, doc) = (&param.name, &param.doc);
        let entry = quote!(#p::param(#name, #rules, #presence, #doc));
        params.push(match &param.range {
            Some(range) => {
                let (check, value) = rules::range(p, &what, &written, &rules, range);
                checks.push(check);
                quote!(#p::ranged(#entry, const { &#value }))
            }
            None => entry,
        });
        checks.extend(common_lengths(context, record, index));
    }
    checks.push(plain);
    let deny = record.deny_unknown.then(|| quote!(.deny_unknown()));
    let generics = with_rules(context, record);
    let (impl_params, arguments, clause) = generics.split_for_impl();
    let rules = rules_ident();
    let concrete = bounds.is_concrete().then(|| bounds.static_arguments());
    let parts = parts(p, record);
    for (part, Flattened { field, .. }) in parts.iter().zip(&record.flattened) {
        checks.push(part.verify(p, &this(context, bounds), &format!("{ident}::{field}"), &ident.to_string()));
    }
    let table = quote!(#p::RecordRules::new(const { &[#(#params),*] }));
    let (table, flattening) = if parts.is_empty() {
        (table, None)
    } else {
        let entries = parts.iter().map(Part::entry);
        let flattening = quote! {
            #[automatically_derived]
            impl #impl_params #p::Flattening for #ident #arguments #clause {
                const OWN: #p::RecordRules<'static> = #table;
                const PARTS: &'static [#p::Part] = const { &[#(#entries),*] };
            }
        };
        (quote!(#p::join::<Self>()), Some(flattening))
    };
    let (items, checks) = if let Some(arguments) = concrete {
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
    quote! {
        #items
        #flattening

        #[automatically_derived]
        impl #impl_params #p::HasRules for #ident #arguments #clause {
            const RULES: #p::Rules<'static> = {
                let #rules = #table #deny;
                #checks
                #p::Rules::Record(#rules)
            };
        }
    }
}

/// The type itself, in a check that may stand outside of its implementations.
fn this(context: &Context<'_>, bounds: &Bounds<'_>) -> TokenStream {
    let (ident, arguments) = (context.ident, bounds.static_arguments());
    if bounds.is_concrete() { quote!(#ident #arguments) } else { quote!(Self) }
}

/// The record's rules in a check, whose tokens stand elsewhere.
fn rules_ident() -> Ident {
    Ident::new("__rules", Span::call_site())
}

/// Checks that the axes of a parameter have some length in common with those of the same names before it.
fn common_lengths(context: &Context<'_>, record: &Record<'_>, index: usize) -> Option<TokenStream> {
    let Context { p, ident, bounds } = context;
    let this = this(context, bounds);
    let (before, param) = (record.params.get(..index)?, record.params.get(index)?);
    let shape = param.narrowing.shape.as_ref()?;
    let mut known: HashSet<&str> = before.iter().flat_map(|param| param.narrowing.names()).collect();
    let mut repeated = false;
    for name in param.narrowing.names() {
        repeated |= !known.insert(name);
    }
    let (what, rules) = (ident.to_string(), rules_ident());
    // A flattened record may have any name.
    let is_joined = !record.flattened.is_empty();
    let index = if is_joined { quote!(#p::position_of_own::<#this>(#index)) } else { quote!(#index) };
    (repeated || (is_joined && param.narrowing.names().next().is_some())).then(|| {
        let verify = call(quote!(#p::verify_names), quote!(#what, #rules, #index), shape.span);
        quote!(#verify;)
    })
}

/// Whether axes must agree over the record.
fn has_names(record: &Record<'_>) -> bool {
    record.params.iter().any(|param| param.narrowing.names().next().is_some()) || !record.flattened.is_empty()
}

/// The lengths of named axes, kept only if there are names.
fn axes(p: &TokenStream, record: &Record<'_>) -> (Option<TokenStream>, TokenStream) {
    if has_names(record) {
        (Some(quote!(let mut __axes = #p::Bindings::new();)), quote!(#p::core::option::Option::Some(&mut __axes)))
    } else {
        (None, quote!(#p::core::option::Option::None))
    }
}

/// The type whose rules list the own parameters alone, by their numbers.
fn own(p: &TokenStream, record: &Record<'_>) -> TokenStream {
    if record.flattened.is_empty() { quote!(Self) } else { quote!(#p::Own<Self>) }
}

/// The fields of a record: through `generic`, which its where clause names, if they mention type parameters.
fn accesses<'a>(
    context: &Context<'_>,
    own: &'a TokenStream,
    record: &'a Record<'a>,
    generic: &TokenStream,
) -> Vec<Access<'a>> {
    let Context { p, bounds, .. } = context;
    let plain = quote!(Field);
    let accesses = record.params.iter().enumerate().map(|(index, param)| {
        let as_what = if bounds.is_generic(param.slot.ty) { generic } else { &plain };
        Access::new(p, own, param, index, as_what)
    });
    accesses.collect()
}

fn encode(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let Context { p, ident, bounds } = context;
    let generics =
        bounds.with(types(record), |ty| vec![parse_quote!(#ty: #p::Field), parse_quote!(#ty: #p::EncodeField)]);
    let generics = also(generics, bounds, flattened(record), |ty| parse_quote!(#ty: #p::Encode));
    let (params, arguments, clause) = generics.split_for_impl();
    let (declare, axes) = axes(p, record);
    let sink = quote!(__sink);
    let (own, parts) = (own(p, record), parts(p, record));
    let fields = accesses(context, &own, record, &quote!(EncodeField));
    let counts = counts(p, record, fields.iter().map(Access::count).collect(), &parts);
    let written = in_order(
        fields.iter().map(|field| field.write(&sink, &axes)).collect(),
        parts.iter().map(|part| part.write(&sink)).collect(),
        record,
    );
    quote! {
        #[automatically_derived]
        impl #params #p::Encode for #ident #arguments #clause {
            #[inline]
            fn encode<'__a, __S: #p::Sink<'__a>>(
                &'__a self,
                __sink: &mut __S,
            ) -> #p::core::result::Result<(), #p::EncodeError> {
                #counts
                #declare
                #(#written)*
                #p::core::result::Result::Ok(())
            }
        }
    }
}

/// Statements that begin the record.
fn counts(p: &TokenStream, record: &Record<'_>, fields: Vec<TokenStream>, parts: &[Part<'_>]) -> TokenStream {
    if parts.is_empty() {
        return quote!(#p::Sink::record::<Self>(__sink, &[#(#fields),*])?;);
    }
    let counts = quote!(__counts);
    let fields = fields.into_iter().map(|count| quote!(#p::Counts::push(&mut #counts, #count);)).collect();
    let added = in_order(fields, parts.iter().map(|part| part.count(&counts)).collect(), record);
    quote! {
        let mut #counts = #p::Counts::new();
        #(#added)*
        #p::Sink::record::<Self>(__sink, &#counts)?;
    }
}

fn decode(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let Context { p, ident, bounds } = context;
    let generics = {
        let decodable = |ty: &Type| -> Vec<WherePredicate> {
            vec![parse_quote!(#ty: #p::Field), parse_quote!(#ty: #p::DecodeField<'__de>)]
        };
        let filled = record.params.iter().filter(|param| matches!(param.fallback, Some(Fallback::Default)));
        let filled = filled.map(|param| param.slot.ty).chain(record.skipped.iter().map(|slot| slot.ty));
        let generics = bounds.with(types(record), decodable);
        let generics = also(generics, bounds, flattened(record), |ty| parse_quote!(#ty: #p::Decode<'__de>));
        let generics = also(generics, bounds, filled, |ty| parse_quote!(#ty: #p::core::default::Default));
        let fields = record.params.iter().map(|param| (param.slot.ty, param.with.is_some()));
        bounds.decoding(&generics, borrowing(fields.chain(flattened(record).map(|ty| (ty, false)))))
    };
    let (params, ..) = generics.split_for_impl();
    let plain = bounds.with([], |_| Vec::new());
    let (_, arguments, _) = plain.split_for_impl();
    let clause = &generics.where_clause;
    let (declare, axes) = axes(p, record);
    let skipped: Vec<TokenStream> = defaults(p, &record.skipped).collect();

    let (source, slot) = (quote!(__source), quote!(__slot));
    let (own, parts) = (own(p, record), parts(p, record));
    let fields = accesses(context, &own, record, &quote!(DecodeField<'__de>));
    let reads: Vec<TokenStream> = fields.iter().map(|field| field.read(&source, &axes)).collect();
    let empty: Vec<TokenStream> = fields.iter().map(Access::empty).collect();
    let in_turn =
        record.params.iter().zip(&fields).zip(reads.iter().zip(&empty)).map(|((param, access), (read, empty))| {
            let Access { p, span, .. } = access;
            let (member, name, field) = (&param.slot.member, &param.name, access.collected(&slot));
            quote_spanned! {*span=>
                #member: {
                    let mut #slot = #empty;
                    #p::push(&mut #slot, #read, #name)?;
                    #p::present(#field, #name)?
                }
            }
        });
    let in_turn = in_order(in_turn.collect(), parts.iter().map(|part| part.read(&source)).collect(), record);

    let slots: Vec<_> = (0..fields.len()).map(|index| format_ident!("__slot_{index}")).collect();
    let held: Vec<_> = (0..parts.len()).map(|index| format_ident!("__part_{index}")).collect();
    let position = quote!(__index);
    let member = if parts.is_empty() { position.clone() } else { quote!(#p::member_at::<Self>(#position)) };
    let pushes = record.params.iter().zip(&fields).zip(slots.iter().zip(&reads));
    let pushes = pushes.map(|((param, Access { p, span, .. }), (slot, read))| {
        let name = &param.name;
        quote_spanned!(*span=> #p::push(&mut #slot, #read, #name)?)
    });
    let holds = parts.iter().zip(&held).map(|(part, slot)| part.hold(slot, &source, &position));
    let by_name = pushes.chain(holds).enumerate().map(|(index, push)| {
        let index = Literal::usize_unsuffixed(index);
        quote!(#index => #push,)
    });
    let collected = record.params.iter().zip(&slots).zip(&fields).map(|((param, slot), access)| {
        let Access { p, span, .. } = access;
        let (ty, member, name, field) = (param.slot.ty, &param.slot.member, &param.name, access.collected(slot));
        let absent = match &param.fallback {
            None => return quote_spanned!(*span=> #member: #p::present(#field, #name)?),
            Some(Fallback::Default) => quote!(<#ty as #p::core::default::Default>::default()),
            Some(Fallback::Value(expr, _)) => quote!(#expr),
        };
        quote! {
            #member: match #field {
                #p::core::option::Option::Some(__field) => __field,
                #p::core::option::Option::None => #absent,
            }
        }
    });
    let collected = collected.chain(parts.iter().zip(&held).map(|(part, slot)| part.collected(slot)));
    quote! {
        #[automatically_derived]
        impl #params #p::Decode<'__de> for #ident #arguments #clause {
            #[inline]
            fn decode<__S: #p::Source<'__de>>(
                __source: &mut __S,
            ) -> #p::core::result::Result<Self, #p::DecodeError> {
                #declare
                if let #p::RecordOrder::Declared = #p::Source::record::<Self>(__source)? {
                    return #p::core::result::Result::Ok(Self { #(#in_turn,)* #(#skipped,)* });
                }
                #(let mut #slots = #empty;)*
                #(let mut #held = #p::Held::default();)*
                while let #p::core::option::Option::Some(__index) =
                    #p::Source::next_parameter(__source, const { &#p::record_of::<Self>() })?
                {
                    match #member {
                        #(#by_name)*
                        _ => {}
                    }
                }
                #p::core::result::Result::Ok(Self { #(#collected,)* #(#skipped,)* })
            }
        }
    }
}
