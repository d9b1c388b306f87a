//! Any text as attributes, a type or contracts: the macros may not panic, what they give is Rust, and every error has a
//! place in the input. The last byte chooses where the text stands. The sources of the derive are compiled anew, since what
//! a package of macros has inside cannot be called.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::{Data, DeriveInput};
use tensor_format_fuzz::Choice;

// As in the package, whose files name each other from its root.
#[allow(dead_code)]
#[path = "../../tensor-format-derive/src"]
mod sources {
    pub(crate) mod attr;
    pub(crate) mod bounds;
    pub(crate) mod case;
    pub(crate) mod check;
    pub(crate) mod contract;
    pub(crate) mod emit;
    pub(crate) mod errors;
    pub(crate) mod expand;
    pub(crate) mod fallback;
    pub(crate) mod fragments;
    pub(crate) mod model;
    pub(crate) mod runtime;
    pub(crate) mod span;
    pub(crate) mod std_types;
    pub(crate) mod suggest;
    pub(crate) mod token_list;
}
use sources::*;

/// What surrounds the text: nothing, a struct, a field, an enum, a variant, a type.
const PLACES: [(&str, &str); 7] = [
    ("", ""),
    ("#[tensor(", ")] struct S<'a> { a: Vec<f32>, #[tensor(shape = [n, 2])] b: &'a [[u8; 2]] }"),
    ("struct S { #[tensor(", ")] a: Vec<f32>, b: Option<String> }"),
    ("#[tensor(", ")] enum E { #[tensor(name = \"a\")] A, B }"),
    ("enum E { #[tensor(", ")] A(Vec<f32>), B { b: u8 } }"),
    ("#[tensor(", ")] struct S(Vec<f32>);"),
    ("struct S<T, const N: usize> { a: ", " }"),
];

fuzz_target!(|input: &[u8]| {
    let Some((mut choice, bytes)) = Choice::split(input) else { return };
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match PLACES.get(usize::from(choice.of(PLACES.len() as u8 + 1))) {
        Some((before, after)) => {
            let source = format!("{before}{text}{after}");
            let Ok(tokens) = source.parse::<TokenStream>() else { return };
            let parsed = syn::parse2::<DeriveInput>(tokens.clone()).ok();
            // The compiler calls no macro for a field `_`, which has no name.
            if parsed.as_ref().is_some_and(|input| fields(&input.data).any(|name| name == "_")) {
                return;
            }
            looked_at(expand::derive(tokens), parsed.is_some(), &source);
        }
        None => {
            let Ok(tokens) = text.parse::<TokenStream>() else { return };
            let Ok(contracts) = syn::parse2::<contract::Contracts>(fragments::ungrouped(tokens)) else { return };
            looked_at(contract::expand(&contracts), true, text);
        }
    }
});

/// The names of all fields.
fn fields(data: &Data) -> impl Iterator<Item = &Ident> {
    let variants = match data {
        Data::Enum(data) => data.variants.iter().map(|variant| &variant.fields).collect(),
        Data::Struct(data) => vec![&data.fields],
        Data::Union(_) => Vec::new(),
    };
    variants.into_iter().flatten().filter_map(|field| field.ident.as_ref())
}

/// Code is items, and an error is reported at tokens of the input; what is no type at all may end too early, where there is
/// no token.
fn looked_at(code: TokenStream, is_type: bool, source: &str) {
    if is_type {
        errors_have_places(code.clone(), source);
    }
    if let Err(error) = syn::parse2::<syn::File>(code.clone()) {
        panic!("no items: {error}: {code}\nof {source}");
    }
}

fn errors_have_places(code: TokenStream, source: &str) {
    let mut tokens = code.into_iter();
    while let Some(token) = tokens.next() {
        let rest = || tokens.clone().collect::<TokenStream>();
        match &token {
            TokenTree::Ident(name) if name == "compile_error" => {
                // No lines are kept while fuzzing, but offsets are, and are not those of the whole call.
                let whole = format!("{:?}", Span::call_site());
                assert_ne!(format!("{:?}", name.span()), whole, "an error without a place: {source}\n{}", rest());
            }
            TokenTree::Group(group) => errors_have_places(group.stream(), source),
            _ => {}
        }
    }
}
