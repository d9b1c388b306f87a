//! The code for one flattened record of a record, or for one map in it.
//!
//! How many parameters these have, and how they are called, only their types know. So the table of the record is put
//! together by the compiler, from the record's own parameters and its parts in order; whether two parameters have one
//! name, or two axes of one name no length in common, is checked there too, by `verify_flattened` and
//! `verify_flattened_names`, for each part against all before it.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Type;

use super::{field_traits::FieldTraits, map::MapField, place::Place};
use crate::{
    bounds::Bounds,
    model::{Flattened, Record},
    span::{call, text},
    token_list::TokenList,
};

/// A flattened record or a map in a record, and paths to the items of its type, which have that type's span.
pub(super) struct Part<'a> {
    part: &'a Flattened<'a>,
    pub(super) traits: FieldTraits<'a>,
    is_generic: bool,
    /// The index of this one among the flattened records and maps of the record.
    pub(super) index: Literal,
}

/// Returns the flattened records and maps of a record, in order.
pub(super) fn parts<'a>(p: &TokenList, bounds: &Bounds<'_>, record: &'a Record<'a>) -> Vec<Part<'a>> {
    let part = |(index, part): (usize, &'a Flattened<'a>)| {
        let ty = part.slot.ty;
        let traits = match part.map {
            Some(_) if bounds.is_bounded(ty) => FieldTraits::bounded(p, ty),
            Some(_) => FieldTraits::asking(p, ty, "IsFieldMap"),
            None => FieldTraits::asking(p, ty, "Embedded"),
        };
        Part { part, traits, is_generic: bounds.is_generic(ty), index: Literal::usize_unsuffixed(index) }
    };
    record.flattened.iter().enumerate().map(part).collect()
}

impl Part<'_> {
    /// Returns the type of the field.
    pub(super) fn ty(&self) -> &Type {
        self.part.slot.ty
    }

    fn map(&self) -> Option<MapField<'_>> {
        let Self { part, traits, .. } = self;
        part.map.as_ref().map(|map| MapField { part, map, traits })
    }

    /// Returns the expression of the entry in the record's table of flattened records.
    pub(super) fn entry(&self) -> TokenStream {
        let (part, p) = (self.part, &self.traits.p);
        let (prefix, aliases, at) = (&part.prefix.text, &part.aliases, Literal::usize_unsuffixed(part.at));
        let (rules, owns_axes) = match self.map() {
            Some(map) => (map.rules(), false),
            None => (self.traits.get("OWN"), true),
        };
        quote! {
            #p::FlattenedPart {
                at: #at,
                prefix: #prefix,
                aliases: &[#(#aliases),*],
                owns_axes: #owns_axes,
                rules: #rules,
            }
        }
    }

    /// Returns the calls that check the flattened record against the type `this`, whose field `what` it is; `record` is
    /// the name of `this` in messages.
    pub(super) fn verify(&self, p: &TokenList, this: &TokenStream, what: &str, record: &str) -> TokenStream {
        let (ty, index, span) = (text(self.part.slot.ty), &self.index, self.part.prefix.span);
        let of_this = quote!(::<#this>);
        let Flattened { field, prefix, map, .. } = self.part;
        let advice = if map.is_some() {
            "give one of the two another name: `rename = \"name\"`".to_owned()
        } else if prefix.text.is_empty() {
            format!("tell them apart by a prefix: `flatten = \"{field}_\"`")
        } else {
            "tell them apart by another prefix".to_owned()
        };
        let verify = call(quote!(#p::verify_flattened #of_this), quote!(#what, #ty, #index, #advice), span);
        let shape = map.as_ref().and_then(|map| map.narrowing.shape.as_ref());
        let span = shape.map_or(span, |shape| shape.span);
        let names = call(quote!(#p::verify_flattened_names #of_this), quote!(#record, #index), span);
        let map = self.map().map(|map| map.verify(what));
        quote!(#map #verify; #names;)
    }

    /// Returns the name of the variable that says whether the map was absent; `None` if it has no default.
    pub(super) fn flag(&self) -> Option<Ident> {
        self.part.has_default().then(|| format_ident!("__absent_map_{}", self.index.to_string()))
    }

    /// Returns the statement that sets the variable [`flag`](Self::flag): whether `read`, what was read, lacks the map.
    pub(super) fn set_flag(&self, read: &TokenStream) -> Option<TokenStream> {
        let (map, flag) = (self.part.map.as_ref()?, self.flag()?);
        let inside = if map.narrowing.checks_range() { quote!(.0.0) } else { quote!(.0) };
        Some(quote!(let #flag = #read #inside.is_none();))
    }

    /// Returns the expression that writes the field of a value.
    pub(super) fn give(&self, place: &Place) -> TokenStream {
        let (FieldTraits { p, span, .. }, member) = (&self.traits, place.of(&self.part.slot.member));
        if let Some(map) = self.map() {
            return map.give(&quote!(&#member), self.is_generic);
        }
        let kind = self.traits.encodes();
        // Rust 1.85 infers no constants.
        let index = &self.index;
        quote_spanned!(*span=> #p::FlatField::<'_, _, #kind, #index>(&#member, #p::core::marker::PhantomData))
    }

    /// Returns the type of the expression that [`give`](Self::give) returns.
    pub(super) fn given(&self) -> TokenStream {
        let (FieldTraits { p, span, .. }, index, this) = (&self.traits, &self.index, quote!(Self));
        if let Some(map) = &self.part.map {
            let given = quote_spanned!(*span=> #p::MapField<#this, _, #index>);
            return if map.narrowing.checks_range() {
                quote!(#p::RangeCheckedMap<#this, #given, #index>)
            } else {
                given
            };
        }
        quote_spanned!(*span=> #p::FlatField<'_, #this, _, #index>)
    }

    /// Returns the type that the record is read as, before it becomes the field.
    pub(super) fn taken(&self) -> TokenStream {
        let (FieldTraits { p, span, .. }, index, this) = (&self.traits, &self.index, quote!(Self));
        if let Some(map) = self.map() {
            return map.taken(&this, index, self.is_generic);
        }
        let kind = self.traits.decodes();
        quote_spanned!(*span=> #p::FlatPart<#this, #kind, #index>)
    }

    /// Returns the expression of the field, made from `read`, that of a value of the type [`taken`](Self::taken).
    pub(super) fn field(&self, read: &TokenStream) -> TokenStream {
        match self.map() {
            Some(map) => map.field(read, self.is_generic),
            None => quote!(#read.0),
        }
    }

    /// Returns the expression that reads into the existing field.
    pub(super) fn fill(&self, place: &Place) -> TokenStream {
        let (FieldTraits { p, span, .. }, index, this, member) =
            (&self.traits, &self.index, quote!(Self), place.of(&self.part.slot.member));
        let field = quote!(&mut #member);
        let (way, field) = match self.map() {
            Some(map) => (quote!(FillMap), map.fill(&field, self.is_generic, self.flag())),
            None => {
                let kind = self.traits.decodes();
                (quote!(FillFlat), quote_spanned!(*span=> #p::FieldMutOf::<'_, #kind>(#field)))
            }
        };
        let part = quote_spanned!(*span=> #p::#way::<#this, _, #index>(#field, #p::core::marker::PhantomData));
        match &self.part.map {
            Some(map) if map.narrowing.checks_range() => quote!(#p::RangeCheckedMap::<#this, _, #index>::new(#part)),
            _ => part,
        }
    }
}
