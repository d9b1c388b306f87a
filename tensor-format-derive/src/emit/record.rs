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
use quote::{format_ident, quote, quote_spanned};
use syn::{Generics, Type, WherePredicate, parse_quote, spanned::Spanned};

use super::{Context, defaults, field, rules};
use crate::{
    model::{Fallback, Param, Record},
    span::{call, mentions, move_to},
};

pub(super) fn emit(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let rules = has_rules(context, record);
    let encode = encode(context, record);
    let decode = decode(context, record);
    let field = field(&context.p, context.ident, &with_rules(context, record), "Record");
    quote!(#rules #encode #decode #field)
}

fn types<'a>(record: &'a Record<'_>) -> impl Iterator<Item = &'a Type> {
    record.params.iter().map(|param| param.slot.ty)
}

fn with_rules(context: &Context<'_>, record: &Record<'_>) -> Generics {
    let p = &context.p;
    context.bounds.with(types(record), |ty| vec![parse_quote!(#ty: #p::Field)])
}

fn has_rules(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let Context { p, ident, bounds } = context;
    let mut plain = TokenStream::new();
    let mut checks = Vec::new();
    let mut params = Vec::new();
    for (index, param) in record.params.iter().enumerate() {
        let ty = param.slot.ty;
        let what = format!("{ident}::{}", param.field);
        let Access { p: near, span, field, item, .. } = Access::new(p, param, &quote!(Field));
        let own = quote_spanned!(span=> <#item as #near::HasRules>::RULES);
        let verify = call(quote!(#p::verify_field), quote!(#what, #own), span);
        let of_type = quote!(#p::field_rules(#own));
        let rules = if param.narrowing.is_empty() {
            plain.extend(quote!(#verify;));
            of_type
        } else {
            let wanted = rules::Wanted { what: &what, ty, of_type, narrowing: &param.narrowing };
            let (narrowing, rules) = rules::narrowed(p, &wanted);
            checks.push(quote!(#verify; #narrowing));
            rules
        };
        let mut presence = quote_spanned!(span=> #field::PRESENCE);
        if let Some(fallback) = &param.fallback {
            if let Fallback::Value(_, span) = fallback {
                let verify = call(quote!(#p::verify_default), quote!(#what, #presence), *span);
                checks.push(quote!(#verify;));
            }
            presence = quote!(#p::optional(#presence));
        }
        let (name, doc) = (&param.name, &param.doc);
        params.push(quote!(#p::param(#name, #rules, #presence, #doc)));
        checks.extend(common_lengths(context, record, index));
    }
    checks.push(plain);
    let deny = record.deny_unknown.then(|| quote!(.deny_unknown()));
    let generics = with_rules(context, record);
    let (impl_params, arguments, clause) = generics.split_for_impl();
    let rules = rules_ident();
    let table = quote!(#p::RecordRules::new(const { &[#(#params),*] }) #deny);
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
    quote! {
        #items

        #[automatically_derived]
        impl #impl_params #p::HasRules for #ident #arguments #clause {
            const RULES: #p::Rules<'static> = {
                let #rules = #table;
                #checks
                #p::Rules::Record(#rules)
            };
        }
    }
}

/// The record's rules in a check, whose tokens stand elsewhere.
fn rules_ident() -> Ident {
    Ident::new("__rules", Span::call_site())
}

/// Checks that the axes of a parameter have some length in common with those of the same names before it.
fn common_lengths(context: &Context<'_>, record: &Record<'_>, index: usize) -> Option<TokenStream> {
    let Context { p, ident, .. } = context;
    let (before, param) = (record.params.get(..index)?, record.params.get(index)?);
    let shape = param.narrowing.shape.as_ref()?;
    let mut known: HashSet<&str> = before.iter().flat_map(|param| param.narrowing.names()).collect();
    let mut repeated = false;
    for name in param.narrowing.names() {
        repeated |= !known.insert(name);
    }
    let (what, rules) = (ident.to_string(), rules_ident());
    repeated.then(|| {
        let verify = call(quote!(#p::verify_names), quote!(#what, #rules, #index), shape.span);
        quote!(#verify;)
    })
}

/// Whether axes must agree over the record.
fn has_names(record: &Record<'_>) -> bool {
    record.params.iter().any(|param| param.narrowing.names().next().is_some())
}

/// The lengths of named axes, kept only if there are names.
fn axes(p: &TokenStream, record: &Record<'_>) -> (Option<TokenStream>, TokenStream) {
    if has_names(record) {
        (Some(quote!(let mut __axes = #p::Bindings::new();)), quote!(#p::core::option::Option::Some(&mut __axes)))
    } else {
        (None, quote!(#p::core::option::Option::None))
    }
}

/// Ways to a field, all of them at the place of its type, so that the compiler says once what is wrong with the type.
/// Local names and `self` must be interpolated: at that place they would be others.
struct Access {
    span: Span,
    p: TokenStream,
    /// `<Type as Field>`, or as what else was asked for.
    field: TokenStream,
    /// The type of its tensors.
    item: TokenStream,
    /// Its tensors.
    items: TokenStream,
}

impl Access {
    fn new(p: &TokenStream, param: &Param<'_>, as_what: &TokenStream) -> Self {
        let (ty, member, this) = (param.slot.ty, &param.slot.member, quote!(self));
        let span = ty.span();
        let p = move_to(p.clone(), span);
        let field = quote_spanned!(span=> <#ty as #p::#as_what>);
        let item = quote_spanned!(span=> #field::Item);
        let items = quote_spanned!(span=> #field::items(&#this.#member));
        Self { span, p, field, item, items }
    }
}

/// The fields of a record: through `generic`, which its where clause names, if they mention type parameters.
fn accesses(context: &Context<'_>, record: &Record<'_>, generic: &TokenStream) -> Vec<Access> {
    let Context { p, bounds, .. } = context;
    let plain = quote!(Field);
    let accesses = record.params.iter().map(|param| {
        let as_what = if bounds.is_generic(param.slot.ty) { generic } else { &plain };
        Access::new(p, param, as_what)
    });
    accesses.collect()
}

fn encode(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let Context { p, ident, bounds } = context;
    let generics =
        bounds.with(types(record), |ty| vec![parse_quote!(#ty: #p::Field), parse_quote!(#ty: #p::EncodeField)]);
    let (params, arguments, clause) = generics.split_for_impl();
    let (declare, axes) = axes(p, record);
    let sink = quote!(__sink);
    let fields = accesses(context, record, &quote!(EncodeField));
    let counts =
        fields.iter().map(|Access { p, span, item, items, .. }| quote_spanned!(*span=> #p::count::<#item>(#items)));
    let written = record.params.iter().zip(&fields).enumerate().map(|(index, (param, field))| {
        let Access { p, span, item, items, .. } = field;
        let name = &param.name;
        if param.narrowing.is_empty() {
            quote_spanned!(*span=> #p::encode_items::<#item, _>(#items, #sink, #name)?;)
        } else {
            let index = Literal::usize_unsuffixed(index);
            quote_spanned!(*span=> #p::encode_checked::<Self, #item, _, #index>(#items, #sink, #axes)?;)
        }
    });
    quote! {
        #[automatically_derived]
        impl #params #p::Encode for #ident #arguments #clause {
            #[inline]
            fn encode<'__a, __S: #p::Sink<'__a>>(
                &'__a self,
                __sink: &mut __S,
            ) -> #p::core::result::Result<(), #p::EncodeError> {
                #p::Sink::record::<Self>(__sink, &[#(#counts),*])?;
                #declare
                #(#written)*
                #p::core::result::Result::Ok(())
            }
        }
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
        let mut generics = bounds.with(types(record), decodable);
        bounds.add(&mut generics, filled, |ty| vec![parse_quote!(#ty: #p::core::default::Default)]);
        bounds.decoding(&generics, types(record))
    };
    let (params, ..) = generics.split_for_impl();
    let own = bounds.with([], |_| Vec::new());
    let (_, arguments, _) = own.split_for_impl();
    let clause = &generics.where_clause;
    let (declare, axes) = axes(p, record);
    let skipped: Vec<TokenStream> = defaults(p, &record.skipped).collect();

    let (source, slot) = (quote!(__source), quote!(__slot));
    let fields = accesses(context, record, &quote!(DecodeField<'__de>));
    let reads: Vec<TokenStream> = (record.params.iter().zip(&fields).enumerate())
        .map(|(index, (param, Access { p, span, item, .. }))| {
            let name = &param.name;
            if param.narrowing.is_empty() {
                quote_spanned!(*span=> #p::decode_item::<#item, _>(#source, #name)?)
            } else {
                let index = Literal::usize_unsuffixed(index);
                quote_spanned!(*span=> #p::decode_checked::<Self, #item, _, #index>(#source, #axes)?)
            }
        })
        .collect();
    let empty: Vec<TokenStream> = (fields.iter())
        .map(|Access { p, span, field, .. }| {
            quote_spanned!(*span=> <#field::Slot as #p::core::default::Default>::default())
        })
        .collect();
    let in_order =
        record.params.iter().zip(&fields).zip(reads.iter().zip(&empty)).map(|((param, access), (read, empty))| {
            let Access { p, span, field, .. } = access;
            let (member, name) = (&param.slot.member, &param.name);
            quote_spanned! {*span=>
                #member: {
                    let mut #slot = #empty;
                    #p::push(&mut #slot, #read, #name)?;
                    #p::present(#field::from_slot(#p::core::convert::identity(#slot)), #name)?
                }
            }
        });

    let slots: Vec<_> = (0..record.params.len()).map(|index| format_ident!("__slot_{index}")).collect();
    let by_name = record.params.iter().zip(&fields).zip(slots.iter().zip(&reads)).enumerate().map(
        |(index, ((param, Access { p, span, .. }), (slot, read)))| {
            let name = &param.name;
            let index = Literal::usize_unsuffixed(index);
            quote_spanned!(*span=> #index => #p::push(&mut #slot, #read, #name)?,)
        },
    );
    let collected = record.params.iter().zip(&slots).zip(&fields).map(|((param, slot), access)| {
        let Access { p, span, field, .. } = access;
        let (ty, member, name) = (param.slot.ty, &param.slot.member, &param.name);
        let absent = match &param.fallback {
            None => return quote_spanned!(*span=> #member: #p::present(#field::from_slot(#p::core::convert::identity(#slot)), #name)?),
            Some(Fallback::Default) => quote!(<#ty as #p::core::default::Default>::default()),
            Some(Fallback::Value(expr, _)) => quote!(#expr),
        };
        let field = quote_spanned!(*span=> #field::from_slot(#p::core::convert::identity(#slot)));
        quote! {
            #member: match #field {
                #p::core::option::Option::Some(__field) => __field,
                #p::core::option::Option::None => #absent,
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #params #p::Decode<'__de> for #ident #arguments #clause {
            #[inline]
            fn decode<__S: #p::Source<'__de>>(
                __source: &mut __S,
            ) -> #p::core::result::Result<Self, #p::DecodeError> {
                #declare
                if let #p::RecordOrder::Declared = #p::Source::record::<Self>(__source)? {
                    return #p::core::result::Result::Ok(Self { #(#in_order,)* #(#skipped,)* });
                }
                #(let mut #slots = #empty;)*
                while let #p::core::option::Option::Some(__index) =
                    #p::Source::next_parameter(__source, const { &#p::record_of::<Self>() })?
                {
                    match __index {
                        #(#by_name)*
                        _ => {}
                    }
                }
                #p::core::result::Result::Ok(Self { #(#collected,)* #(#skipped,)* })
            }
        }
    }
}
