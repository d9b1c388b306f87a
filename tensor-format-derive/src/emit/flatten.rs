//! The ways to one flattened record of a record.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
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
    /// `<Type as Embedded>`
    embedded: TokenStream,
    /// Its number among the flattened records.
    index: Literal,
}

/// The flattened records of a record.
pub(super) fn parts<'a>(p: &TokenStream, record: &'a Record<'a>) -> Vec<Part<'a>> {
    let part = |(index, part): (usize, &'a Flattened<'a>)| {
        let span = part.slot.ty.span();
        let p = move_to(p.clone(), span);
        let ty = part.slot.ty;
        let embedded = quote_spanned!(span=> <#ty as #p::Embedded<_>>);
        Part { part, span, p, embedded, index: Literal::usize_unsuffixed(index) }
    };
    record.flattened.iter().enumerate().map(part).collect()
}

/// Runs of parameters in tuples, and the flattened records between them.
pub(super) fn joined(
    params: &[TokenStream],
    parts: &[TokenStream],
    record: &Record<'_>,
    tuple: impl Fn(&[TokenStream]) -> TokenStream,
    more: impl Fn(&TokenStream) -> TokenStream,
) -> TokenStream {
    let (first, mut end) = (record.flattened.first().map_or(0, |part| part.at), params.len());
    let mut rest: Option<TokenStream> = None;
    for (part, Flattened { at, .. }) in parts.iter().zip(&record.flattened).rev() {
        let run = tuple(&params[*at..end]);
        let run = rest.map_or(run.clone(), |rest| more(&quote!(#run, #rest)));
        rest = Some(more(&quote!(#part, #run)));
        end = *at;
    }
    let run = tuple(&params[..first]);
    rest.map_or(run.clone(), |rest| more(&quote!(#run, #rest)))
}

impl Part<'_> {
    /// Its entry in the table.
    pub(super) fn entry(&self) -> TokenStream {
        let Self { p, span, part, embedded, .. } = self;
        let (prefix, at) = (&part.prefix.text, Literal::usize_unsuffixed(part.at));
        let rules = quote_spanned!(*span=> #embedded::OWN);
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

    /// Its kind if it goes this way, with the compiler's complaint at its type if it cannot.
    fn kind(&self, direction: &TokenStream) -> TokenStream {
        let (Self { p, span, part, embedded, .. }, direction) = (self, move_to(direction.clone(), self.span));
        let ty = part.slot.ty;
        quote_spanned!(*span=> <#embedded::Kind as #p::#direction #ty, _>>::Kind)
    }

    /// The field to write.
    pub(super) fn give(&self) -> TokenStream {
        let (Self { p, span, part, .. }, this) = (self, quote!(self));
        let (member, kind) = (&part.slot.member, self.kind(&quote!(Encodes<)));
        quote_spanned!(*span=> #p::FlatField::<'_, _, #kind, _>(&#this.#member, #p::core::marker::PhantomData))
    }

    /// The type of what is written.
    pub(super) fn given(&self) -> TokenStream {
        let (Self { p, span, index, .. }, this) = (self, quote!(Self));
        quote_spanned!(*span=> #p::FlatField<'_, #this, _, #index>)
    }

    /// The type of what is read.
    pub(super) fn taken(&self) -> TokenStream {
        let (Self { p, span, index, .. }, this) = (self, quote!(Self));
        let kind = self.kind(&quote!(Decodes<'__de,));
        quote_spanned!(*span=> #p::FlatPart<#this, #kind, #index>)
    }
}
