//! Fields that are metadata: they are written before the tensors of their record, and read before them.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Type, spanned::Spanned};

use super::{Context, defaults::absent};
use crate::{
    model::{Fallback, Metadata, Record},
    span::{call, over},
    token_list::TokenList,
};

/// Returns the types of the metadata fields.
pub(super) fn types<'a>(record: &'a Record<'_>) -> impl Iterator<Item = &'a Type> {
    record.metadata.iter().map(|field| field.slot.ty)
}

/// Returns the types of the metadata fields that `Default::default()` replaces if they are absent.
pub(super) fn filled<'a>(record: &'a Record<'_>) -> impl Iterator<Item = &'a Type> {
    record.metadata.iter().filter(|field| matches!(field.fallback, Some(Fallback::Default))).map(|field| field.slot.ty)
}

/// Returns an expression whose value says whether the type is an `Option`.
fn is_option(p: &TokenList, ty: &Type) -> TokenStream {
    quote!({
        #[allow(unused_imports)]
        use #p::IsNoOption as _;
        #p::IsOption::<#ty>::IS_OPTION
    })
}

/// Returns the checks that stop compilation where a metadata field has a default and is an `Option`, which is `None` if
/// it is absent, so that the default has no use.
pub(super) fn checks(context: &Context<'_>, record: &Record<'_>) -> Vec<TokenStream> {
    let Context { p, what: this, .. } = context;
    let check = |field: &Metadata<'_>| {
        let Some(Fallback::Value(_, place)) = &field.fallback else { return TokenStream::new() };
        let (what, is_option) = (format!("{this}::{}", field.field), is_option(p, field.slot.ty));
        let verify = call(quote!(#p::verify_metadata_default), quote!(#what, #is_option), *place);
        quote!(#verify;)
    };
    record.metadata.iter().map(check).filter(|check| !check.is_empty()).collect()
}

/// Returns the method call that adds the metadata fields to the record's rules.
pub(super) fn table(p: &TokenList, record: &Record<'_>) -> Option<TokenStream> {
    let fields = record.metadata.iter().map(|field| {
        let name = &field.name;
        let required = match &field.fallback {
            Some(_) => quote!(false),
            None => {
                let is_option = is_option(p, field.slot.ty);
                quote!(!#is_option)
            }
        };
        quote!(#p::MetadataField::new(#name, #required))
    });
    (!record.metadata.is_empty()).then(|| quote!(.with_metadata(const { &[#(#fields),*] })))
}

/// Returns the path to the trait of metadata of the field's type. Without the feature of the runtime crate that metadata
/// need, it is an error at the word `metadata`; a type that is at fault is one at the type.
fn of_type(p: &TokenList, field: &Metadata<'_>) -> TokenStream {
    let (ty, word) = (field.slot.ty, field.word);
    let (there, near) = (p.moved_to(word), p.moved_to(ty.span()));
    let whole = quote_spanned!(word=> <() as #there::HasJson>::In);
    let whole = over(quote_spanned!(ty.span()=> #whole<#ty>), ty);
    quote_spanned!(ty.span()=> <#whole as #near::Metadata>)
}

/// Returns the code that writes the metadata fields; a field that cannot be written is an error at its type.
pub(super) fn encode(p: &TokenList, record: &Record<'_>) -> TokenStream {
    let lines = record.metadata.iter().map(|field| {
        let (ty, name, member) = (field.slot.ty, &field.name, &field.slot.member);
        let (member, sink, is_option) = (quote!(&self.#member), quote!(__sink), is_option(p, ty));
        let read = of_type(p, field);
        let write = quote_spanned!(ty.span()=> #read::write_metadata);
        quote!(#write(#member, #sink, #name, const #is_option)?;)
    });
    lines.collect()
}

/// Returns the code that reads the metadata fields into variables, and the fields of the struct expression that take
/// their values.
pub(super) fn decode(p: &TokenList, record: &Record<'_>) -> (TokenStream, Vec<TokenStream>) {
    let (mut lines, mut members) = (TokenStream::new(), Vec::new());
    for (index, field) in record.metadata.iter().enumerate() {
        let (ty, name, member) = (field.slot.ty, &field.name, &field.slot.member);
        let held = held(index);
        let read = of_type(p, field);
        lines.extend(match &field.fallback {
            None => quote!(let #held = #read::need_metadata(__source, #name)?;),
            Some(fallback) => {
                let absent = absent(p, fallback, ty);
                quote! {
                    let #held = match #read::read_metadata(__source, #name)? {
                        #p::Some(__field) => __field,
                        #p::None => #absent,
                    };
                }
            }
        });
        members.push(quote!(#member: #held));
    }
    (lines, members)
}

/// Returns the code that moves the variables of [`decode`] into the metadata fields of an existing value.
pub(super) fn sets(record: &Record<'_>) -> TokenStream {
    let sets = record.metadata.iter().enumerate().map(|(index, field)| {
        let (member, held) = (&field.slot.member, held(index));
        quote!(self.#member = #held;)
    });
    sets.collect()
}

/// Returns the name of the variable that holds the metadata field at this position.
fn held(index: usize) -> Ident {
    format_ident!("__metadata_{index}")
}
