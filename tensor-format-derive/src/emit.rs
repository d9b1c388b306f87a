//! Generates code from the model of a type: tables, and calls of functions in the runtime crate that do the work.
//!
//! A file for each kind of type (`record`, `wrapper` and `converted`, `row`, those in `enums`) makes the bodies of the
//! functions; `impls` puts implementations of the traits around them. A record is made of `param`s, and of `flatten`ed
//! records and `map`s between them, which `tuples` joins; `table` makes its rules and their checks, `absent`,
//! `defaults` and `decode_into` what reading needs beside that.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{DeriveInput, Generics, Ident, spanned::Spanned};

use crate::{
    bounds::Bounds,
    model::{Kind, Matches, Model, Tagged},
    runtime::Runtime,
    span::{at, respan},
    token_list::TokenList,
};

mod absent;
mod converted;
mod decode_into;
mod defaults;
mod enums;
mod field_traits;
mod flatten;
mod impls;
mod lengths;
mod map;
mod metadata;
mod param;
mod place;
mod record;
mod row;
mod rules;
mod table;
mod tuples;
mod with;
mod wrapper;

use field_traits::known;

/// The names and generics that every part of the output uses.
#[derive(Clone)]
struct Context<'a> {
    /// The path to the module of the runtime crate that generated code uses.
    p: TokenList,
    ident: &'a Ident,
    /// The name of the type in messages.
    what: String,
    is_visible: bool,
    bounds: Bounds<'a>,
    /// Whether types of fields are checked, by the item of `field_traits::known`.
    is_checked: bool,
}

impl Context<'_> {
    /// Returns the name of the type itself with its arguments, for checks, which may be outside of its implementations,
    /// or `Self`.
    fn this(&self) -> TokenStream {
        let Self { ident, bounds, .. } = self;
        let arguments = bounds.static_arguments();
        if bounds.is_concrete() { quote!(#ident #arguments) } else { quote!(Self) }
    }
}

/// Returns the name of the variable that holds a record's rules in checks, so that tokens with other spans find it.
fn rules_ident() -> Ident {
    Ident::new("__rules", Span::call_site())
}

/// Returns the implementations of a type that derives `Tensor`.
pub(crate) fn emit(model: &Model<'_>) -> TokenStream {
    let Runtime { import, private } = &model.krate;
    let context = Context {
        p: private.clone().into(),
        ident: model.ident,
        what: model.ident.to_string(),
        is_visible: model.is_visible,
        bounds: Bounds::new(&model.generics, model.bound_text),
        is_checked: false,
    };
    let checked = |check: Option<TokenStream>, emit: &dyn Fn(&Context<'_>) -> TokenStream| {
        let items = emit(&Context { is_checked: check.is_some(), ..context.clone() });
        quote!(#check #items)
    };
    let items = match &model.kind {
        Kind::Tensor(wrapper) => match &wrapper.with {
            Some(module) => converted::emit(&context, wrapper, module),
            None => checked(known::whole(&context, [wrapper.inner.ty]), &|context| wrapper::emit(context, wrapper)),
        },
        Kind::Record(record) => {
            checked(known::in_record(&context, &record.params), &|context| record::emit(context, record))
        }
        Kind::Entries(entries) => map::entries::emit(&context, entries),
        Kind::Row(row) => row::emit(&context, row),
        Kind::Labels(labels) => enums::labels::emit(&context, labels),
        Kind::Union(variants) => {
            let types = known::whole(&context, variants.iter().map(|variant| variant.ty));
            checked(types, &|context| enums::union::emit(context, variants))
        }
        Kind::Variants(variants) => {
            let names = known::in_record(&context, variants.list.iter().flat_map(Tagged::params));
            checked(names, &|context| enums::variants::emit(context, variants))
        }
    };
    let borrowing = impls::borrowing(&context.p, model.ident, &model.generics);
    let instances = instances(&context, model);
    let matches = model.matches.as_ref().map(|matches| artefact(&context, matches));
    quote! {
        #[allow(deprecated, unused_qualifications)]
        const _: () = {
            #import
            #items
            #borrowing
            #instances
            #matches
        };
    }
}

/// Returns implementations of all traits that do nothing.
pub(crate) fn stubs(input: &DeriveInput, p: &TokenStream) -> TokenStream {
    let bounds = Bounds::new(&input.generics, Some(Span::call_site()));
    let context = Context {
        p: p.clone().into(),
        ident: &input.ident,
        what: String::new(),
        is_visible: false,
        bounds,
        is_checked: false,
    };
    let (generics, no_hint) = (&input.generics, TokenStream::new());
    let decoding = context.bounds.decoding(generics, []);
    let unreachable = quote!(#p::core::unreachable!());
    let implementations = [
        impls::has_rules(&context, generics, &quote!(#p::FAULTY)),
        impls::block(&context, generics, None, &unreachable),
        impls::list_item(&context, generics, None, &quote!(#p::Stacked)),
        impls::decode_block(&context, &decoding, (None, &no_hint), &unreachable, None),
        impls::encode(&context, generics, &unreachable),
        impls::decode(&context, &decoding, &no_hint, &unreachable, None),
        field(&context.p, &input.ident, generics, "Tensor"),
    ];
    implementations.into_iter().chain(impls::borrowing(&context.p, &input.ident, generics)).collect()
}

/// Returns an item that makes the compiler evaluate the rules of a type although nothing uses them; nothing for a type
/// with type or constant parameters.
fn forced(context: &Context<'_>) -> TokenStream {
    let Context { p, ident, bounds, .. } = context;
    let arguments = bounds.static_arguments();
    let item = || quote!(const _: #p::Rules<'static> = <#ident #arguments as #p::HasRules>::RULES;);
    if bounds.is_concrete() { item() } else { TokenStream::new() }
}

/// Returns items that make the compiler evaluate the rules of the instances in the word `check`, and check that each is
/// an instance of the type. Each has the span of its instance, where errors are reported.
fn instances(context: &Context<'_>, model: &Model<'_>) -> Option<TokenStream> {
    let Context { p, ident, .. } = context;
    let (params, arguments, clause) = model.generics.split_for_impl();
    let mut instances = model.check.iter().peekable();
    instances.peek()?;
    let (rules, calls): (Vec<_>, Vec<_>) = instances
        .map(|instance| {
            let span = at(instance.span());
            let p = p.moved_to(span);
            (
                quote_spanned!(span=> <#instance as #p::HasRules>::RULES),
                quote_spanned!(span=> #p::core::marker::PhantomData::<#instance>),
            )
        })
        .unzip();
    Some(quote! {
        #(const _: #p::Rules<'static> = #rules;)*
        const _: fn() = || {
            fn __is_instance #params (_: #p::core::marker::PhantomData<#ident #arguments>) #clause {}
            #(__is_instance(#calls);)*
        };
    })
}

/// Returns an item that checks the rules of a type against the file of definitions that the word `matches` names.
fn artefact(context: &Context<'_>, matches: &Matches) -> TokenStream {
    let Context { p, ident, what, bounds, .. } = context;
    let Matches { file, accepts } = matches;
    let arguments = bounds.static_arguments();
    let policy = if *accepts { quote!(Accepts) } else { quote!(Exact) };
    let text = quote!(#p::core::include_str!(#p::core::concat!(#p::core::env!("CARGO_MANIFEST_DIR"), "/", #file)));
    let rules = quote!(<#ident #arguments as #p::HasRules>::RULES);
    let check = respan(quote!(#p::check_matches(#what, #rules, #file, #text, #p::Policy::#policy);), file.span());
    quote!(const _: () = { #check };)
}

/// Returns the implementations of `Field`, so that the type can be a parameter of a record, and of two contracts that
/// hold for every type, with itself and with the type `dynamic` of values at run time: with just one, or none, the
/// compiler takes the user's first contract for the only one there can be, and its message for a missing one misleads.
fn field(p: &TokenList, ident: &Ident, generics: &Generics, dynamic: &str) -> TokenStream {
    let dynamic = Ident::new(dynamic, Span::call_site());
    let (params, arguments, clause) = generics.split_for_impl();
    let is_field = is_field(p, ident, generics);
    quote! {
        #is_field

        #[automatically_derived]
        impl #params #p::Feeds<Self> for #ident #arguments #clause {}

        #[automatically_derived]
        impl #params #p::Feeds<#p::#dynamic> for #ident #arguments #clause {}
    }
}

/// Returns the implementation of `Field`.
fn is_field(p: &TokenList, ident: &Ident, generics: &Generics) -> TokenStream {
    let (params, arguments, clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #params #p::Field for #ident #arguments #clause {
            type Item = Self;
            type Kind = #p::One<Self>;
        }
    }
}
