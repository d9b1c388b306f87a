//! The code for one map in a record.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;

use super::{
    defaults::{absent, fill_or},
    field_traits::FieldTraits,
    rules,
};
use crate::{
    model::{Fallback, Flattened, Map},
    span::{call, text},
};

pub(super) mod entries;

/// A map in a record, its attributes, and paths to the items of its type.
pub(super) struct MapField<'a> {
    pub(super) part: &'a Flattened<'a>,
    pub(super) map: &'a Map,
    pub(super) traits: &'a FieldTraits<'a>,
}

impl MapField<'_> {
    fn ty(&self) -> &Type {
        self.part.slot.ty
    }

    /// Returns the expression of the rules that the type of the map has, before attributes narrow them.
    fn of_type(&self) -> TokenStream {
        self.traits.get("OWN")
    }

    fn presence(&self) -> TokenStream {
        self.traits.get("PRESENCE")
    }

    /// Returns the expression of the element types that the word `dtype` names, and its span.
    fn types(&self) -> Option<(TokenStream, Span)> {
        self.map.narrowing.types.as_ref().map(|types| (rules::types(&self.traits.p, types), types.span))
    }

    /// Returns the expressions of the axes that the word `shape` lists and of where `..` is among them, and its span.
    fn dims(&self) -> Option<((TokenStream, TokenStream), Span)> {
        self.map.narrowing.shape.as_ref().map(|shape| (rules::dims(&self.traits.p, shape), shape.span))
    }

    /// Returns the expression of the map's rules, narrowed by its attributes.
    pub(super) fn rules(&self) -> TokenStream {
        let (p, of_type, mut presence) = (&self.traits.p, self.of_type(), self.presence());
        let Map { doc, narrowing, fallback, is_whole, .. } = self.map;
        let none = quote!(#p::None);
        let doc = doc.expression(p);
        let shape = self.dims().map_or(none.clone(), |((dims, open), _)| {
            let count = narrowing.shape.as_ref().map_or(0, |shape| shape.axes.len());
            let count = Literal::usize_unsuffixed(count.saturating_add(1));
            let dims = quote!(const { &#p::narrow_dims::<#count>(#of_type, &#dims, #is_whole) });
            quote!(#p::Some((#dims, #open)))
        });
        let types = self.types().map_or(none.clone(), |(types, _)| quote!(#p::Some(#types)));
        let range = narrowing.range.as_ref().map_or(none, |range| {
            let (_, value) = rules::range(p, "", "", &self.values(), range);
            quote!(#p::Some(const { &#value }))
        });
        if fallback.is_some() {
            presence = quote!(#p::optional(#presence));
        }
        let words = quote! {
            #p::Mapping {
                shape: #shape, types: #types, presence: #presence, doc: #doc, range: #range, is_whole: #is_whole,
            }
        };
        quote!(#p::map_rules(#of_type, const { &#p::map_params(#of_type, #words) }))
    }

    /// Returns the expression of the rules of the map's values, narrowed by the word `dtype`.
    fn values(&self) -> TokenStream {
        let (p, of_type) = (&self.traits.p, self.of_type());
        let values = quote!(#p::values_of(#of_type));
        match self.types() {
            Some((types, _)) => {
                quote!(#p::TensorRules { types: #p::narrow_types(#values, #types), ..#values })
            }
            None => values,
        }
    }

    /// Returns the calls that check the type of the map against its attributes; messages call it `what`.
    pub(super) fn verify(&self, what: &str) -> TokenStream {
        let (p, of_type, presence, written) = (&self.traits.p, self.of_type(), self.presence(), text(self.ty()));
        let is_said = self.map.sparse.is_some();
        let (verify, arguments) = (quote!(#p::verify_map), quote!(#what, #written, #of_type, #is_said));
        let verify = match self.map.sparse {
            Some(word) => call(verify, arguments, word),
            None => self.traits.call(verify, arguments),
        };
        let is_one = self.traits.call(quote!(#p::verify_one_map), quote!(#what, #written, #presence));
        let mut checks = quote!(#verify; #is_one;);
        if let Some((types, span)) = self.types() {
            let arguments = quote!(#what, #written, #p::values_of(#of_type), #types);
            let check = call(quote!(#p::verify_types), arguments, span);
            checks.extend(quote!(#check;));
        }
        if let Some(((dims, open), span)) = self.dims() {
            let check = call(quote!(#p::verify_map_dims), quote!(#what, #written, #of_type, &#dims, #open), span);
            checks.extend(quote!(#check;));
        }
        if let Some(range) = &self.map.narrowing.range {
            checks.extend(rules::range(p, what, &written, &self.values(), range).0);
        }
        if let Some(Fallback::Value(_, place)) = &self.map.fallback {
            let verify = call(quote!(#p::verify_default), quote!(#what, #presence), *place);
            checks.extend(quote!(#verify;));
        }
        checks
    }

    /// Returns the expression of the field to write, made from `field`, which borrows it.
    pub(super) fn give(&self, field: &TokenStream, is_generic: bool) -> TokenStream {
        let p = &self.traits.p;
        let given = if is_generic {
            quote!(#p::MapField::new(#p::GenericFieldRef(#field)))
        } else {
            let kind = self.traits.encodes();
            quote_spanned!(self.traits.span=> #p::MapField::new(#p::FieldRef::<'_, #kind>(#field)))
        };
        if self.map.narrowing.checks_range() { quote!(#p::RangeCheckedMap::new(#given)) } else { given }
    }

    /// Returns the type that the map is read as, before it becomes the field.
    pub(super) fn taken(&self, this: &TokenStream, index: &Literal, is_generic: bool) -> TokenStream {
        let (p, ty) = (&self.traits.p, self.ty());
        let inner = if is_generic {
            quote!(#ty)
        } else {
            let kind = self.traits.decodes();
            quote!(#p::FieldValue<#kind>)
        };
        let mut part = quote_spanned!(self.traits.span=> #p::MapPart<#this, #inner, #index>);
        if self.map.fallback.is_some() {
            part = quote!(#p::WithDefault<#part>);
        }
        if self.map.narrowing.checks_range() { quote!(#p::RangeCheckedMap<#this, #part, #index>) } else { part }
    }

    /// Returns the expression of the field, made from `read`, that of what was read.
    pub(super) fn field(&self, read: &TokenStream, is_generic: bool) -> TokenStream {
        let (p, ty) = (&self.traits.p, self.ty());
        let inside = if is_generic { quote!(.0) } else { quote!(.0.0) };
        let read = if self.map.narrowing.checks_range() { quote!(#read.0) } else { read.clone() };
        let Some(fallback) = &self.map.fallback else { return quote!(#read #inside) };
        let absent = absent(p, fallback, ty);
        quote! {
            match #read.0 {
                #p::Some(__field) => __field #inside,
                #p::None => #absent,
            }
        }
    }

    /// Returns the expression of the field to read into, made from `field`, which borrows it. It sets the variable
    /// `flag` if it puts a default into the field.
    pub(super) fn fill(&self, field: &TokenStream, is_generic: bool, flag: Option<Ident>) -> TokenStream {
        let (p, ty) = (&self.traits.p, self.ty());
        let mut field = if is_generic {
            field.clone()
        } else {
            let kind = self.traits.decodes();
            quote_spanned!(self.traits.span=> #p::FieldMutOf::<'_, #kind>(#field))
        };
        if let Some(fallback) = &self.map.fallback {
            field = fill_or(p, &field, ty, &absent(p, fallback, ty), flag);
        }
        field
    }
}
