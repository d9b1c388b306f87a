//! `shape = [batch: 1..=32, 3, _, {N}, ..]`.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Expr, Generics, Ident, Lit, LitInt, Result, Token, Type, TypePath, ext::IdentExt, parse::ParseStream, token,
};

use super::{entries, skip_to_comma};
use crate::{
    errors::Errors,
    model::{Axis, Shape, Size},
    span,
};

const ENTRIES: &str = "expected the length of an axis: `3`, `_`, `batch`, `batch: 1..=32`, `1..=32`, `{N}` or `..`";
/// Types that are taken for those of lengths, and types of elements.
const TYPES: [&str; 19] = [
    "usize", "isize", "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "u128", "i128", "f16", "bf16", "f32",
    "f64", "bool", "str", "String",
];
const ELEMENTS: &str = "the element type is that of the field";
const ANY: &str = "for an axis of any length, write `_`";
const LAST: &str = "expected the last length of the range, a whole number: it is written out, as in `1..=32`";

/// Reads the list of axes. Faults of single entries go to `errors`, and the other entries are read all the same.
pub(super) fn parse(input: ParseStream<'_>, generics: &Generics, errors: &mut Errors) -> Result<Shape> {
    if !input.peek(token::Bracket) {
        let found: TokenTree = input.fork().parse()?;
        let hint = match &found {
            TokenTree::Group(group) => format!("expected brackets: write `shape = [{}]`", span::text(group.stream())),
            _ => "expected a list in brackets, such as `shape = [batch, 3]`; for a scalar, `shape = []`".into(),
        };
        return Err(syn::Error::new(found.span(), hint));
    }
    if let Some(error) = of_array(input, generics)? {
        return Err(error);
    }
    let content;
    let bracket = syn::bracketed!(content in input);
    if input.peek(token::Bracket) {
        return Err(of_lists(input, span::text(content.parse::<TokenStream>()?)));
    }
    let mut shape = Shape { axes: Vec::new(), open: None, letters: Vec::new(), span: bracket.span.join() };
    entries(&content, errors, separator, |_| entry(&content, &mut shape, generics))?;
    Ok(shape)
}

/// Passes over a shape that is written as the type of an array, as `[[f32; 3]; 4]`, and returns the error for it.
fn of_array(input: ParseStream<'_>, generics: &Generics) -> Result<Option<syn::Error>> {
    let Ok(Type::Array(array)) = input.fork().parse() else { return Ok(None) };
    input.parse::<TokenTree>()?;
    let (mut element, mut lens) = (Type::Array(array), Vec::new());
    while let Type::Array(array) = element {
        lens.push(match &array.len {
            Expr::Lit(len) => span::text(len),
            len => format!("{{{}}}", span::text(len)),
        });
        element = *array.elem;
    }
    // To the parser the name of an axis is a type, too.
    let is_axis = match &element {
        Type::Path(TypePath { path, .. }) => path.get_ident().is_some_and(|name| {
            !is_type(name) && !is_parameter(generics, name) && name.to_string().starts_with(char::is_lowercase)
        }),
        other => matches!(other, Type::Infer(_)),
    };
    if is_axis {
        let hint = format!("axes stand between commas: write `[{}, {}]`", span::text(&element), lens.join(", "));
        return Ok(Some(syn::Error::new_spanned(element, hint)));
    }
    let hint = format!("a shape lists lengths alone: write `[{}]`; {ELEMENTS}", lens.join(", "));
    Ok(Some(syn::Error::new_spanned(element, hint)))
}

/// Passes over what follows a list of axes, `first`, in more brackets, and returns the error for it.
fn of_lists(input: ParseStream<'_>, first: String) -> syn::Error {
    let (mut all, mut lists) = (vec![first], TokenStream::new());
    while let (true, Ok(TokenTree::Group(list))) = (input.peek(token::Bracket), input.parse()) {
        all.push(span::text(list.stream()));
        lists.extend([TokenTree::Group(list)]);
    }
    syn::Error::new_spanned(lists, format!("all axes stand in one list: write `[{}]`", all.join(", ")))
}

/// Returns the error text for something else than the comma between two axes.
fn separator(input: ParseStream<'_>) -> &'static str {
    if input.peek(Token![+]) || input.peek(Token![-]) || input.peek(Token![*]) || input.peek(Token![/]) {
        "lengths are computed only from constants, in braces: `{2 * N}`; for another length give another name"
    } else if input.peek(Token![:]) {
        "before `:` is the name of the axis, as in `n: 1..=4`; without one, write the length alone"
    } else if input.peek(Token![..]) {
        "a range is of whole numbers that are written out, as `1..=32`: a constant stands alone"
    } else if input.peek(Token![?]) {
        "for any length, write `_` or just a name; a tensor that may be absent is an `Option`"
    } else if input.peek(token::Paren) || input.peek(Token![<]) || input.peek(Token![<=]) || input.peek(Token![in]) {
        "between the name of an axis and its lengths stands `:`, as in `batch: 1..=32`"
    } else {
        "expected `,` before the next axis"
    }
}

fn ends(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

fn entry(input: ParseStream<'_>, shape: &mut Shape, generics: &Generics) -> Result<()> {
    if input.peek(Token![...]) {
        let dots: Token![...] = input.parse()?;
        return Err(syn::Error::new_spanned(dots, "for any number of axes, write `..`"));
    }
    if input.peek(Token![..]) && !input.peek(Token![..=]) {
        let dots: Token![..] = input.parse()?;
        if let Ok(end) = input.parse::<LitInt>() {
            return Err(exclusive(&end, 0));
        }
        if shape.open.is_some() {
            return Err(syn::Error::new(
                dots.spans[0],
                "`..` stands twice: only one place can take any number of axes",
            ));
        }
        shape.open = Some(shape.axes.len());
        return Ok(());
    }
    let span = input.span();
    if input.peek(Token![_]) {
        input.parse::<Token![_]>()?;
        shape.axes.push(Axis { name: None, size: Size::Any, span, len: span });
        return Ok(());
    }
    computed(input, generics)?;
    if input.peek(Ident::peek_any) {
        let name = name(input, generics)?;
        refuse_type(&name)?;
        if input.peek(Token![=]) && !input.peek(Token![==]) {
            return Err(of_equals(input, &name)?);
        }
        let is_sized = input.parse::<Option<Token![:]>>()?.is_some();
        let len = if is_sized { input.span() } else { span };
        let size = if is_sized { named_size(input, &name, generics)? } else { Size::Any };
        if name.to_string().chars().all(char::is_uppercase) {
            shape.letters.push(name.clone());
        }
        shape.axes.push(Axis { name: Some(name.unraw().to_string()), size, span, len });
        return Ok(());
    }
    shape.axes.push(Axis { name: None, size: size(input)?, span, len: span });
    Ok(())
}

/// Passes over `= length` behind the name of an axis, and returns the error for it.
fn of_equals(input: ParseStream<'_>, name: &Ident) -> Result<syn::Error> {
    let equals: Token![=] = input.parse()?;
    let mut len = TokenStream::new();
    while !ends(input) {
        len.extend([input.parse::<TokenTree>()?]);
    }
    let len = if len.is_empty() { "3".to_owned() } else { span::text(len) };
    let hint = format!("between a name and its length stands `:`: write `{name}: {len}`");
    Ok(syn::Error::new_spanned(equals, hint))
}

/// Passes over an entry that computes with constants outside of braces, as `N / 2`, and returns the error for it.
fn computed(input: ParseStream<'_>, generics: &Generics) -> Result<()> {
    let ahead = input.fork();
    let mut entry = TokenStream::new();
    let mut is_in_path = false;
    while !ends(&ahead) {
        let token: TokenTree = ahead.parse()?;
        if let TokenTree::Ident(word) = &token {
            let is_constant = !word.to_string().contains(char::is_lowercase) || is_parameter(generics, word);
            let is_item = is_in_path || ahead.peek(Token![::]) || ahead.peek(token::Paren);
            if !is_constant && !is_item {
                return Ok(());
            }
        }
        is_in_path = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':');
        entry.extend([token]);
    }
    if syn::parse2::<Expr>(entry.clone()).is_ok_and(|expr| matches!(expr, Expr::Binary(_))) {
        skip_to_comma(input)?;
        let hint = format!("a length that is computed stands in braces: write `{{{}}}`", span::text(entry.clone()));
        return Err(syn::Error::new_spanned(entry, hint));
    }
    Ok(())
}

/// Returns whether a word is spelled as the name of a constant.
pub(super) fn is_constant(word: &str) -> bool {
    word.len() > 1 && word.contains(char::is_uppercase) && !word.contains(char::is_lowercase)
}

/// Returns whether the type has a parameter of this name, for types or for values.
fn is_parameter(generics: &Generics, name: &Ident) -> bool {
    let mut names =
        generics.type_params().map(|param| &param.ident).chain(generics.const_params().map(|param| &param.ident));
    names.any(|param| param == name)
}

/// Reads the name of an axis.
fn name(input: ParseStream<'_>, generics: &Generics) -> Result<Ident> {
    let name = input.call(Ident::parse_any)?;
    let text = name.to_string();
    if generics.const_params().any(|param| param.ident == name) {
        return Err(syn::Error::new(name.span(), format!("`{text}` is a parameter of the type: write `{{{text}}}`")));
    }
    if is_parameter(generics, &name) {
        return Err(has_no_length(&name));
    }
    if input.peek(Token![::]) {
        let mut path = text;
        while input.parse::<Option<Token![::]>>()?.is_some() {
            path = format!("{path}::{}", input.call(Ident::parse_any)?);
        }
        return Err(syn::Error::new(name.span(), format!("a constant stands in braces: write `{{{path}}}`")));
    }
    if text == "None" || (text == "any" && ends(input)) {
        return Err(syn::Error::new(name.span(), ANY));
    }
    if is_constant(&text) {
        let hint = format!("is `{text}` a constant? write `{{{text}}}`; the name of an axis is written in lower case");
        return Err(syn::Error::new(name.span(), hint));
    }
    Ok(name)
}

/// Refuses a type where the name of an axis is expected.
fn refuse_type(name: &Ident) -> Result<()> {
    if is_type(name) { Err(has_no_length(name)) } else { Ok(()) }
}

fn is_type(name: &Ident) -> bool {
    TYPES.iter().any(|ty| name == ty)
}

fn has_no_length(name: &Ident) -> syn::Error {
    let hint = format!(
        "`{name}` is a type, and a length has none: write `_` for any length, or the name of the axis; {ELEMENTS}"
    );
    syn::Error::new(name.span(), hint)
}

fn named_size(input: ParseStream<'_>, name: &Ident, generics: &Generics) -> Result<Size> {
    computed(input, generics)?;
    if input.peek(Ident::peek_any) && !input.peek(Token![_]) {
        // A constant or parameter has an error of its own.
        let word = self::name(input, generics)?;
        let hint =
            format!("a length is a number: write `{name}` for any, or `{name}: 3`, `{name}: 1..=32`, `{name}: {{N}}`");
        return Err(syn::Error::new(word.span(), hint));
    }
    if input.peek(Token![_]) || (input.peek(Token![..]) && !input.peek(Token![..=])) {
        return Err(input.error(format!("for any length under a name, write just `{name}`")));
    }
    size(input)
}

/// Reads the length of an axis: a number, a range or an expression in braces.
fn size(input: ParseStream<'_>) -> Result<Size> {
    if input.peek(token::Brace) {
        let content;
        let brace = syn::braced!(content in input);
        if content.is_empty() {
            return Err(syn::Error::new(
                brace.span.join(),
                "expected a constant expression in the braces, such as `{N}`",
            ));
        }
        let expr: Expr = content.parse()?;
        if !content.is_empty() {
            let error = content.error("expected one expression in the braces");
            content.parse::<TokenStream>()?;
            return Err(error);
        }
        return Ok(Size::Expr(expr));
    }
    if input.peek(Token![..=]) {
        input.parse::<Token![..=]>()?;
        return Ok(Size::Range(0, number(input, LAST)?.0));
    }
    let (min, first) = number(input, ENTRIES)?;
    if input.peek(Token![..=]) {
        let dots: Token![..=] = input.parse()?;
        let (max, last) = number(input, LAST)?;
        if min > max {
            let hint = format!("no length is in this range: write `{max}..={min}`");
            return Err(syn::Error::new_spanned(quote!(#first #dots #last), hint));
        }
        return Ok(Size::Range(min, max));
    }
    if input.peek(Token![..]) {
        input.parse::<Token![..]>()?;
        if let Ok(end) = input.parse::<LitInt>() {
            return Err(exclusive(&end, min));
        }
        return Ok(Size::Range(min, u64::MAX));
    }
    Ok(Size::Range(min, min))
}

/// Returns the error for `a..b`: ranges name their last length, as `a..=b`.
fn exclusive(end: &LitInt, min: u64) -> syn::Error {
    let last = end.base10_parse::<u64>().ok().and_then(|end| end.checked_sub(1)).filter(|last| *last >= min);
    let hint = match (last, min) {
        (Some(last), 0) => format!("a range names its last length: write `..={last}`"),
        (Some(last), _) => format!("a range names its last length: write `{min}..={last}`"),
        (None, _) => "a range names its last length, as `1..=32` does".to_owned(),
    };
    syn::Error::new(end.span(), hint)
}

/// Reads a whole number; `expected` is the error text for anything else.
fn number(input: ParseStream<'_>, expected: &str) -> Result<(u64, LitInt)> {
    if input.peek(Token![?]) || input.peek(Token![*]) {
        return Err(syn::Error::new(input.parse::<TokenTree>()?.span(), ANY));
    }
    if input.peek(Token![-]) {
        let minus: Token![-] = input.parse()?;
        let number: Option<LitInt> = input.parse()?;
        skip_to_comma(input)?;
        // Other systems have `-1` for any length.
        let own = number.as_ref().map(LitInt::base10_digits).filter(|digits| *digits != "1");
        let own = own.map(|digits| format!(", or `{digits}`")).unwrap_or_default();
        let hint = format!("a length is not negative: for any, write `_`{own}");
        return Err(syn::Error::new_spanned(quote!(#minus #number), hint));
    }
    if input.peek(token::Paren) {
        let group: TokenTree = input.parse()?;
        if let TokenTree::Group(group) = &group {
            let hint = format!("a constant stands in braces: write `{{{}}}`", span::text(group.stream()));
            return Err(syn::Error::new(group.span(), hint));
        }
    }
    if !input.peek(Lit) || ends(input) {
        // The whole of a constant in braces.
        let found = if input.peek(token::Brace) { input.parse::<TokenTree>()?.span() } else { input.span() };
        return Err(syn::Error::new(found, expected));
    }
    match input.parse()? {
        Lit::Int(literal) if !matches!(literal.suffix(), "" | "usize" | "u64") => {
            let hint = format!("a length has no type: write `{}`", literal.base10_digits());
            Err(syn::Error::new(literal.span(), hint))
        }
        Lit::Int(literal) => match literal.base10_parse() {
            Ok(number) => Ok((number, literal)),
            Err(_) => Err(syn::Error::new(literal.span(), format!("a length is at most {}", u64::MAX))),
        },
        Lit::Str(text) if syn::parse_str::<Ident>(&text.value()).is_ok() => Err(quoted(&text, &text.value())),
        Lit::Char(letter) if letter.value().is_alphabetic() => Err(quoted(&letter, &letter.value().to_string())),
        other => Err(syn::Error::new_spanned(other.to_token_stream(), expected)),
    }
}

/// Returns the error for the name of an axis in quotes.
fn quoted(literal: impl ToTokens, name: &str) -> syn::Error {
    syn::Error::new_spanned(literal, format!("the name of an axis stands without quotes: write `{name}`"))
}
