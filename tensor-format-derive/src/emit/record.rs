//! A struct that is a record of named tensors.
//!
//! `struct Input { image: Array3<f32>, #[tensor(shape = [n])] ids: Vec<i64> }` becomes, in short:
//!
//! ```text
//! impl HasRules for Input { const RULES: Rules = Rules::Record(RecordRules::new(&[param("image", ..), param("ids", ..)])); }
//! impl Encode for Input {
//!     fn encode(..) {
//!         sink.record::<Self>(&[count(&self.image), count(&self.ids)])?;
//!         let mut axes = Bindings::new();
//!         encode_field(&self.image, sink, "image")?;
//!         encode_checked::<Self, Vec<i64>, _, 1>(&self.ids, sink, Some(&mut axes))
//!     }
//! }
//! impl Decode for Input { .. }    // in one go if the parameters lie in order, else by name through slots
//! ```

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Generics, Type, WherePredicate, parse_quote};

use super::{Context, defaults, field, rules};
use crate::{
    model::{Fallback, Param, Record},
    span::{outside, respan},
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
    let mut checks = TokenStream::new();
    let mut plain = Vec::new();
    let mut params = Vec::new();
    for (index, param) in record.params.iter().enumerate() {
        let ty = param.slot.ty;
        let what = format!("{ident}::{}", param.field);
        let span = syn::spanned::Spanned::span(ty);
        let own = quote!(<<#ty as #p::Field>::Item as #p::HasRules>::RULES);
        let call = respan(quote!(#p::field_rules), span);
        let of_type = quote!(#call(#what, #own));
        let rules = if param.narrowing.is_empty() {
            plain.push(outside(&of_type, ident, &bounds.lifetimes()));
            of_type
        } else {
            let wanted = rules::Wanted { index, what: &what, ty, of_type, narrowing: &param.narrowing };
            let (items, rules) = rules::narrowed(context, &wanted);
            checks.extend(items);
            rules
        };
        let presence = presence(p, &what, param);
        let (name, doc) = (&param.name, &param.doc);
        params.push(quote!(#p::param(#name, #rules, #presence, #doc)));
    }
    if bounds.is_concrete() {
        checks.extend(quote!(const _: &[#p::TensorRules<'static>] = &[#(#plain),*];));
    }
    let agreement = agreement(context, record);
    let deny = record.deny_unknown.then(|| quote!(.deny_unknown()));
    let generics = with_rules(context, record);
    let (impl_params, arguments, clause) = generics.split_for_impl();
    let table = quote!(#p::RecordRules::new(const { &[#(#params),*] }) #deny);
    let local = local();
    let rules = if bounds.is_concrete() || agreement.is_empty() {
        quote!(#p::Rules::Record(#table))
    } else {
        quote!({
            let #local = #table;
            #(#agreement;)*
            #p::Rules::Record(#local)
        })
    };
    let arguments_outside = bounds.static_arguments();
    let agreement = bounds.is_concrete().then(|| {
        quote! { #(const _: () = {
            let #local = #p::record_of::<#ident #arguments_outside>();
            #agreement
        };)* }
    });
    quote! {
        #checks
        #agreement

        #[automatically_derived]
        impl #impl_params #p::HasRules for #ident #arguments #clause {
            const RULES: #p::Rules<'static> = #rules;
        }
    }
}

/// The record's rules in a check, whose tokens stand elsewhere.
fn local() -> Ident {
    Ident::new("__rules", Span::mixed_site())
}

/// Checks that axes of one name have some length in common, where a name stands twice.
fn agreement(context: &Context<'_>, record: &Record<'_>) -> Vec<TokenStream> {
    let Context { p, ident, .. } = context;
    let (what, local) = (ident.to_string(), local());
    let mut known: Vec<&str> = Vec::new();
    let mut calls = Vec::new();
    for (index, param) in record.params.iter().enumerate() {
        let Some(shape) = &param.narrowing.shape else { continue };
        let mut repeated = false;
        for name in param.narrowing.names() {
            repeated |= known.contains(&name);
            known.push(name);
        }
        if repeated {
            calls.push(respan(quote!(#p::axes_agree(#what, #local, #index)), shape.span));
        }
    }
    calls
}

fn presence(p: &TokenStream, what: &str, param: &Param<'_>) -> TokenStream {
    let ty = param.slot.ty;
    let own = quote!(<#ty as #p::Field>::PRESENCE);
    match &param.fallback {
        None => own,
        Some(Fallback::Default) => quote!(#p::optional(#own)),
        Some(Fallback::Value(_, span)) => respan(quote!(#p::optional_with_value(#what, #own)), *span),
    }
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

fn encode(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let Context { p, ident, bounds } = context;
    let generics = bounds.with(types(record), |ty| {
        vec![parse_quote!(#ty: #p::Field), parse_quote!(<#ty as #p::Field>::Item: #p::Encode)]
    });
    let (params, arguments, clause) = generics.split_for_impl();
    let (declare, axes) = axes(p, record);
    let counts = record.params.iter().map(|param| {
        let (ty, member) = (param.slot.ty, &param.slot.member);
        quote!(#p::count::<#ty>(&self.#member))
    });
    let fields = record.params.iter().enumerate().map(|(index, param)| {
        let (ty, member, name) = (param.slot.ty, &param.slot.member, &param.name);
        if param.narrowing.is_empty() {
            quote!(#p::encode_field::<#ty, _>(&self.#member, __sink, #name)?;)
        } else {
            let index = Literal::usize_unsuffixed(index);
            quote!(#p::encode_checked::<Self, #ty, _, #index>(&self.#member, __sink, #axes)?;)
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
                #(#fields)*
                #p::core::result::Result::Ok(())
            }
        }
    }
}

fn decode(context: &Context<'_>, record: &Record<'_>) -> TokenStream {
    let Context { p, ident, bounds } = context;
    let generics = {
        let decodable = |ty: &Type| -> Vec<WherePredicate> {
            vec![parse_quote!(#ty: #p::Field), parse_quote!(<#ty as #p::Field>::Item: #p::Decode<'__de>)]
        };
        let filled = record.params.iter().filter(|param| matches!(param.fallback, Some(Fallback::Default)));
        let filled = filled.map(|param| param.slot.ty).chain(record.skipped.iter().map(|slot| slot.ty));
        let mut generics = bounds.with(types(record), decodable);
        let defaults = bounds.with(filled, |ty| vec![parse_quote!(#ty: #p::core::default::Default)]);
        if let Some(clause) = defaults.where_clause {
            generics.make_where_clause().predicates.extend(clause.predicates);
        }
        bounds.decoding(&generics, types(record))
    };
    let (params, ..) = generics.split_for_impl();
    let own = bounds.with([], |_| Vec::new());
    let (_, arguments, _) = own.split_for_impl();
    let clause = &generics.where_clause;
    let (declare, axes) = axes(p, record);
    let skipped: Vec<TokenStream> = defaults(p, &record.skipped).collect();

    let in_order = record.params.iter().enumerate().map(|(index, param)| {
        let (ty, member, name) = (param.slot.ty, &param.slot.member, &param.name);
        let item = if param.narrowing.is_empty() {
            quote!(#p::decode_item::<#ty, _>(__source, #name)?)
        } else {
            let index = Literal::usize_unsuffixed(index);
            quote!(#p::decode_checked::<Self, #ty, _, #index>(__source, #axes)?)
        };
        quote!(#member: #p::from_item::<#ty>(#item, #name)?)
    });

    let slots: Vec<_> = (0..record.params.len()).map(|index| format_ident!("__slot_{index}")).collect();
    let slot_types = types(record);
    let by_name = record.params.iter().zip(&slots).enumerate().map(|(index, (param, slot))| {
        let (ty, name) = (param.slot.ty, &param.name);
        let index = Literal::usize_unsuffixed(index);
        if param.narrowing.is_empty() {
            quote!(#index => #p::push_item::<#ty, _>(&mut #slot, __source, #name)?,)
        } else {
            quote!(#index => #p::push_checked::<Self, #ty, _, #index>(&mut #slot, __source, #axes)?,)
        }
    });
    let collected = record.params.iter().zip(&slots).map(|(param, slot)| {
        let (ty, member, name) = (param.slot.ty, &param.slot.member, &param.name);
        let absent = match &param.fallback {
            None => return quote!(#member: #p::from_slot::<#ty>(#slot, #name)?),
            Some(Fallback::Default) => quote!(<#ty as #p::core::default::Default>::default()),
            Some(Fallback::Value(expr, _)) => quote!(#expr),
        };
        quote! {
            #member: match <#ty as #p::Field>::from_slot(#slot) {
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
                #(let mut #slots = <<#slot_types as #p::Field>::Slot as #p::core::default::Default>::default();)*
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
