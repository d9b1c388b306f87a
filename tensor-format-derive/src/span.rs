//! Sets the spans of generated tokens, which are where the compiler reports errors in them, and writes types as text.

use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::{Type, spanned::Spanned};

/// Returns the tokens, each with this span.
pub(crate) fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    let span = at(span);
    map(tokens, &mut |token| token.set_span(span))
}

/// Returns a call that has this span as a whole, so that the failure of a check in a constant is reported there; the
/// arguments keep their spans.
pub(crate) fn call(function: TokenStream, arguments: TokenStream, span: Span) -> TokenStream {
    call_between(function, arguments, span, span)
}

/// Returns a call as [`call`] does, whose span reaches over the type.
pub(crate) fn call_over(function: TokenStream, arguments: TokenStream, ty: &Type) -> TokenStream {
    call_between(function, arguments, ty.span(), end(ty))
}

fn call_between(function: TokenStream, arguments: TokenStream, first: Span, last: Span) -> TokenStream {
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(at(last));
    let mut call = respan(function, first);
    call.extend([TokenTree::Group(arguments)]);
    call
}

/// Returns the tokens of a type, at the place of `inner`, a type in it: there the compiler reports that the whole is not
/// what it should be.
pub(crate) fn placed(ty: &Type, inner: &Type) -> TokenStream {
    over(moved(ty, inner.span()), inner)
}

/// Returns the tokens of a type or path, each at the place of `span`.
pub(crate) fn moved(of: &impl ToTokens, span: Span) -> TokenStream {
    map(of.to_token_stream(), &mut |token| token.set_span(token.span().located_at(span)))
}

/// Returns the tokens of a type, which the compiler reports at the place of the type `at`: it takes the place of a type
/// from that of its first token to that of its last.
pub(crate) fn over(tokens: TokenStream, at: &Type) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if let Some(token) = tokens.first_mut() {
        token.set_span(token.span().located_at(at.span()));
    }
    if let Some(token) = tokens.last_mut() {
        token.set_span(token.span().located_at(end(at)));
    }
    tokens.into_iter().collect()
}

/// Returns a span for generated tokens that points where `span` does, but does not say that the user wrote them.
pub(crate) fn at(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// Returns the span of the last of the tokens.
pub(crate) fn end(tokens: impl ToTokens) -> Span {
    tokens.into_token_stream().into_iter().last().map_or_else(Span::call_site, |token| token.span())
}

/// Returns the tokens with `change` applied to each, inner ones first.
fn map(tokens: TokenStream, change: &mut impl FnMut(&mut TokenTree)) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            if let TokenTree::Group(group) = &token {
                let mut inner = Group::new(group.delimiter(), map(group.stream(), change));
                inner.set_span(group.span());
                token = inner.into();
            }
            change(&mut token);
            token
        })
        .collect()
}

/// Returns the tokens changed so that they can be outside of the type's implementations: the lifetimes become
/// `'static`, and `Self` becomes `ident`.
pub(crate) fn outside(tokens: impl ToTokens, ident: &Ident, lifetimes: &[Ident]) -> TokenStream {
    let mut after_quote = false;
    map(tokens.into_token_stream(), &mut |token| {
        let quote = after_quote;
        after_quote = matches!(&*token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        if let TokenTree::Ident(word) = token {
            if quote && (word == "_" || lifetimes.contains(word)) {
                *word = Ident::new("static", word.span());
            } else if !quote && word == "Self" {
                *word = Ident::new(&ident.to_string(), word.span());
            }
        }
    })
}

/// Returns the tokens with `Self` replaced by the type `this`, so that they mean the same in another type.
pub(crate) fn without_self(tokens: TokenStream, this: &TokenStream) -> TokenStream {
    let mut replaced = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "Self" => {
                let this = respan(this.clone(), word.span());
                let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
                replaced.extend(if is_path { quote_spanned!(word.span()=> <#this>) } else { this });
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_self(group.stream(), this));
                inner.set_span(group.span());
                replaced.extend([TokenTree::Group(inner)]);
            }
            other => replaced.extend([other]),
        }
    }
    replaced
}

/// Returns whether one of the names is in the tokens, other than at the end of a path or as a lifetime.
pub(crate) fn mentions(tokens: TokenStream, names: &[Ident]) -> bool {
    let (mut colons, mut quote) = (0, false);
    for token in tokens {
        match &token {
            TokenTree::Ident(word) if colons < 2 && !quote && names.contains(word) => return true,
            TokenTree::Group(group) if mentions(group.stream(), names) => return true,
            _ => {}
        }
        let punct = if let TokenTree::Punct(punct) = &token { punct.as_char() } else { ' ' };
        colons = if punct == ':' { colons + 1 } else { 0 };
        quote = punct == '\'';
    }
    false
}

/// Returns whether the lifetime is in the tokens.
pub(crate) fn mentions_lifetime(tokens: TokenStream, name: &Ident) -> bool {
    lifetimes(tokens).contains(name)
}

/// Returns the names of the lifetimes in the tokens.
pub(crate) fn lifetimes(tokens: TokenStream) -> Vec<Ident> {
    let mut names = Vec::new();
    let mut quote = false;
    for token in tokens {
        match &token {
            TokenTree::Ident(word) if quote => names.push(word.clone()),
            TokenTree::Group(group) => names.extend(lifetimes(group.stream())),
            _ => {}
        }
        quote = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
    }
    names
}

/// Returns tokens as a person writes them: `Vec<[f32; 4]>`, not `Vec < [f32 ; 4] >`.
pub(crate) fn text(tokens: impl ToTokens) -> String {
    let mut text = String::new();
    write(tokens.into_token_stream(), &mut text);
    text
}

fn write(tokens: TokenStream, text: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                if text.ends_with(is_word) && open != "(" {
                    text.push(' ');
                }
                text.push_str(open);
                write(group.stream(), text);
                text.push_str(close);
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                ',' | ';' => {
                    text.push(punct.as_char());
                    text.push(' ');
                }
                '-' if punct.spacing() == Spacing::Joint => text.push_str(" -"),
                sign @ ('-' | '*') if is_operand(text) => {
                    text.push(' ');
                    text.push(sign);
                    text.push(' ');
                }
                '=' if text.ends_with("..") => text.push('='),
                '>' if text.ends_with(" -") => text.push_str("> "),
                '+' | '=' | '/' | '%' => {
                    text.push(' ');
                    text.push(punct.as_char());
                    text.push(' ');
                }
                other => text.push(other),
            },
            other => {
                if text.ends_with(is_word) {
                    text.push(' ');
                }
                text.push_str(&other.to_string());
            }
        }
    }
    while text.ends_with([' ', ',']) {
        text.pop();
    }
}

/// Returns whether a sign behind the text is between two operands, and not before one or before the target of a pointer.
fn is_operand(text: &str) -> bool {
    text.ends_with(|last| is_word(last) || matches!(last, ')' | ']' | '}'))
        && !text.ends_with("mut")
        && !text.ends_with("const")
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::{format_ident, quote};

    #[test]
    fn writes_types_as_people_do() {
        let types =
            quote!(Vec<[f32; 4]>, ndarray::Array<f32, Ix2>, &'a [T], &'a mut [T], Box<dyn A + B>, fn(f32) -> u8);
        let expected = "Vec<[f32; 4]>, ndarray::Array<f32, Ix2>, &'a [T], &'a mut [T], Box<dyn A + B>, fn(f32) -> u8";
        assert_eq!(text(types), expected);
    }

    #[test]
    fn writes_expressions_as_people_do() {
        let lengths = quote!(N / 2, [f32; N - 1], 2 * (A + 1) % B, -1, *const u8, 1..=N);
        assert_eq!(text(lengths), "N / 2, [f32; N - 1], 2 * (A + 1) % B, -1, *const u8, 1..=N");
    }

    #[test]
    fn finds_parameters_but_not_items_of_that_name() {
        let names = [format_ident!("T")];
        assert!(mentions(quote!(Vec<[T; 3]>), &names));
        assert!(mentions(quote!(T::Item), &names));
        assert!(mentions(quote!(Map<Key = T>), &names));
        assert!(!mentions(quote!(shapes::T), &names));
        assert!(!mentions(quote!(Cow<'T, str>), &names));
        assert!(mentions_lifetime(quote!(Cow<'T, str>), &names[0]));
    }

    #[test]
    fn names_the_type_itself() {
        let named = without_self(quote!(Vec<[Self; Self::N]>), &quote!(Own<'a, T>));
        assert_eq!(text(named), "Vec<[Own<'a, T>; <Own<'a, T>>::N]>");
    }

    #[test]
    fn moves_types_out_of_an_implementation() {
        let moved = outside(quote!(Cow<'a, [Self; Self::N]>), &format_ident!("Own"), &[format_ident!("a")]);
        assert_eq!(text(moved), "Cow<'static, [Own; Own::N]>");
    }
}
