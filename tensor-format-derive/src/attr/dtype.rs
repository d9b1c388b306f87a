//! `dtype = f32`, `dtype = [f32, f64]`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Ident, LitStr, Result, Token, Type, ext::IdentExt, parse::ParseStream, token};

use super::skip_to_comma;
use crate::{errors::Errors, model::Types, span, suggest};

/// The names of element types in the attribute, each with its variant of `ElementType`.
const TYPES: [(&str, &str); 20] = [
    ("f32", "F32"),
    ("f64", "F64"),
    ("i8", "I8"),
    ("i16", "I16"),
    ("i32", "I32"),
    ("i64", "I64"),
    ("u8", "U8"),
    ("u16", "U16"),
    ("u32", "U32"),
    ("u64", "U64"),
    ("string", "String"),
    ("binary", "Binary"),
    ("bool", "Bool"),
    ("image", "Image"),
    ("audio", "Audio"),
    ("video", "Video"),
    ("f16", "F16"),
    ("bf16", "BF16"),
    ("c64", "C64"),
    ("c128", "C128"),
];

/// The names that other systems, and types of Rust, have for element types, each with those that it may mean here.
const FOREIGN: [(&str, &[&str]); 21] = [
    ("boolean", &["bool"]),
    ("float", &["f32"]),
    ("double", &["f64"]),
    ("half", &["f16"]),
    ("bfloat16", &["bf16"]),
    ("byte", &["u8", "i8"]),
    ("short", &["i16"]),
    ("int", &["i32", "i64"]),
    ("long", &["i64"]),
    ("char", &["string", "i8"]),
    ("usize", &["u64"]),
    ("isize", &["i64"]),
    ("str", &["string"]),
    ("bytes", &["binary"]),
    ("complex64", &["c64"]),
    ("complex128", &["c128"]),
    ("png", &["image"]),
    ("jpg", &["image"]),
    ("jpeg", &["image"]),
    ("wav", &["audio"]),
    ("mp4", &["video"]),
];

/// Reads the name of one element type, or a list of names in brackets.
pub(super) fn parse(input: ParseStream<'_>, errors: &mut Errors) -> Result<Types> {
    if !input.peek(token::Bracket) {
        let (variant, span) = element_type(input)?;
        if input.peek(Token![|]) {
            return Err(alternatives(input, &variant)?);
        }
        return Ok(Types { variants: vec![variant], span });
    }
    let content;
    let bracket = syn::bracketed!(content in input);
    let span = bracket.span.join();
    let mut variants: Vec<Ident> = Vec::new();
    if content.is_empty() {
        errors.at(span, "the list is empty, so no tensor would be allowed: name an element type");
    }
    while !content.is_empty() {
        match element_type(&content) {
            Ok((variant, span)) if variants.contains(&variant) => errors.at(span, "this element type is given twice"),
            Ok((variant, _)) => variants.push(variant),
            Err(error) => {
                errors.add(error);
                skip_to_comma(&content)?;
            }
        }
        if content.peek(Token![|]) {
            errors.at(content.span(), "element types stand between commas, as in `dtype = [f32, f64]`");
            skip_to_comma(&content)?;
        }
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    Ok(Types { variants, span })
}

/// Passes over `| f64` behind an element type, and returns the error for it.
fn alternatives(input: ParseStream<'_>, first: &Ident) -> Result<syn::Error> {
    let span = input.span();
    let mut names = vec![first.clone()];
    while input.parse::<Option<Token![|]>>()?.is_some() {
        names.push(element_type(input)?.0);
    }
    let name = |variant: &Ident| TYPES.iter().find(|(_, known)| variant == known).map(|(name, _)| *name);
    let names: Vec<&str> = names.iter().filter_map(name).collect();
    Ok(syn::Error::new(span, write_a_list(&names.join(", "))))
}

fn write_a_list(names: &str) -> String {
    format!("several element types are a list: write `dtype = [{names}]`")
}

fn element_type(input: ParseStream<'_>) -> Result<(Ident, Span)> {
    if input.peek(LitStr) {
        let text: LitStr = input.parse()?;
        let given = text.value();
        let own = own(&given).unwrap_or(given);
        let hint = format!("expected an element type without quotes: write `{own}`");
        return Err(syn::Error::new(text.span(), hint));
    }
    if let Some(error) = field_type(input)? {
        return Err(error);
    }
    let Ok(word) = input.call(Ident::parse_any) else {
        return Err(input.error("expected an element type such as `f32`, or a list such as `[f32, f64]`"));
    };
    let name = word.to_string();
    if let Some((_, variant)) = TYPES.iter().find(|(known, _)| *known == name) {
        return Ok((format_ident!("{variant}"), word.span()));
    }
    if input.peek(Token![.]) {
        return Err(of_module(input, word)?);
    }
    if let Some(own) = own(&name) {
        return Err(syn::Error::new(word.span(), format!("unknown element type `{name}`: write `{own}`")));
    }
    let valid = TYPES.map(|(own, _)| own);
    Err(syn::Error::new(word.span(), suggest::unknown("element type", &name, &valid)))
}

/// Passes over what follows the name of a module of Python, as `np.float32`, and returns the error for both.
fn of_module(input: ParseStream<'_>, module: Ident) -> Result<syn::Error> {
    let (mut name, mut tokens) = (module.clone(), module.into_token_stream());
    while let Some(dot) = input.parse::<Option<Token![.]>>()? {
        name = input.call(Ident::parse_any)?;
        tokens.extend(quote!(#dot #name));
    }
    let hint = match own(&name.to_string()) {
        Some(own) => format!("unknown element type `{}`: write `{own}`", span::text(&tokens)),
        None => suggest::unknown("element type", &span::text(&tokens), &TYPES.map(|(own, _)| own)),
    };
    Ok(syn::Error::new_spanned(tokens, hint))
}

/// Passes over a type that is more than one word, as `Vec<f32>` or `half::f16`, and returns the error for it.
fn field_type(input: ParseStream<'_>) -> Result<Option<syn::Error>> {
    let is_one_word =
        input.fork().call(Ident::parse_any).is_ok() && !input.peek2(Token![<]) && !input.peek2(Token![::]);
    if is_one_word || input.fork().parse::<Type>().is_err() {
        return Ok(None);
    }
    let ty: Type = input.parse()?;
    let text = span::text(&ty);
    if let Type::Tuple(tuple) = &ty {
        let types: Vec<_> = tuple.elems.iter().filter_map(|ty| own(&span::text(ty))).collect();
        if types.len() > 1 && types.len() == tuple.elems.len() {
            return Ok(Some(syn::Error::new_spanned(ty, write_a_list(&types.join(", ")))));
        }
    }
    let inner = words(ty.to_token_stream()).iter().rev().find_map(|word| own(word));
    let hint = match inner.as_deref() {
        Some("f32") if text.contains("Complex<") => "write `c64`".to_owned(),
        Some("f64") if text.contains("Complex<") => "write `c128`".to_owned(),
        Some(inner) => format!("write `{inner}`"),
        None => "such as `f32`, or a list such as `[f32, f64]`".to_owned(),
    };
    Ok(Some(syn::Error::new_spanned(ty, format!("expected an element type, not a type of Rust: {hint}"))))
}

/// Returns the words among the tokens.
fn words(tokens: TokenStream) -> Vec<String> {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(word) => vec![word.to_string()],
            TokenTree::Group(group) => words(group.stream()),
            _ => Vec::new(),
        })
        .collect()
}

/// Returns the name of the element type that other systems, or types of Rust, call so; of several, as an error text lists
/// them.
fn own(foreign: &str) -> Option<String> {
    let lower = foreign.to_lowercase();
    let numpy = lower.strip_prefix("float").map(|bits| format!("f{bits}"));
    let numpy = numpy.or_else(|| lower.strip_prefix("uint").map(|bits| format!("u{bits}")));
    let numpy = numpy.or_else(|| lower.strip_prefix("int").map(|bits| format!("i{bits}")));
    let known = FOREIGN.iter().find(|(name, _)| *name == lower).map(|(_, own)| own.join("` or `"));
    let is_own = |name: &String| TYPES.iter().any(|(own, _)| own == name);
    known.or_else(|| numpy.into_iter().chain([lower]).find(is_own))
}
