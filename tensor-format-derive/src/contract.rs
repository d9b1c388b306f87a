//! The macro `contract!`, which states that every value of one type is an acceptable value of another.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Ident, Lit, LitStr, Path, Result, Token, Type, braced,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    spanned::Spanned,
};

use crate::{errors::Errors, runtime, span};

/// The content of `contract!`: `crate = path; A => B, C => D { target: source }`.
pub(crate) struct Contracts {
    krate: Option<Path>,
    lines: Punctuated<Line, Token![,]>,
}

struct Line {
    from: Type,
    arrow: Token![=>],
    to: Type,
    renames: Vec<Rename>,
}

/// The names of a parameter of the target type, and of the parameter of the source type that goes into it.
struct Rename {
    target: LitStr,
    source: LitStr,
}

impl Parse for Contracts {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut krate = None;
        if input.peek(Token![crate]) && input.peek2(Token![=]) && !input.peek2(Token![=>]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            krate = Some(input.call(Path::parse_mod_style)?);
            input.parse::<Token![;]>()?;
        }
        Ok(Self { krate, lines: Punctuated::parse_terminated(input)? })
    }
}

impl Parse for Line {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let from = input.call(Type::without_plus)?;
        if !input.peek(Token![=>]) {
            return Err(input.error("expected `=>`: write `Source => Target`"));
        }
        let arrow: Token![=>] = input.parse()?;
        if input.is_empty() || input.peek(Token![,]) {
            return Err(syn::Error::new(arrow.spans[0], "expected a type after `=>`: write `Source => Target`"));
        }
        let to = input.call(Type::without_plus)?;
        let mut renames = Vec::new();
        if input.peek(syn::token::Brace) {
            let content;
            braced!(content in input);
            renames = Punctuated::<Rename, Token![,]>::parse_terminated(&content)?.into_iter().collect();
        }
        if input.peek(Token![=>]) {
            return Err(chained(input, &from, &to)?);
        }
        Ok(Self { from, arrow, to, renames })
    }
}

/// Passes over a second arrow in a contract of `from` and `to`, and returns the error for it.
fn chained(input: ParseStream<'_>, from: &Type, to: &Type) -> Result<syn::Error> {
    let arrow: Token![=>] = input.parse()?;
    let (from, to) = (span::text(from), span::text(to));
    let last = input.call(Type::without_plus).map_or_else(|_| "Other".to_owned(), span::text);
    let hint = format!("a contract has one arrow: write `{from} => {to}, {to} => {last}`");
    Ok(syn::Error::new(arrow.spans[0], hint))
}

impl Parse for Rename {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let target = name(input)?;
        if !input.peek(Token![:]) {
            return Err(input.error("expected `:` and the name of the source's parameter, as in `image: crops`"));
        }
        input.parse::<Token![:]>()?;
        Ok(Self { target, source: name(input)? })
    }
}

/// Parses a wire name: a word, or a string where it is no word of Rust.
fn name(input: ParseStream<'_>) -> Result<LitStr> {
    if input.peek(LitStr) {
        return input.parse();
    }
    let word = input.call(Ident::parse_any);
    if input.peek(Token![.]) || input.peek(Token![-]) || input.peek(Lit) {
        return Err(input.error("a name that is no word of Rust stands in quotes, as `\"frames.score\": score`"));
    }
    match word {
        Ok(word) => Ok(LitStr::new(&word.unraw().to_string(), word.span())),
        Err(_) => Err(input.error("expected the wire name of a parameter, as in `image: crops`")),
    }
}

/// Returns for each contract the code that checks it, and the implementation of `Feeds` that states it.
pub(crate) fn expand(contracts: &Contracts) -> TokenStream {
    let mut errors = Errors::default();
    let krate = match &contracts.krate {
        Some(path) => quote!(#path),
        None => runtime::path(),
    };
    let mut output = TokenStream::new();
    let mut seen = HashSet::new();
    for line in &contracts.lines {
        let names = (span::text(&line.from), span::text(&line.to));
        if seen.insert(names) {
            output.extend(expand_line(line, &krate, &mut errors));
        } else {
            errors
                .at(line.arrow.spans[0], "this contract is declared already, some lines before: remove one of the two");
        }
    }
    let errors = errors.to_compile_errors();
    quote!(#output #errors)
}

fn expand_line(line: &Line, krate: &TokenStream, errors: &mut Errors) -> TokenStream {
    let Line { from, arrow, to, renames } = line;
    let (from_text, to_text) = (span::text(from), span::text(to));
    if from_text == to_text && renames.is_empty() {
        errors.add(syn::Error::new(
            arrow.spans[0],
            format!("every `{from_text}` is a `{to_text}`: this contract says nothing, remove it"),
        ));
        return TokenStream::new();
    }
    for lifetime in [from, to].into_iter().flat_map(|ty| span::lifetimes(ty.to_token_stream())) {
        if lifetime != "static" && lifetime != "_" {
            let hint = format!("a contract holds for all lifetimes: write `'_` for `'{lifetime}`");
            errors.add(syn::Error::new(lifetime.span(), hint));
            return TokenStream::new();
        }
    }
    let mut seen: Vec<String> = Vec::new();
    for Rename { target, .. } in renames {
        if seen.contains(&target.value()) {
            errors.add(syn::Error::new(target.span(), format!("`{}` is given twice", target.value())));
        }
        seen.push(target.value());
    }
    let from_rules = quote_spanned!(from.span()=> <#from as #krate::__private::Feeding<#to>>::FROM);
    let to_rules = quote_spanned!(to.span()=> <#to as #krate::HasRules>::RULES);
    let pairs = renames.iter().map(|Rename { target, source }| quote!((#target, #source)));
    let renamed = renames.iter().map(|Rename { target, source }| {
        let check = |ty: &str, rules: TokenStream, name: &LitStr| {
            let check = span::call(quote!(#krate::__private::check_renamed), quote!(#ty, #rules, #name), name.span());
            quote!(const _: () = #check;)
        };
        let (to, from) = (check(&to_text, quote!(&TO), target), check(&from_text, quote!(&FROM), source));
        quote!(#to #from)
    });
    let check = span::respan(
        quote!(#krate::__private::check_feeds(#from_text, &FROM, #to_text, &TO, RENAMES);),
        arrow.spans[0],
    );
    quote! {
        const _: () = {
            const FROM: #krate::Rules<'static> = #from_rules;
            const TO: #krate::Rules<'static> = #to_rules;
            const RENAMES: &[(&str, &str)] = &[#(#pairs),*];
            #(#renamed)*
            #check
            // In a function too, the contract is one of the types.
            #[allow(non_local_definitions)]
            #[automatically_derived]
            impl #krate::Feeds<#to> for #from {
                const RENAMES: &'static [(&'static str, &'static str)] = RENAMES;
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Contracts;

    #[test]
    fn types_of_the_own_crate_are_no_path_to_the_runtime() {
        let of = |text: &str| syn::parse_str::<Contracts>(text).unwrap();
        let contracts = of("crate::Input => crate::Output");
        assert!(contracts.krate.is_none() && contracts.lines.len() == 1);
        let contracts = of("crate = tf; crate::Input => crate::Output, Output => Other");
        assert!(contracts.krate.is_some() && contracts.lines.len() == 2);
    }
}
