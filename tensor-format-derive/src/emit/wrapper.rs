//! Generates the implementations of a struct that is one tensor.
//!
//! `#[tensor(shape = [_, 3])] struct Points(Vec<[f32; 3]>)` becomes, in short:
//!
//! ```text
//! impl HasRules for Points { const RULES: Rules = Rules::Tensor(narrowed rules of the field); }
//! impl Encode for Points { fn encode(..) { encode_narrowed::<Self, Vec<[f32; 3]>, _>(&self.0, sink, None) } }
//! impl Decode for Points {
//!     fn decode(..) { Ok(Self { 0: decode_narrowed::<Self, Vec<[f32; 3]>, _>(source, None)? }) }
//! }
//! impl Field for Points { .. }
//! impl Block for Points where for<'x> Vec<[f32; 3]>: BlockIf<'x> + .. { .. }   // here the clause is false
//! impl DecodeBlock for Points where Vec<[f32; 3]>: DecodeBlockIf { .. }
//! impl ListItem for Points where for<'x> Vec<[f32; 3]>: ListItemIf<'x> { type Form = that of its field; }
//! ```

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Type, parse_quote, spanned::Spanned};

use super::{
    Context,
    defaults::{built, defaults, followed, resets, with_defaults},
    field,
    field_traits::{whole_check, whole_holds, whole_rules},
    impls, known,
    place::Place,
    rules,
};
use crate::{
    model::Wrapper,
    span::{call, outside, text},
    std_types::unknown_in,
    token_list::TokenList,
};

/// Returns the checks of the struct as items, and the expression of its rules, of type `Rules`. `own` is the expression
/// of the field's rules, `written` the text of the field's type, and `first` are checks of that type alone.
pub(super) fn constants(
    context: &Context<'_>,
    wrapper: &Wrapper<'_>,
    own: &TokenStream,
    written: &str,
    first: TokenStream,
    span: Span,
) -> (TokenStream, TokenStream) {
    let Context { p, ident, bounds, .. } = context;
    let what = ident.to_string();
    let (checks, rules) = if wrapper.narrowing.is_empty() {
        (first, own.clone())
    } else {
        let verify = call(quote!(#p::verify_tensor), quote!(#what, #own), span);
        let of_type = quote!(#p::tensor_rules(#own));
        let (narrowing, generics) = (&wrapper.narrowing, bounds.generics());
        let wanted = rules::Wanted { what: &what, written, of_type, narrowing, generics };
        let (checks, rules) = rules::narrowed(p, &wanted);
        let names = wrapper.narrowing.shape.as_ref().filter(|_| repeats_names(wrapper));
        let names = names.map(|shape| call(quote!(#p::verify_own_names), quote!(#what, #rules), shape.span));
        let (in_range, rules) = match &wrapper.narrowing.range {
            None => (TokenStream::new(), rules),
            Some(range) => {
                let (checks, range) = rules::range(p, &what, written, &rules, range);
                (checks, quote!(#p::ranged(#rules, const { &#range })))
            }
        };
        (quote!(#first #verify; #checks #names #in_range), quote!(#p::Rules::Tensor(#rules)))
    };
    if bounds.is_concrete() && !checks.is_empty() {
        (rules::item(context, checks), rules)
    } else {
        (TokenStream::new(), quote!({ #checks #rules }))
    }
}

/// Returns the expression that creates the store for the lengths of named axes, which is `None` unless two axes have
/// one name.
pub(super) fn axes(p: &TokenList, wrapper: &Wrapper<'_>) -> TokenStream {
    if repeats_names(wrapper) { quote!(#p::Some(&mut #p::Bindings::new())) } else { quote!(#p::None) }
}

/// Returns the expression `inner`, a sink or source, wrapped so that elements are checked against the range, if the
/// struct has `range_checked`.
pub(super) fn in_range(p: &TokenList, wrapper: &Wrapper<'_>, inner: TokenStream) -> TokenStream {
    match &wrapper.narrowing.range {
        Some(range) if range.is_checked => quote!(&mut #p::in_range::<Self, _>(#inner)),
        _ => inner,
    }
}

fn repeats_names(wrapper: &Wrapper<'_>) -> bool {
    let mut names = HashSet::new();
    !wrapper.narrowing.names().all(|name| names.insert(name))
}

pub(super) fn emit(context: &Context<'_>, wrapper: &Wrapper<'_>) -> TokenStream {
    let Context { p, ident, bounds, .. } = context;
    let (ty, member) = (wrapper.inner.ty, &wrapper.inner.member);
    let own = whole_rules(context, ty);
    let first = whole_check(context, ty).unwrap_or_default();
    let (checks, rules) = constants(context, wrapper, &own, &text(ty), first, ty.span());
    let axes = axes(p, wrapper);
    let (sink, source) = (in_range(p, wrapper, quote!(__sink)), in_range(p, wrapper, quote!(__source)));
    let (encode, decode, decode_into) = if !wrapper.narrowing.is_of_header() {
        (
            quote!(<#ty as #p::EncodeIf<'_>>::encode_if(&self.#member, #sink)),
            quote!(<#ty as #p::DecodeIf<'__de>>::decode_if(#source)),
            quote!(<#ty as #p::DecodeIf<'__de>>::decode_into_if(&mut self.#member, #source)),
        )
    } else {
        (
            quote!(#p::encode_narrowed::<Self, #ty, _>(&self.#member, #sink, #axes)),
            quote!(#p::decode_narrowed::<Self, #ty, _>(#source, #axes)),
            quote!(#p::decode_narrowed_into::<Self, #ty, _>(&mut self.#member, #source, #axes)),
        )
    };

    let known = known::argument(context);
    let with_rules = bounds.with([ty], |ty| parse_quote!(#ty: #p::HasRules));
    let encoding = bounds.conditional(
        [ty],
        |ty| parse_quote!(#ty: #p::Encode),
        |ty| parse_quote!(for<'__x> #ty: #p::EncodeIf<'__x #known>),
    );
    let filled = |generics| with_defaults(context, generics, wrapper.skipped.iter().map(|slot| slot.ty));
    let decoding = bounds.conditional(
        [ty],
        // A bound `Decode` beside one that the user wrote would leave the compiler undecided which of them to use.
        |ty| parse_quote!(#ty: #p::HasRules + #p::DecodeIf<'__de>),
        |ty| parse_quote!(#ty: #p::DecodeIf<'__de #known>),
    );
    let decoding = bounds.decoding(&filled(decoding), [ty]);
    let listed = listed(context, ty);
    let block = {
        let mut generics = with_rules.clone();
        let of_field = quote!(#p::BlockIf<'__x> + #p::ListItemIf<'__x, Form = #p::Stacked>);
        let clause = generics.make_where_clause();
        clause.predicates.push(parse_quote!(for<'__x> #ty: #of_field));
        if let Some((_, listed)) = &listed {
            clause.predicates.push(parse_quote!(for<'__x> #listed: #p::ListedAs<'__x, Form = #p::Stacked>));
        }
        generics
    };
    let listing = {
        let mut generics = with_rules.clone();
        generics.make_where_clause().predicates.push(parse_quote!(for<'__x> #ty: #p::ListItemIf<'__x>));
        generics
    };
    let decoding_block = {
        let mut generics = filled(block.clone());
        generics.make_where_clause().predicates.push(parse_quote!(#ty: #p::DecodeBlockIf<'__de>));
        bounds.decoding(&generics, [ty])
    };

    let whole = |read| {
        let value = built([quote!(#member: #read?)].into_iter().chain(defaults(p, &wrapper.skipped)));
        quote!(#p::Ok(#value))
    };
    let field = field(p, ident, &with_rules, "Tensor");
    let inline = quote!(#[inline]);
    let quiet = quote!(#[diagnostic::do_not_recommend]);
    let holds = whole_holds(context, ty);
    let constants = quote!(const RULES: #p::Rules<'static> = #rules; #holds);
    let rules = impls::implement(context, &with_rules, None, &quote!(#p::HasRules), &constants);
    let encode = impls::encode(context, &encoding, &encode);
    let decode_into = followed(p, decode_into, &resets(p, &wrapper.skipped, &Place::In(format_ident!("self"))));
    let decode = impls::decode(context, &decoding, &inline, &whole(decode), Some(&decode_into));
    let out = in_range(p, wrapper, quote!(__out));
    let write = quote!(<#ty as #p::BlockIf<'_>>::write_block(&self.#member, #out));
    let block = impls::block(context, &block, Some(&quiet), &write);
    let read = whole(quote!(<#ty as #p::DecodeBlockIf<'__de>>::read_block(#source)));
    let value = built([quote!(#member: __item)].into_iter().chain(defaults(p, &wrapper.skipped)));
    let array = quote! {
        #p::Ok(<#ty as #p::DecodeBlockIf<'__de>>::read_blocks::<_, __N>(#source)?.map(|__item| #value))
    };
    let decode_block = impls::decode_block(context, &decoding_block, (Some(&quiet), &inline), &read, Some(&array));
    let form = match &listed {
        Some((_, listed)) => quote!(<#listed as #p::ListedAs<'static>>::Form),
        None => quote!(<#ty as #p::ListItemIf<'static>>::Form),
    };
    let list = impls::list_item(context, &listing, Some(&quiet), &form);
    let stacked = listed.map(|(constant, _)| constant);
    quote!(#checks #stacked #rules #encode #decode #field #block #decode_block #list)
}

/// Returns a constant that tells the form of lists of the struct, where its field is of a type that may be private, and the
/// type that makes the form of it: the compiler refuses such a type in an associated type of one that is visible, but not in a
/// constant. `None` where the type of the field tells the form.
fn listed(context: &Context<'_>, ty: &Type) -> Option<(TokenStream, TokenStream)> {
    let Context { p, ident, is_visible, bounds, .. } = context;
    unknown_in(ty).filter(|_| *is_visible && bounds.is_concrete())?;
    let ty = outside(ty, ident, &bounds.lifetimes());
    // The first is that of the trait, which is `false`: an import that is used needs no `allow`, which users may forbid.
    let constant = quote! {
        const __STACKED: #p::core::primitive::bool = {
            use #p::OtherIsStacked as _;
            <#p::IsStacked<#p::Stacked>>::STACKED | <#p::IsStacked<#ty>>::STACKED
        };
    };
    Some((constant, quote!(#p::Listed<__STACKED>)))
}
