//! Checks defaults that are literals, numbers and lists of numbers, while the crate is compiled.

use proc_macro2::Span;
use syn::{Expr, ExprLit, Lit, Token, UnOp, parse::Parser, punctuated::Punctuated, spanned::Spanned};

use crate::{
    errors::Errors,
    model::{Bound, Fallback, Range},
};

/// The number of items of a list in a default.
pub(crate) struct Length {
    /// The axis that the list is along: the number of lists around it.
    pub(crate) axis: usize,
    pub(crate) len: u64,
    /// The span of the list, or of its number of items if that is written as `[0; 3]`.
    pub(crate) span: Span,
}

/// One part of a default: the length of a list, or a literal with the span of its beginning and whether it is negative.
enum Part<'a> {
    Length(Length),
    Literal(&'a Lit, Span, bool),
}

/// Reports numbers in a default that are not in the range of the field. They are the numbers that are sent only if no
/// module converts the field.
pub(super) fn in_range(fallback: Option<&Fallback>, range: Option<&Range>, errors: &mut Errors) {
    let (Some(Fallback::Value(value, _)), Some(range)) = (fallback, range) else { return };
    walk(value, 0, &mut |part| {
        let Part::Literal(literal, start, is_negative) = part else { return };
        let Some(Ok(number)) = Bound::of(literal, start, literal.span(), is_negative) else { return };
        if !range.contains(&number.number) {
            let (found, range) = (&number.text, range.text());
            let hint =
                format!("the default {found} is not in the range {range}: give a number in it, or widen the range");
            errors.over(&number, hint);
        }
    });
}

/// Returns the lengths of the lists in a default; of equal lengths along one axis only the first.
pub(crate) fn lengths(value: &Expr) -> Vec<Length> {
    let mut lengths: Vec<Length> = Vec::new();
    walk(value, 0, &mut |part| {
        let Part::Length(length) = part else { return };
        if !lengths.iter().any(|known| (known.axis, known.len) == (length.axis, length.len)) {
            lengths.push(length);
        }
    });
    lengths
}

fn walk(value: &Expr, axis: usize, found: &mut impl FnMut(Part<'_>)) {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => found(Part::Literal(lit, lit.span(), false)),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            if let Expr::Lit(ExprLit { lit, .. }) = &*unary.expr {
                found(Part::Literal(lit, unary.op.span(), true));
            }
        }
        Expr::Paren(inner) => walk(&inner.expr, axis, found),
        Expr::Group(inner) => walk(&inner.expr, axis, found),
        Expr::Reference(inner) => walk(&inner.expr, axis, found),
        Expr::Array(list) => items(&list.elems, list.bracket_token.span.join(), axis, found),
        Expr::Repeat(list) => repeated(&list.expr, &list.len, axis, found),
        Expr::Macro(call) if call.mac.path.segments.last().is_some_and(|last| last.ident == "vec") => {
            let tokens = call.mac.tokens.clone();
            let list = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens.clone());
            let pair = |input: syn::parse::ParseStream<'_>| {
                let item: Expr = input.parse()?;
                input.parse::<Token![;]>()?;
                Ok((item, input.parse::<Expr>()?))
            };
            if let Ok(list) = list {
                items(&list, call.mac.delimiter.span().join(), axis, found);
            } else if let Ok((item, len)) = pair.parse2(tokens) {
                repeated(&item, &len, axis, found);
            }
        }
        _ => {}
    }
}

fn items(list: &Punctuated<Expr, Token![,]>, span: Span, axis: usize, found: &mut impl FnMut(Part<'_>)) {
    found(Part::Length(Length { axis, len: list.len() as u64, span }));
    list.iter().for_each(|item| walk(item, axis + 1, found));
}

fn repeated(item: &Expr, len: &Expr, axis: usize, found: &mut impl FnMut(Part<'_>)) {
    let Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) = len else { return walk(item, axis + 1, found) };
    if let Ok(len) = number.base10_parse() {
        found(Part::Length(Length { axis, len, span: number.span() }));
    }
    // What is repeated no times is not there.
    if number.base10_digits() != "0" {
        walk(item, axis + 1, found);
    }
}
