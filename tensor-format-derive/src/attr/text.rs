//! Values that are texts, as in `rename = "name"`.

use proc_macro2::TokenStream;
use syn::{Expr, ExprLit, Ident, Lit, LitBool, LitStr, Result, Token, ext::IdentExt, parse::ParseStream};

use super::{shape::is_constant, value};
use crate::{
    case::{CASES, Case},
    model::{Matches, Prefix},
    span, suggest,
};

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

/// Reads the case of `rename_all` or `rename_all_fields`, the word `word`.
pub(super) fn case(input: ParseStream<'_>, word: &str) -> Result<Case> {
    let valid = CASES.map(|(name, _)| name);
    if let Ok(Expr::Path(path)) = input.fork().parse::<Expr>() {
        let found = span::text(&path);
        if !valid.contains(&found.as_str()) {
            input.parse::<Expr>()?;
            let hint = match suggest::nearest(&found, &valid).filter(|_| !is_constant(&found)) {
                Some(near) => format!("unknown case `{found}`: write `{word} = {near:?}`"),
                None => {
                    let all = valid.map(|name| format!("`{name:?}`")).join(", ");
                    format!("a derive does not see what `{found}` is: write the case itself\nvalid here: {all}")
                }
            };
            return Err(syn::Error::new_spanned(path, hint));
        }
    }
    let text = string(input, word)?;
    let found = text.value();
    match CASES.iter().find(|(name, _)| *name == found) {
        Some((_, case)) => Ok(*case),
        None => Err(syn::Error::new(text.span(), suggest::unknown("case", &found, &valid))),
    }
}

/// Parses `flatten` or `flatten = "prefix_"`.
pub(super) fn flatten(input: ParseStream<'_>, word: &Ident) -> Result<Prefix> {
    if input.peek(syn::token::Paren) {
        return Err(input.error("a prefix follows `=`: write `flatten = \"prefix_\"`"));
    }
    if !input.peek(Token![=]) {
        return Ok(Prefix { text: String::new(), span: word.span() });
    }
    let prefix = value(input, word)?;
    if let Ok(flag) = prefix.fork().parse::<LitBool>() {
        prefix.parse::<LitBool>()?;
        let hint = if flag.value { "write just `flatten`" } else { "remove `flatten`" };
        return Err(syn::Error::new(flag.span, format!("the value of `flatten` is a prefix of names: {hint}")));
    }
    let prefix = string(prefix, "flatten")?;
    if prefix.value().is_empty() {
        return Err(syn::Error::new(prefix.span(), "an empty prefix changes no name: write just `flatten`"));
    }
    Ok(Prefix { text: prefix.value(), span: prefix.span() })
}

/// Parses what follows the word `matches`: `= "file.json"`, if the rules must be the same as in the file, or `(accepts
/// = "file.json")`, if they may allow more.
pub(super) fn matches(input: ParseStream<'_>, word: &Ident) -> Result<Matches> {
    let accepts = input.peek(syn::token::Paren);
    if !accepts {
        return Ok(Matches { file: string(value(input, word)?, "matches")?, accepts });
    }
    let content;
    syn::parenthesized!(content in input);
    let read = policy(&content);
    if read.is_err() {
        // What is left would be reported too.
        content.parse::<TokenStream>()?;
    }
    read
}

/// Parses `accepts = "file.json"` or `exact = "file.json"`.
fn policy(input: ParseStream<'_>) -> Result<Matches> {
    let Ok(policy) = input.call(Ident::parse_any) else {
        return Err(input.error("expected a policy: `matches(accepts = \"defs/model.json\")` or `matches(exact = ..)`"));
    };
    if policy != "accepts" && policy != "exact" {
        let hint = suggest::unknown("policy", &policy.to_string(), &["accepts", "exact"]);
        return Err(syn::Error::new(policy.span(), hint));
    }
    let file = string(value(input, &policy)?, &policy.to_string())?;
    if !input.is_empty() {
        return Err(input.error("expected just one file: `matches(accepts = \"defs/model.json\")`"));
    }
    Ok(Matches { file, accepts: policy == "accepts" })
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
        Expr::Binary(_) | Expr::Field(_) if matches!(name, "matches" | "exact" | "accepts") => {
            format!("write `{name} = \"{}\"`", text.replace(' ', ""))
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
