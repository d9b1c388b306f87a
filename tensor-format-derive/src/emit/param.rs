//! The ways to one parameter of a record.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Path, Type, spanned::Spanned};

use crate::{
    model::Param,
    span::{call, move_to, text},
};

/// Ways to a field, all of them at the place of its type, so that the compiler says once what is wrong with the type;
/// for a field with a module at the place of that. Local names and `self` must be interpolated: at that place they
/// would be others.
pub(super) struct Access<'a> {
    param: &'a Param<'a>,
    pub(super) span: Span,
    pub(super) p: TokenStream,
    /// The record type whose parameter number `index` this is.
    record: &'a TokenStream,
    index: Literal,
    /// `<Type as Field>`, or as what else was asked for.
    field: TokenStream,
    /// The type of its tensors.
    item: TokenStream,
    /// Its tensors.
    items: TokenStream,
    with: Option<With<'a>>,
}

/// A module.
pub(super) struct With<'a> {
    ty: &'a Type,
    path: &'a Path,
    pub(super) module: TokenStream,
}

impl<'a> Access<'a> {
    pub(super) fn new(
        p: &TokenStream,
        record: &'a TokenStream,
        param: &'a Param<'a>,
        index: usize,
        as_what: &TokenStream,
    ) -> Self {
        let (ty, member, this) = (param.slot.ty, &param.slot.member, quote!(self));
        let with = param.with.as_ref().map(|module| With::new(p, ty, module));
        let span = with.as_ref().map_or(ty.span(), With::span);
        let p = move_to(p.clone(), span);
        let field = quote_spanned!(span=> <#ty as #p::#as_what>);
        let item = quote_spanned!(span=> #field::Item);
        let items = match with {
            None => quote_spanned!(span=> #field::items(&#this.#member)),
            Some(_) => quote_spanned!(span=> &#this.#member),
        };
        Self { param, span, p, record, index: Literal::usize_unsuffixed(index), field, item, items, with }
    }

    /// What messages call the type of its tensors.
    pub(super) fn written(&self) -> String {
        match &self.with {
            Some(with) => with.written(),
            None => text(self.param.slot.ty),
        }
    }

    /// The rules of its type.
    pub(super) fn rules(&self) -> TokenStream {
        let Self { p, span, item, .. } = self;
        match &self.with {
            Some(with) => with.rules(),
            None => quote_spanned!(*span=> <#item as #p::HasRules>::RULES),
        }
    }

    /// Calls that check its type alone.
    pub(super) fn verify(&self, p: &TokenStream, what: &str, own: &TokenStream) -> TokenStream {
        let verify = call(quote!(#p::verify_field), quote!(#what, #own), self.span);
        let with = self.with.as_ref().map(|with| with.verify(p, what));
        quote!(#verify; #with)
    }

    /// How often it stands in the record, by its type.
    pub(super) fn presence(&self) -> TokenStream {
        let Self { span, field, .. } = self;
        match &self.with {
            Some(With { module, .. }) => quote_spanned!(*span=> #module.presence()),
            None => quote_spanned!(*span=> #field::PRESENCE),
        }
    }

    /// The number of its tensors.
    pub(super) fn count(&self) -> TokenStream {
        let Self { p, span, item, items, .. } = self;
        match &self.with {
            Some(With { module, .. }) => quote_spanned!(*span=> #module.count(#items)),
            None => quote_spanned!(*span=> #p::count::<#item>(#items)),
        }
    }

    /// A statement that writes its tensors.
    pub(super) fn write(&self, sink: &TokenStream, axes: &TokenStream) -> TokenStream {
        let Self { p, span, item, items, index, record, .. } = self;
        let name = &self.param.name;
        if let Some(With { module, .. }) = &self.with {
            return quote_spanned!(*span=> #module.encode::<#record, _, #index>(#items, #sink, #axes)?;);
        }
        if self.param.narrowing.is_empty() {
            quote_spanned!(*span=> #p::encode_items::<#item, _>(#items, #sink, #name)?;)
        } else {
            quote_spanned!(*span=> #p::encode_checked::<#record, #item, _, #index>(#items, #sink, #axes)?;)
        }
    }

    /// An expression that reads one of its values.
    pub(super) fn read(&self, source: &TokenStream, axes: &TokenStream) -> TokenStream {
        let Self { p, span, item, index, record, .. } = self;
        let name = &self.param.name;
        if let Some(With { module, .. }) = &self.with {
            return quote_spanned!(*span=> #module.decode::<#record, _, #index>(#source, #axes)?);
        }
        if self.param.narrowing.is_empty() {
            quote_spanned!(*span=> #p::decode_item::<#item, _>(#source, #name)?)
        } else {
            quote_spanned!(*span=> #p::decode_checked::<#record, #item, _, #index>(#source, #axes)?)
        }
    }

    /// Where its values are collected.
    pub(super) fn empty(&self) -> TokenStream {
        let Self { p, span, field, .. } = self;
        match &self.with {
            Some(With { module, .. }) => quote_spanned!(*span=> #module.slot()),
            None => quote_spanned!(*span=> <#field::Slot as #p::core::default::Default>::default()),
        }
    }

    /// The field from what was collected, as an `Option`.
    pub(super) fn collected(&self, slot: &impl quote::ToTokens) -> TokenStream {
        let Self { p, span, field, .. } = self;
        match &self.with {
            Some(With { module, .. }) => quote_spanned!(*span=> #module.field(#slot)),
            None => quote_spanned!(*span=> #field::from_slot(#p::core::convert::identity(#slot))),
        }
    }
}

impl<'a> With<'a> {
    pub(super) fn new(p: &TokenStream, ty: &'a Type, path: &'a Path) -> Self {
        let span = span_of(path);
        let p = move_to(p.clone(), span);
        let (to_wire, from_wire) = (quote_spanned!(span=> #path::to_wire), quote_spanned!(span=> #path::from_wire));
        let module = quote_spanned!(span=> #p::module::<#ty, _, _, _, _, _>(#to_wire, #from_wire));
        Self { ty, path, module }
    }

    /// Where the module is named.
    pub(super) fn span(&self) -> Span {
        span_of(self.path)
    }

    /// What messages call the type of its tensors.
    pub(super) fn written(&self) -> String {
        format!("{}` with `{}", text(self.ty), text(self.path))
    }

    /// The rules of what it reads.
    pub(super) fn rules(&self) -> TokenStream {
        let module = &self.module;
        quote_spanned!(self.span()=> #module.rules())
    }

    /// A call that checks that it reads what it writes.
    pub(super) fn verify(&self, p: &TokenStream, what: &str) -> TokenStream {
        let (path, own, module) = (text(self.path), self.rules(), &self.module);
        let written = quote_spanned!(self.span()=> #module.written_rules());
        let verify = call(quote!(#p::verify_with), quote!(#what, #path, #written, #own), self.span());
        quote!(#verify;)
    }
}

fn span_of(module: &Path) -> Span {
    module.segments.last().map_or(Span::call_site(), |segment| segment.ident.span())
}
