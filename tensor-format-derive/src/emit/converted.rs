//! Generates the implementations of a struct whose field a module converts to one tensor.
//!
//! `struct Mask(#[tensor(with = bits)] BitMask)` becomes, in short:
//!
//! ```text
//! impl HasRules for Mask { const RULES: Rules = module(bits::from_wire, bits::to_wire).rules(); }
//! impl Encode for Mask { fn encode(..) { module(..).encode_narrowed::<Self, _>(&self.0, sink, None) } }
//! impl Decode for Mask { fn decode(..) { Ok(Self { 0: module(..).decode_narrowed::<Self, _>(source, None)? }) } }
//! impl Field for Mask { .. }
//! impl Block for Mask where for<'x> Self: Unconverted<'x> { .. }   // never true, but the compiler says why
//! impl ListItem for Mask where for<'x> Self: Unconverted<'x> { .. }
//! ```

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Path, parse_quote};

use super::{
    Context,
    defaults::{built, defaults, with_defaults},
    field, impls,
    with::With,
    wrapper,
};
use crate::{
    bounds::borrowing,
    model::Wrapper,
    span::{call_over, text},
};

pub(super) fn emit(context: &Context<'_>, wrapper: &Wrapper<'_>, path: &Path) -> TokenStream {
    let Context { p, ident, bounds, .. } = context;
    let (ty, member) = (wrapper.inner.ty, &wrapper.inner.member);
    let with = With::new(context, ty, path);
    let (span, module, reading) = (with.span(), &with.module, &with.reading);
    let (what, written) = (ident.to_string(), text(ty));
    let presence = with.presence();
    let one = call_over(quote!(#p::verify_one), quote!(#what, #written, #presence), ty);
    let verify = with.verify(p, &what);
    let first = quote!(#one; #verify);
    let (checks, rules) = wrapper::constants(context, wrapper, &with.rules(), &with.written(), first, span);
    let axes = wrapper::axes(p, wrapper);
    let in_range = |inner| wrapper::in_range(p, wrapper, inner);
    let (this, sink, source) = (quote!(self), in_range(quote!(__sink)), in_range(quote!(__source)));
    let encode = quote_spanned!(span=> #module.encode_narrowed::<Self, _>(&#this.#member, #sink, #axes));
    let decode = quote_spanned!(span=> #reading.decode_narrowed::<Self, _>(#source, #axes));

    let own = bounds.own();
    let filled = with_defaults(context, own.clone(), wrapper.skipped.iter().map(|slot| slot.ty));
    let decoding = bounds.decoding(&filled, borrowing([(ty, true)]));
    let mut block = own.clone();
    block.make_where_clause().predicates.push(parse_quote!(for<'__x> Self: #p::Unconverted<'__x>));
    let field = field(p, ident, &own, "Tensor");
    let decode = built([quote!(#member: #decode?)].into_iter().chain(defaults(p, &wrapper.skipped)));
    let decode = quote!(#p::Ok(#decode));
    let rules = impls::has_rules(context, &own, &rules);
    let encode = impls::encode(context, &own, &encode);
    let decode = impls::decode(context, &decoding, &quote!(#[inline]), &decode, None);
    let list = impls::list_item(context, &block, None, &quote!(#p::Stacked));
    let block = impls::block(context, &block, None, &quote!(#p::Ok(())));
    quote!(#checks #rules #encode #decode #field #block #list)
}
