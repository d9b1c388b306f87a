//! The ways to one flattened record of a record.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::{
    model::{Flattened, Record},
    span::{call, move_to, text},
};

/// Ways to a flattened record, all of them at the place of its type; see `Access`.
pub(super) struct Part<'a> {
    part: &'a Flattened<'a>,
    span: Span,
    p: TokenStream,
    /// Its type.
    ty: TokenStream,
    /// Its number among the flattened records.
    index: Literal,
    axes: TokenStream,
}

/// The flattened records of a record.
pub(super) fn parts<'a>(p: &TokenStream, record: &'a Record<'a>) -> Vec<Part<'a>> {
    let part = |(index, part): (usize, &'a Flattened<'a>)| {
        let span = part.slot.ty.span();
        let (p, axes) = (move_to(p.clone(), span), quote!(&mut __axes));
        let ty = part.slot.ty;
        let ty = quote_spanned!(span=> <#ty as #p::Embedded>::This);
        Part { part, span, p, ty, index: Literal::usize_unsuffixed(index), axes }
    };
    record.flattened.iter().enumerate().map(part).collect()
}

/// What is made of parameters and flattened records, in the order of the fields.
pub(super) fn in_order(params: Vec<TokenStream>, parts: Vec<TokenStream>, record: &Record<'_>) -> Vec<TokenStream> {
    let (mut all, mut params) = (Vec::new(), params.into_iter());
    let mut done = 0;
    for (part, Flattened { at, .. }) in parts.into_iter().zip(&record.flattened) {
        all.extend(params.by_ref().take(at - done));
        all.push(part);
        done = *at;
    }
    all.extend(params);
    all
}

impl Part<'_> {
    /// Its entry in the table.
    pub(super) fn entry(&self) -> TokenStream {
        let Self { p, span, part, .. } = self;
        let (ty, prefix, at) = (part.slot.ty, &part.prefix.text, Literal::usize_unsuffixed(part.at));
        let rules = quote_spanned!(*span=> #p::embedded_rules::<#ty>());
        quote!(#p::Part { at: #at, prefix: #prefix, rules: #rules })
    }

    /// Calls that check it as a part of the type `this`, of which it is the field `what`.
    pub(super) fn verify(&self, p: &TokenStream, this: &TokenStream, what: &str, record: &str) -> TokenStream {
        let (ty, index, span) = (text(self.part.slot.ty), &self.index, self.part.prefix.span);
        let of_this = quote!(::<#this>);
        let Flattened { field, prefix, .. } = self.part;
        let advice = if prefix.text.is_empty() {
            format!("tell them apart by a prefix: `flatten = \"{field}_\"`")
        } else {
            "tell them apart by another prefix".to_owned()
        };
        let verify = call(quote!(#p::verify_flattened #of_this), quote!(#what, #ty, #index, #advice), span);
        let names = call(quote!(#p::verify_flattened_names #of_this), quote!(#record, #index), span);
        quote!(#verify; #names;)
    }

    /// A statement that adds its counts.
    pub(super) fn count(&self, counts: &TokenStream) -> TokenStream {
        let (Self { p, span, ty, .. }, record) = (self, self.record());
        quote_spanned!(*span=> #p::count_flattened::<#ty>(#record, &mut #counts)?;)
    }

    /// A statement that writes it.
    pub(super) fn write(&self, sink: &TokenStream) -> TokenStream {
        let (Self { p, span, index, axes, ty, .. }, record, this) = (self, self.record(), quote!(Self));
        quote_spanned!(*span=> #p::encode_flattened::<#this, #ty, _, #index>(#record, #sink, #axes)?;)
    }

    /// The field from a source that gives all parameters in order.
    pub(super) fn read(&self, source: &TokenStream) -> TokenStream {
        let Self { p, span, index, axes, part, ty } = self;
        let (member, this) = (&part.slot.member, quote!(Self));
        quote_spanned!(*span=> #member: #p::decode_flattened::<#this, #ty, _, #index>(#source, #axes)?)
    }

    /// A statement that keeps the next tensor, the one at `position`.
    pub(super) fn hold(&self, slot: &impl ToTokens, source: &TokenStream, position: &TokenStream) -> TokenStream {
        let (Self { p, span, index, axes, .. }, this) = (self, quote!(Self));
        quote_spanned!(*span=> #p::hold::<#this, _, #index>(&mut #slot, #source, #position, #axes)?)
    }

    /// The field from what was kept.
    pub(super) fn collected(&self, slot: &impl ToTokens) -> TokenStream {
        let Self { p, span, index, part, ty, .. } = self;
        let (member, this, source) = (&part.slot.member, quote!(Self), quote!(__S));
        quote_spanned!(*span=> #member: #p::decode_held::<#this, #ty, #source, #index>(#slot)?)
    }

    fn record(&self) -> TokenStream {
        let (member, this) = (&self.part.slot.member, quote!(self));
        quote_spanned!(self.span=> &#this.#member)
    }
}
