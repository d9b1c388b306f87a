//! Values that are texts, as in `rename = "name"`.

use syn::{Expr, ExprLit, Lit, LitStr, Result, Type, parse::ParseStream};

use super::shape::is_constant;
use crate::span;

/// Reads a string literal, the value of the word `name`. The error for anything else says how to write it as one.
pub(super) fn string(input: ParseStream<'_>, name: &str) -> Result<LitStr> {
    let expr: Expr = input.parse()?;
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(text),
        Expr::Array(names) if name == "alias" => {
            let words: Vec<String> = names.elems.iter().map(|name| format!("alias = {}", quoted(name))).collect();
            Err(syn::Error::new_spanned(names, format!("each name is a word of its own: write `{}`", words.join(", "))))
        }
        other => Err(syn::Error::new_spanned(&other, format!("expected a string literal: {}", advice(&other, name)))),
    }
}

/// Returns the error text for a default in quotes, as other systems have it, of a field whose type is of numbers.
pub(super) fn quoted_default(text: &str, ty: &Type) -> String {
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

/// Returns how to write `value`, which is given for the word `name`, as a string literal.
fn advice(value: &Expr, name: &str) -> String {
    let text = span::text(value);
    match value {
        Expr::Macro(call) => format!(
            "a derive does not see what `{}!` makes: write the text itself, or pass it to your macro as a `literal`",
            span::text(&call.mac.path)
        ),
        Expr::Path(_) => format!(
            "write `{name} = \"{text}\"`; if `{text}` is a constant, write the text that it has; in a macro, take a \
             `literal`, `$text:literal`, and pass `\"{text}\"`"
        ),
        Expr::Lit(ExprLit { lit: Lit::ByteStr(bytes), .. }) if std::str::from_utf8(&bytes.value()).is_err() => {
            "a text is UTF-8, and these bytes are not".to_owned()
        }
        Expr::Lit(_) => format!("write `{name} = {}`", quoted(value)),
        _ => "a derive does not evaluate expressions: write the text itself".to_owned(),
    }
}

/// Returns the string literal with the text that a literal of another kind has: `"x"` for `'x'`, `b"x"` and `c"x"`.
fn quoted(value: &Expr) -> String {
    let text = match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        Expr::Lit(ExprLit { lit: Lit::Char(letter), .. }) => Some(letter.value().to_string()),
        Expr::Lit(ExprLit { lit: Lit::Byte(letter), .. }) => Some(char::from(letter.value()).to_string()),
        Expr::Lit(ExprLit { lit: Lit::ByteStr(text), .. }) => String::from_utf8(text.value()).ok(),
        Expr::Lit(ExprLit { lit: Lit::CStr(text), .. }) => text.value().into_string().ok(),
        _ => None,
    };
    format!("{:?}", text.unwrap_or_else(|| span::text(value)))
}
