//! `range = 0.0..=1.0`: the numbers that elements may be.

use proc_macro2::{Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Expr, Lit, Result, Token,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
};

use crate::{
    model::{Bound, Number, Range},
    span,
};

const EXAMPLE: &str = "expected a range of numbers, such as `0.0..=1.0`, `1..` or `..=255`";

/// Reads a range whose bounds are literals.
pub(super) fn parse(input: ParseStream<'_>, word: Span, is_checked: bool) -> Result<Range> {
    let start = input.span();
    let min = bound(input)?;
    let dots: TokenStream = if input.peek(Token![..=]) {
        input.parse::<Token![..=]>()?.to_token_stream()
    } else if input.peek(Token![..]) {
        input.parse::<Token![..]>()?.to_token_stream()
    } else {
        let hint = match &min {
            Some(one) if ends(input) => format!("expected a range: for just this number, write `{0}..={0}`", one.text),
            _ => EXAMPLE.to_owned(),
        };
        return Err(syn::Error::new(start, hint));
    };
    let includes_max = dots.to_string().contains('=');
    let max = bound(input)?;
    if let (Some(low), Some(high)) = (&min, &max) {
        let order = low.number.compare(&high.number);
        let tokens = quote!(#low #dots #high);
        if order.is_gt() {
            let hint = format!("no number is in this range: write `{}..={}`", high.text, low.text);
            return Err(syn::Error::new_spanned(tokens, hint));
        }
        if order.is_eq() && !includes_max {
            let hint = format!("no number is in this range: `..` leaves its end out, so write `{0}..={0}`", low.text);
            return Err(syn::Error::new_spanned(tokens, hint));
        }
    }
    if min.is_none() && max.is_none() {
        return Err(syn::Error::new_spanned(dots, "every number is in this range: remove `range`, or give a bound"));
    }
    if max.is_none() && includes_max {
        return Err(syn::Error::new_spanned(dots, "expected the last number after `..=`; for no bound, write `..`"));
    }
    Ok(Range { min, excludes_max: max.is_some() && !includes_max, max, word, is_checked })
}

fn ends(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

/// Reads a number with its sign, if one is next.
fn bound(input: ParseStream<'_>) -> Result<Option<Bound>> {
    if ends(input) || input.peek(Token![..]) || input.peek(Token![..=]) {
        return Ok(None);
    }
    let start = input.span();
    let minus: Option<Token![-]> = input.parse()?;
    let span = input.span();
    if !input.peek(Lit) {
        if let Some(hint) = listed(input) {
            return Err(syn::Error::new(span, hint));
        }
        let hint = match input.fork().parse::<TokenTree>() {
            Ok(TokenTree::Ident(_) | TokenTree::Group(_)) => {
                "expected a number: the bounds of a range are literals, such as `0.0..=1.0`"
            }
            _ => EXAMPLE,
        };
        return Err(syn::Error::new(span, hint));
    }
    Bound::of(&input.parse()?, start, span, minus.is_some())
        .ok_or_else(|| syn::Error::new(span, EXAMPLE))?
        .map_err(|hint| syn::Error::new(span, hint))
        .map(Some)
}

/// Returns the error text for a first and a last number in brackets or parentheses, if that is next.
fn listed(input: ParseStream<'_>) -> Option<String> {
    let Ok(TokenTree::Group(list)) = input.fork().parse() else { return None };
    let numbers = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(list.stream()).ok()?;
    let numbers: Vec<String> = numbers.iter().map(span::text).collect();
    match numbers.as_slice() {
        [first, last] => Some(format!("between the first number and the last stands `..=`: write `{first}..={last}`")),
        _ => None,
    }
}

impl Bound {
    /// Reads a literal as a bound: returns `None` if it is not a number, and an error text if it is larger than any
    /// element.
    pub(crate) fn of(
        literal: &Lit,
        start: Span,
        span: Span,
        is_negative: bool,
    ) -> Option<std::result::Result<Self, &'static str>> {
        let sign = if is_negative { "-" } else { "" };
        let number = match literal {
            Lit::Int(literal) => format!("{sign}{}", literal.base10_digits()).parse().ok().map(Number::Int),
            Lit::Float(literal) => match format!("{sign}{}", literal.base10_digits()).parse::<f64>() {
                Ok(number) if number.is_finite() => Some(Number::Float(number)),
                _ => None,
            },
            _ => return None,
        };
        let Some(number) = number else { return Some(Err("this number is larger than any element")) };
        let text = match number {
            Number::Int(number) => number.to_string(),
            Number::Float(number) => format!("{number:?}"),
        };
        Some(Ok(Bound { number, text, start, span }))
    }
}

impl ToTokens for Bound {
    /// Writes two string literals of the bound's text, with the spans of its beginning and its end, so that errors
    /// point there.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let at = |span| {
            let mut literal = Literal::string(&self.text);
            literal.set_span(span);
            TokenTree::Literal(literal)
        };
        tokens.extend([at(self.start), at(self.span)]);
    }
}
