//! The table of a record's parameters, and the checks of what attributes say of them.

use proc_macro2::{Delimiter, Ident, Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Generics, Type, spanned::Spanned};

mod holds;

use holds::{Holds, holds};

use super::{
    Context,
    flatten::{Part, parts},
    forced, impls, known,
    lengths::{common_lengths, default_lengths},
    metadata,
    param::{ParamField, params},
    rules, rules_ident,
    tuples::tuple,
};
use crate::{
    model::{Fallback, Flattened, Param, Record},
    span::{call, end, mentions, text},
    std_types::{held, is_list, is_phantom, unknown_in},
    token_list::TokenList,
};

/// The code that the attributes and documentation of one parameter make necessary.
#[derive(Default)]
struct Said {
    /// Checks that can be items of their own.
    checks: Vec<TokenStream>,
    /// A check that the parameter's type is one tensor, if nothing else checks that.
    is_tensor: TokenStream,
    /// The statements that change the parameter's entry in the table.
    edits: TokenStream,
}

/// Returns the implementation of `HasRules`, and the items that check it.
pub(super) fn has_rules(context: &Context<'_>, record: &Record<'_>, generics: &Generics) -> TokenStream {
    let Context { p, ident, what: this, bounds, .. } = context;
    let (mut checks, mut are_tensors, mut edits) = (Vec::new(), TokenStream::new(), TokenStream::new());
    let mut are_sent = TokenStream::new();
    for param in params(context, record) {
        are_sent.extend(is_sent(context, &param));
        let said = said(context, record, &param);
        checks.extend(said.checks);
        are_tensors.extend(said.is_tensor);
        edits.extend(said.edits);
    }
    // Where a type borrows, what is wrong with it would be said of the item and of the implementation.
    let mut inside = TokenStream::new();
    if bounds.has_lifetimes() {
        inside = are_tensors;
    } else {
        checks.push(are_tensors);
    }
    checks.extend(metadata::checks(context, record));
    let deny = record.deny_unknown.then(|| quote!(.deny_unknown()));
    let deny = metadata::table(p, record).into_iter().chain(deny).collect::<TokenStream>();
    let rules = rules_ident();
    let table = table(context, record, &edits);
    let parts = parts(p, bounds, record);
    for (part, Flattened { field, .. }) in parts.iter().zip(&record.flattened) {
        let what = if field.is_empty() { this.clone() } else { format!("{this}::{field}") };
        checks.push(part.verify(p, &context.this(), &what, this));
    }
    let (table, flattening) = if record.is_joined() {
        let entries = parts.iter().map(Part::entry);
        let nested = nested(context, record);
        let nested =
            (!nested.is_empty()).then(|| quote!(const NESTED: &'static [#p::NestedField] = const { &[#(#nested),*] };));
        // A constant of its own, which only `checked` looks at: those of records that hold each other would be a cycle.
        let checks = (!inside.is_empty()).then(|| quote!(const CHECKED: () = { #inside };));
        let constants = quote! {
            const OWN: #p::RecordRules<'static> = #table;
            const PARTS: &'static [#p::FlattenedPart] = const { &[#(#entries),*] };
            #nested
            #checks
        };
        let flattening = impls::implement(context, generics, None, &quote!(#p::Flattening), &constants);
        let joined = if parts.is_empty() { quote!(nest) } else { quote!(join) };
        let table = quote!(#p::#joined::<Self>() #deny);
        let table = if inside.is_empty() { table } else { quote!(#p::checked::<Self>(#table)) };
        (table, Some(flattening))
    } else {
        (quote!(#table #deny), None)
    };
    // An item is evaluated although nothing uses the type, so that a contradiction is found where it is written. It
    // cannot name type and constant parameters: the checks of a generic type are evaluated with the rules of each of
    // its instances.
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
    let checks = if record.is_joined() { checks } else { quote!(#inside #checks) };
    let value = if checks.is_empty() {
        quote!(#p::Rules::Record(#table))
    } else {
        quote!({ let #rules = #table; #checks #p::Rules::Record(#rules) })
    };
    let names = name_table(p, record);
    let Holds { check, constant } = holds(context, record, &parts);
    let value =
        if constant.is_empty() { value } else { quote!(if #p::holds_itself::<Self>() { #p::FAULTY } else { #value }) };
    let constants = quote! {
        const RULES: #p::Rules<'static> = #value;
        #constant
        #names
    };
    let has_rules = impls::implement(context, generics, None, &quote!(#p::HasRules), &constants);
    quote!(#are_sent #check #items #forced #flattening #has_rules)
}

/// Returns the expressions of the table entries of the fields whose types may be records.
fn nested(context: &Context<'_>, record: &Record<'_>) -> Vec<TokenStream> {
    let p = &context.p;
    let fields = params(context, record).into_iter().filter(|field| field.param.may_nest());
    let entry = |field: ParamField<'_>| {
        let (traits, own, prefix) = (field.traits(), field.index, format!("{}.", field.param.name));
        let (rules, mut presence) = (traits.get("OWN"), traits.get("PRESENCE"));
        if field.param.fallback.is_some() || field.param.is_variant {
            presence = quote!(#p::optional(#presence));
        }
        quote!(#p::NestedField { own: #own, prefix: #prefix, rules: #rules, presence: #presence })
    };
    fields.map(entry).collect()
}

/// Returns the code that makes a field of type `PhantomData<T>`, where `T` is a type parameter, a compile error. For
/// any other field that is no tensor the compiler has an error anyway; here it would just say that the bounds of the
/// implementations do not hold.
fn is_sent(context: &Context<'_>, field: &ParamField<'_>) -> Option<TokenStream> {
    let (Context { p, bounds, .. }, ty) = (context, field.param.slot.ty);
    if !is_phantom(ty) || !bounds.is_bounded(ty) {
        return None;
    }
    let generics = bounds.own();
    let (params, _, clause) = generics.split_for_impl();
    // The path to the constant has the place of the whole type.
    let (near, constant) = (p.moved_to(ty.span()), Ident::new("SENT", end(ty)));
    let sent = quote_spanned!(ty.span()=> #near::Sent::sent(#near::IsSent::<#ty>::#constant));
    Some(quote! {
        #[allow(dead_code)]
        fn __sent #params() #clause {
            #[allow(unused_imports)]
            use #p::OtherIsSent as _;
            #sent;
        }
    })
}

/// Returns the expression of the table of a record's own parameters, of type `RecordRules`, which the statements
/// `edits` change.
fn table(context: &Context<'_>, record: &Record<'_>, edits: &TokenStream) -> TokenStream {
    let (p, checked) = (&context.p, known::ty(context));
    let names = record.params.iter().map(|param| &param.name);
    // A type that is asked for its entry by itself has `()` here: its entry is put in by `edits`.
    let types = record.params.iter().map(|param| match param.slot.ty {
        ty if param.is_usual => quote!(#ty),
        _ => quote!(()),
    });
    let (fields, count) = (tuple(p, &types.collect::<Vec<_>>(), Delimiter::None), record.params.len());
    let mut params = quote!(#p::params::<#fields, #checked, #count>([#(#names),*]));
    if !edits.is_empty() {
        params = quote!({ let mut __params = #params; #edits __params });
    }
    quote!(#p::RecordRules::new(const { &#params }))
}

/// Returns the checks of a parameter, and the changes that its attributes and documentation make to its entry in the
/// table.
fn said(context: &Context<'_>, record: &Record<'_>, field: &ParamField<'_>) -> Said {
    let (Context { p, what: this, bounds, .. }, ParamField { param, index, .. }) = (context, field);
    let (mut said, entry, ty) = (Said::default(), quote!(__params[#index]), param.slot.ty);
    let doc = (!param.doc.is_empty()).then(|| param.doc.expression(p)).map(|doc| quote!(#entry.doc = #doc;));
    let Param { aliases, .. } = param;
    let aliases = (!aliases.is_empty()).then(|| quote!(#entry.aliases = &[#(#aliases),*];));
    if param.is_plain() {
        said.edits.extend([doc, aliases].into_iter().flatten());
        return said;
    }
    let (name, what) = (&param.name, format!("{this}::{}", param.field));
    let with = field.with();
    let (own, written, presence, verify) = match &with {
        Some(with) => {
            let (own, presence) = (with.rules(), with.presence());
            let path = text(param.with.as_ref());
            let verify = call(quote!(#p::verify_wire), quote!(#what, #path, #own), with.span());
            let reads = with.verify(p, &what);
            said.edits.extend(quote!(#entry = #p::param(#name, #p::field_rules(#own), #presence, "");));
            (own, with.written(), presence, quote!(#verify; #reads))
        }
        None => {
            let traits = field.traits();
            let own = traits.get("OWN");
            let verify = if param.may_nest() {
                let (presence, written, this) = (traits.get("PRESENCE"), text(ty), context.this());
                let nested = traits.call(quote!(#p::verify_nested), quote!(#what, #written, #own, #presence));
                let names = traits.call(quote!(#p::verify_nested_names::<#this>), quote!(#what, #index));
                let filled = param.fallback.is_some().then(|| {
                    let verify = traits.call(quote!(#p::verify_nested_default), quote!(#what, #written, #own));
                    quote!(#verify;)
                });
                quote!(#nested; #filled #names)
            } else if let Some((word, place)) = param.narrowing.first() {
                let advice = of_record(ty, word);
                call(quote!(#p::verify_field), quote!(#what, #word, #advice, #own), place)
            } else {
                TokenStream::new()
            };
            if !param.is_usual {
                let of_type = traits.get("ENTRY");
                said.edits.extend(quote!(#entry = #p::param_of_type(#name, #of_type);));
            }
            (own, text(ty), traits.get("PRESENCE"), quote!(#verify;))
        }
    };
    let mut rules = quote!(#p::narrowable_rules(#own));
    if param.narrowing.is_of_header() {
        let (narrowing, generics) = (&param.narrowing, bounds.generics());
        let wanted = rules::Wanted { what: &what, written: &written, of_type: rules, narrowing, generics };
        let narrowing;
        (narrowing, rules) = rules::narrowed(p, &wanted);
        said.checks.push(quote!(#verify #narrowing));
        said.edits.extend(quote!(#entry.rules = #rules;));
    } else if param.may_nest() && !bounds.has_lifetimes() {
        said.checks.push(verify);
    } else if !param.is_usual {
        said.is_tensor = verify;
    }
    if let Some(range) = &param.narrowing.range {
        let (check, value) = rules::range(p, &what, &written, &rules, range);
        said.checks.push(check);
        said.edits.extend(quote!(#entry.rules.range = #p::Some(const { &#value });));
    }
    if let Some(fallback) = &param.fallback {
        if let Fallback::Value(value, place) = fallback {
            if !field.is_holder() {
                let verify = call(quote!(#p::verify_default), quote!(#what, #presence), *place);
                said.checks.push(quote!(#verify;));
            }
            said.checks.extend(default_lengths(context, record, (*index, &what), value));
        }
        said.edits.extend(quote!(#entry.presence = #p::optional(#entry.presence);));
    }
    if param.is_variant {
        said.edits.extend(quote!(#entry.presence = #p::optional(#entry.presence);));
    }
    said.edits.extend([doc, aliases].into_iter().flatten());
    said.checks.extend(common_lengths(context, record, *index));
    said
}

/// Returns what to write for `word` on a field of the type `ty` if that turns out to be a record.
fn of_record(ty: &Type, word: &str) -> String {
    let item = match unknown_in(ty) {
        _ if matches!(held(ty).unwrap_or(ty), Type::Tuple(_)) => {
            return format!("make the tuple a struct that derives `Tensor`, and write `{word}` on its fields");
        }
        Some(item) => text(item),
        None => return format!("write `{word}` on the fields of that record"),
    };
    if word == "shape" && is_list(held(ty).unwrap_or(ty)) {
        let number = format!("the number of records has no name here: for a fixed one write `[{item}; 4]`");
        return format!("remove `shape`, or write it on the fields of `{item}`; {number}");
    }
    format!("write `{word}` on the fields of `{item}`")
}

/// The largest number that takes one byte in the table of names of the runtime crate.
const MAX_ONE_BYTE: u8 = 252;

/// Returns the constant `HasRules::RECORD` with the table of names as bytes: their number, and each behind its length,
/// all of one byte. If a name is not known here, the runtime crate makes the table from the rules, which takes the
/// compiler longer. `None` if a name is empty, or a number takes more than one byte in some format.
fn name_table(p: &TokenList, record: &Record<'_>) -> Option<TokenStream> {
    if !record.flattened.is_empty() {
        return Some(quote!(const RECORD: #p::RecordType = #p::record_type_of::<Self>().of_struct();));
    }
    let one_byte = |number: usize| u8::try_from(number).ok().filter(|number| *number <= MAX_ONE_BYTE);
    let mut table = vec![one_byte(record.params.len())?];
    for param in &record.params {
        table.push(one_byte(param.name.len()).filter(|len| *len > 0)?);
        table.extend(param.name.as_bytes());
    }
    let table = Literal::byte_string(&table);
    let value = if record.is_joined() {
        quote!(#p::nested_type::<Self>(#table))
    } else {
        quote!(#p::RecordType::derived(#table, <Self as #p::HasRules>::rules))
    };
    Some(quote!(const RECORD: #p::RecordType = #value;))
}
