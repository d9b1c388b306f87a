//! `with = path::to::module`, `crate = path::to::tensor_format`.

use syn::{LitStr, Path, PathArguments, Result, parse::ParseStream};

/// Types that have no functions `to_wire` and `from_wire`.
const TYPES: [&str; 18] = [
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32", "f64", "bool",
    "char", "str", "String",
];

/// Returns an example of the last segment of the path that is the value of `word`, for error texts.
fn target(word: &str) -> &'static str {
    if word == "with" { "module" } else { "tensor_format" }
}

/// Reads the path that is the value of `word`.
pub(super) fn path(input: ParseStream<'_>, word: &str) -> Result<Path> {
    if input.peek(LitStr) {
        let text: LitStr = input.parse()?;
        return Err(syn::Error::new(text.span(), format!("expected a path: write `{word} = {}`", text.value())));
    }
    let start = input.span();
    let expected = |_| syn::Error::new(start, format!("expected a path: `{word} = path::to::{}`", target(word)));
    if word != "with" {
        let path = input.call(Path::parse_mod_style).map_err(expected)?;
        // It is imported, and no import begins with a type.
        return match path.segments.first() {
            Some(first) if first.ident == "Self" => Err(expected(input.error(""))),
            _ => Ok(path),
        };
    }
    let mut path: Path = input.parse().map_err(expected)?;
    if let Some(ty) = path.get_ident().filter(|name| TYPES.iter().any(|ty| *name == ty)) {
        let hint = format!(
            "`{ty}` has no functions `to_wire` and `from_wire`: name a module or a type that has both; a module of this \
             name is `self::{ty}`"
        );
        return Err(syn::Error::new(ty.span(), hint));
    }
    // The functions of `Type<Argument>` are called as `Type::<Argument>::to_wire`.
    for segment in &mut path.segments {
        match &mut segment.arguments {
            PathArguments::None => {}
            PathArguments::AngleBracketed(arguments) => {
                arguments.colon2_token.get_or_insert_default();
            }
            PathArguments::Parenthesized(_) => return Err(expected(input.error(""))),
        }
    }
    Ok(path)
}
