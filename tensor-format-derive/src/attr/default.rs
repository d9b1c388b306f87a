//! `default`, `default = value`.

use syn::{Expr, ExprArray, ExprLit, ExprParen, Lit, Result, Token, Type, parse::ParseStream, token};

use super::shape::is_constant;
use crate::{
    model::Fallback,
    span,
    std_types::{is_of_numbers, is_vec},
};

/// Reads the value that a field of the type `ty` has where none is sent.
pub(super) fn parse(input: ParseStream<'_>, ty: Option<&Type>) -> Result<Fallback> {
    if input.peek(token::Paren) {
        return Err(in_parentheses(input));
    }
    if !input.peek(Token![=]) {
        return Ok(Fallback::Default);
    }
    input.parse::<Token![=]>()?;
    let span = input.span();
    if input.is_empty() || input.peek(Token![,]) {
        let hint = "expected an expression after `=`; for `Default::default()` write just `default`";
        return Err(syn::Error::new(span, hint));
    }
    let value: Expr = input.parse()?;
    if let (Expr::Lit(ExprLit { lit: Lit::Str(text), .. }), Some(ty)) = (&value, ty.filter(|ty| is_of_numbers(ty))) {
        return Err(syn::Error::new(span, quoted_default(&text.value(), ty)));
    }
    if span::text(&value) == "Default::default" && !matches!(ty, Some(Type::FnPtr(_))) {
        return Err(syn::Error::new_spanned(
            &value,
            "this is a function: for the value that it returns write just `default`",
        ));
    }
    if let (Expr::Array(list), Some(ty)) = (&value, ty.filter(|ty| is_vec(ty))) {
        return Err(syn::Error::new_spanned(list, array_default(list, ty)));
    }
    Ok(Fallback::Value(value, span))
}

/// Returns the error for a default in parentheses, as functions of builders have it.
fn in_parentheses(input: ParseStream<'_>) -> syn::Error {
    let error = |advice: &str| input.error(format!("the value of `default` stands behind `=`: {advice}"));
    match input.fork().parse::<ExprParen>() {
        Ok(given) => error(&format!("write `default = {}`", span::text(&given.expr))),
        Err(_) => error("write `default = value`, or for `Default::default()` just `default`"),
    }
}

/// Returns the error text for a default in quotes, as other systems have it, of a field whose type is of numbers.
fn quoted_default(text: &str, ty: &Type) -> String {
    let advice = match syn::parse_str::<Expr>(text) {
        Ok(Expr::Path(path)) => {
            let is_constant = path.path.segments.last().is_some_and(|last| is_constant(&last.ident.to_string()));
            let call = if is_constant { "" } else { "()" };
            format!("`default` takes an expression: write `default = {}{call}`", span::text(&path))
        }
        Ok(value) => format!("`default` takes an expression: write `default = {}`", span::text(&value)),
        Err(_) => "write a value of this type, `default = value`".to_owned(),
    };
    format!("a text is no `{}`: {advice}", span::text(ty))
}

/// Returns the error text for a default that is an array, of a field whose type is a `Vec`.
fn array_default(list: &ExprArray, ty: &Type) -> String {
    let of_texts = span::text(ty).ends_with("<String>");
    let items = list.elems.iter().map(|item| match item {
        Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) if of_texts => format!("{}.into()", span::text(item)),
        item => span::text(item),
    });
    let items: Vec<String> = items.collect();
    format!("an array is no `{}`: write `default = vec![{}]`", span::text(ty), items.join(", "))
}
