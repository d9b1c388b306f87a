//! Parses `#[tensor(...)]` and keeps the span of each word.
//!
//! Words are read one by one into [`Attrs`]; the list `WORDS` says where each may be written. Values that are more than
//! a name have files of their own. A faulty word is reported and passed over, so that the others still count. Whether
//! words go together is not looked at here, but in [`check`](crate::check).

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{
    Attribute, Field, Generics, Ident, LitStr, Meta, MetaList, Path, Result, Token, Type, WherePredicate,
    ext::IdentExt, parse::ParseStream, punctuated::Punctuated,
};

use crate::{
    bounds::complete,
    case::Case,
    errors::Errors,
    fragments::ungrouped,
    model::{Fallback, Matches, Narrowing, Prefix, Range, Shape, Types},
    span,
    std_types::unknown_in,
    suggest,
};

mod default;
mod dtype;
mod hints;
mod path;
mod range;
mod shape;
mod text;

use hints::{no_parentheses, unknown};
use path::path;
use text::{case, flatten, matches, string};

/// The kind of item that an attribute is written on: a struct or enum (`Container`), a field or a variant.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Place {
    Container,
    Field,
    Variant,
}

/// Every word that `#[tensor(...)]` knows, the kinds of items on which it may be written, and these as errors name
/// them.
const WORDS: [(&str, &[Place], &str); 25] = [
    ("dtype", &[Place::Container, Place::Field], "a struct or a field"),
    ("shape", &[Place::Container, Place::Field], "a struct or a field"),
    ("rename", &[Place::Field, Place::Variant], "a field or a variant"),
    ("alias", &[Place::Field, Place::Variant], "a field or a variant"),
    ("rename_all", &[Place::Container, Place::Variant], "the struct, the enum or a variant"),
    ("rename_all_fields", &[Place::Container], "the enum"),
    ("tag", &[Place::Container], "the enum"),
    ("default", &[Place::Field], "a field"),
    ("skip", &[Place::Field], "a field"),
    ("with", &[Place::Field], "a field"),
    ("flatten", &[Place::Field], "a field of a record"),
    ("sparse", &[Place::Container, Place::Field], "a struct or a field"),
    ("record", &[Place::Container], "a struct around a map"),
    ("ragged", &[Place::Field], "a field"),
    ("range", &[Place::Container, Place::Field], "a struct or a field"),
    ("range_checked", &[Place::Container, Place::Field], "a struct or a field"),
    ("metadata", &[Place::Field], "a field of a record"),
    ("deny_unknown", &[Place::Container], "the struct"),
    ("transparent", &[Place::Container], "the struct"),
    ("repr", &[Place::Container], "the enum"),
    ("stack", &[Place::Container], "the struct"),
    ("bound", &[Place::Container], "the struct or enum"),
    ("check", &[Place::Container], "the struct or enum"),
    ("matches", &[Place::Container], "the struct or enum"),
    ("crate", &[Place::Container], "the struct or enum"),
];

/// The span and the value of a word that is in an attribute.
pub(crate) struct Given<T> {
    pub(crate) word: Span,
    pub(crate) value: T,
}

/// The value of the word `bound`: the predicates of a where clause, and the span of the text that has them.
pub(crate) struct Bound {
    pub(crate) predicates: Vec<WherePredicate>,
    pub(crate) text: Span,
}

/// The words that the attributes of one struct, enum, field or variant have, with their values.
#[derive(Default)]
pub(crate) struct Attrs {
    pub(crate) dtype: Option<Given<Types>>,
    pub(crate) shape: Option<Given<Shape>>,
    pub(crate) rename: Option<Given<LitStr>>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) rename_all: Option<Given<Case>>,
    pub(crate) rename_all_fields: Option<Given<Case>>,
    pub(crate) tag: Option<Given<LitStr>>,
    pub(crate) default: Option<Given<Fallback>>,
    pub(crate) skip: Option<Given<()>>,
    pub(crate) with: Option<Given<Path>>,
    pub(crate) flatten: Option<Given<Prefix>>,
    pub(crate) sparse: Option<Given<()>>,
    pub(crate) record: Option<Given<()>>,
    pub(crate) ragged: Option<Given<()>>,
    pub(crate) range: Option<Given<Range>>,
    pub(crate) metadata: Option<Given<()>>,
    pub(crate) deny_unknown: Option<Given<()>>,
    pub(crate) transparent: Option<Given<()>>,
    pub(crate) repr: Option<Given<Ident>>,
    pub(crate) stack: Option<Given<()>>,
    pub(crate) bound: Option<Given<Bound>>,
    pub(crate) check: Option<Given<Vec<Type>>>,
    pub(crate) matches: Option<Given<Matches>>,
    pub(crate) krate: Option<Given<Path>>,
    words: Vec<(Span, &'static str)>,
}

/// How to write a struct around a map that is a record.
pub(crate) const STATE_DICT: &str = "give the map a struct of its own, as\n  \
    #[derive(Tensor)]\n  #[tensor(record)]\n  struct StateDict(HashMap<String, T>);";

/// Returns whether the word `skip` is among those of an attribute.
pub(crate) fn has_skip(words: &TokenStream) -> bool {
    words.clone().into_iter().any(|token| matches!(token, TokenTree::Ident(word) if word == "skip"))
}

impl Attrs {
    /// Reads the `#[tensor(...)]` attributes of one item; `generics` are the type's parameters.
    pub(crate) fn parse(list: &[Attribute], place: Place, generics: &Generics, errors: &mut Errors) -> Self {
        Self::read(list, place, None, generics, errors)
    }

    fn read(list: &[Attribute], place: Place, ty: Option<&Type>, generics: &Generics, errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        for attr in list.iter().filter(|attr| attr.path().is_ident("tensor")) {
            let Meta::List(meta) = &attr.meta else {
                errors.over(&attr.meta, no_parentheses(&attr.meta, place));
                continue;
            };
            let meta = MetaList { tokens: ungrouped(meta.tokens.clone()), ..meta.clone() };
            // The value of a default beside `skip` is not held to the type: it is one fault that it is there.
            let ty = ty.filter(|_| !has_skip(&meta.tokens));
            let read = meta.parse_args_with(|input: ParseStream<'_>| {
                let separator = |input: ParseStream<'_>| match input.peek(Token![:]) {
                    true => "between a word and its value stands `=`, as in `rename = \"name\"`",
                    false => "expected `,` before the next word",
                };
                entries(input, errors, separator, |errors| attrs.word(input, place, ty, generics, errors))
            });
            if let Err(error) = read {
                errors.add(error);
            }
        }
        attrs
    }

    /// Reads the attributes of a field.
    pub(crate) fn of_field(field: &Field, generics: &Generics, errors: &mut Errors) -> Self {
        Self::read(&field.attrs, Place::Field, Some(&field.ty), generics, errors)
    }

    /// Moves the values of `dtype`, `shape` and `range` out: those that narrow the rules of a type.
    pub(crate) fn narrowing(&mut self) -> Narrowing {
        Narrowing {
            types: self.dtype.take().map(|given| given.value),
            shape: self.shape.take().map(|given| given.value),
            range: self.range.take().map(|given| given.value),
        }
    }

    /// Returns the words that the attributes have, each with its span; those that only a type can have (`bound`,
    /// `check`, `matches`, `crate`) are left out.
    pub(crate) fn words(&self) -> impl Iterator<Item = (Span, &'static str)> {
        WORDS.iter().filter_map(|(name, ..)| self.words.iter().find(|(_, given)| given == name).copied())
    }

    fn word(
        &mut self,
        input: ParseStream<'_>,
        place: Place,
        ty: Option<&Type>,
        generics: &Generics,
        errors: &mut Errors,
    ) -> Result<()> {
        let Ok(word) = input.call(Ident::parse_any) else {
            return Err(match input.fork().parse::<LitStr>() {
                Ok(name) if place != Place::Container => {
                    input.error(format!("expected a word: for another name, write `rename = {:?}`", name.value()))
                }
                _ => input.error("expected a word such as `shape` or `rename`"),
            });
        };
        let name = word.to_string();
        let Some((known, places, belongs)) = WORDS.iter().find(|(known, ..)| *known == name) else {
            let valid: Vec<&str> =
                WORDS.iter().filter(|(_, places, _)| places.contains(&place)).map(|(known, ..)| *known).collect();
            return Err(syn::Error::new(word.span(), unknown(&name, &valid)));
        };
        if !places.contains(&place) {
            let how = match name.as_str() {
                "record" => format!(": {STATE_DICT}"),
                "rename_all" => match ty.and_then(unknown_in).map(span::text) {
                    Some(ty) => format!(": to rename the fields of `{ty}`, write it on `{ty}`"),
                    None => ": to rename this field, write `rename = \"name\"`".to_owned(),
                },
                "skip" if place == Place::Variant => ", and each variant can be sent: remove it".to_owned(),
                "default" if place == Place::Variant => {
                    ", where it stands in for an absent enum: for `Default`, mark the variant as `#[default]`"
                        .to_owned()
                }
                _ if place == Place::Variant && places.contains(&Place::Field) => {
                    ": write it before a type in this variant".to_owned()
                }
                _ if place == Place::Container => ": write it above the one that it is for".to_owned(),
                _ => String::new(),
            };
            return Err(syn::Error::new(word.span(), format!("`{name}` belongs on {belongs}{how}")));
        }
        let span = word.span();
        match name.as_str() {
            "dtype" => give(&mut self.dtype, span, &name, errors, |errors| dtype::parse(value(input, &word)?, errors)),
            "shape" => give(&mut self.shape, span, &name, errors, |errors| {
                shape::parse(value(input, &word)?, generics, errors)
            }),
            "rename" => give(&mut self.rename, span, &name, errors, |_| string(value(input, &word)?, "rename")),
            "alias" => string(value(input, &word)?, "alias").map(|alias| self.aliases.push(alias)),
            "rename_all" => give(&mut self.rename_all, span, &name, errors, |_| case(value(input, &word)?, &name)),
            "rename_all_fields" => {
                give(&mut self.rename_all_fields, span, &name, errors, |_| case(value(input, &word)?, &name))
            }
            "tag" => give(&mut self.tag, span, &name, errors, |_| string(value(input, &word)?, "tag")),
            "default" => give(&mut self.default, span, &name, errors, |_| default::parse(input, ty)),
            "skip" => give(&mut self.skip, span, &name, errors, |_| flag(input, "skip")),
            "with" => give(&mut self.with, span, &name, errors, |_| path(value(input, &word)?, "with")),
            "flatten" => give(&mut self.flatten, span, &name, errors, |_| flatten(input, &word)),
            "sparse" => give(&mut self.sparse, span, &name, errors, |_| flag(input, "sparse")),
            "record" => give(&mut self.record, span, &name, errors, |_| flag(input, "record")),
            "ragged" => give(&mut self.ragged, span, &name, errors, |_| flag(input, "ragged")),
            "range" | "range_checked" => {
                let is_checked = name == "range_checked";
                if self.range.as_ref().is_some_and(|given| given.value.is_checked != is_checked) {
                    let hint = "`range` and `range_checked` both give the range: write one of them";
                    errors.at(span, hint);
                    return skip_to_comma(input);
                }
                give(&mut self.range, span, &name, errors, |_| range::parse(value(input, &word)?, span, is_checked))
            }
            "metadata" => give(&mut self.metadata, span, &name, errors, |_| flag(input, "metadata")),
            "deny_unknown" => give(&mut self.deny_unknown, span, &name, errors, |_| flag(input, "deny_unknown")),
            "transparent" => give(&mut self.transparent, span, &name, errors, |_| flag(input, "transparent")),
            "stack" => give(&mut self.stack, span, &name, errors, |_| flag(input, "stack")),
            "repr" => give(&mut self.repr, span, &name, errors, |_| integer(value(input, &word)?)),
            "bound" => give(&mut self.bound, span, &name, errors, |_| bound(value(input, &word)?)),
            "check" => give(&mut self.check, span, &name, errors, |_| instances(input, &word)),
            "matches" => give(&mut self.matches, span, &name, errors, |_| matches(input, &word)),
            _ => give(&mut self.krate, span, &name, errors, |_| path(value(input, &word)?, "crate")),
        }?;
        if !matches!(*known, "bound" | "check" | "matches" | "crate") {
            self.words.push((span, known));
        }
        Ok(())
    }
}

/// Reads the value of a word into `slot`; an error if there is a value already.
fn give<T>(
    slot: &mut Option<Given<T>>,
    word: Span,
    name: &str,
    errors: &mut Errors,
    read: impl FnOnce(&mut Errors) -> Result<T>,
) -> Result<()> {
    let value = read(errors)?;
    if slot.is_some() {
        return Err(syn::Error::new(word, format!("`{name}` is given twice")));
    }
    *slot = Some(Given { word, value });
    Ok(())
}

/// Passes over the equals sign between `word` and its value, and returns the input behind it.
fn value<'a>(input: ParseStream<'a>, word: &Ident) -> Result<ParseStream<'a>> {
    let takes_one_name = matches!(word.to_string().as_str(), "rename" | "alias");
    if takes_one_name && input.peek(syn::token::Paren) {
        let name = input.fork().parse::<proc_macro2::Group>().ok().map(|group| group.stream());
        if let Some(name) = name.and_then(|name| syn::parse2::<LitStr>(name).ok()) {
            return Err(input.error(format!("write `{word} = {}`", name.token())));
        }
        let why = if word == "alias" {
            "write `alias = \"old_name\"`, once for each other name that is read"
        } else {
            "one name serves for writing and reading: write `rename = \"name\"`, and `alias = \"old_name\"` for \
             another that is read"
        };
        return Err(input.error(why));
    }
    if !input.peek(Token![=]) {
        let example = match word.to_string().as_str() {
            "dtype" => "dtype = f32",
            "shape" => "shape = [_, 3]",
            "rename" => "rename = \"name\"",
            "alias" => "alias = \"old_name\"",
            "rename_all" => "rename_all = \"camelCase\"",
            "rename_all_fields" => "rename_all_fields = \"camelCase\"",
            "tag" => "tag = \"kind\"",
            "bound" => "bound = \"T: Encode\"",
            "repr" => "repr = u8",
            "with" => "with = path::to::module",
            "range" => "range = 0.0..=1.0",
            "range_checked" => "range_checked = 0.0..=1.0",
            "matches" | "exact" | "accepts" => "matches = \"defs/model.json\"",
            _ => "crate = path::to::tensor_format",
        };
        return Err(syn::Error::new(word.span(), format!("`{word}` needs a value: `{example}`")));
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(syn::Error::new(input.span(), "expected a value after `=`"));
    }
    Ok(input)
}

fn flag(input: ParseStream<'_>, name: &str) -> Result<()> {
    if input.peek(Token![=]) || input.peek(syn::token::Paren) {
        return Err(input.error(format!("`{name}` takes no value: write just `{name}`")));
    }
    Ok(())
}

/// Parses the predicates of a where clause.
fn bound(input: ParseStream<'_>) -> Result<Bound> {
    let text = string(input, "bound")?;
    let predicates = text.parse_with(Punctuated::<WherePredicate, Token![,]>::parse_terminated).map_err(|error| {
        let hint = format!("expected what stands after `where`, such as `bound = \"T: Encode\"`: {error}");
        syn::Error::new(text.span(), hint)
    })?;
    let mut predicates: Vec<WherePredicate> = predicates.into_iter().collect();
    if complete(&mut predicates) {
        // The compiler would say so of the whole text, as if it were the trait.
        let hint = "`Decode` has a lifetime, that of the input: write `for<'de> tensor_format::Decode<'de>`";
        return Err(syn::Error::new(text.span(), hint));
    }
    Ok(Bound { predicates, text: text.span() })
}

/// The integer types of elements.
const INTEGERS: [&str; 8] = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"];

fn integer(input: ParseStream<'_>) -> Result<Ident> {
    if input.peek(LitStr) {
        let text: LitStr = input.parse()?;
        return Err(syn::Error::new(text.span(), format!("expected a type: write `repr = {}`", text.value())));
    }
    let ident = input.call(Ident::parse_any)?;
    let found = ident.to_string();
    if INTEGERS.contains(&found.as_str()) {
        return Ok(ident);
    }
    Err(syn::Error::new(ident.span(), suggest::unknown("integer type", &found, &INTEGERS)))
}

/// Parses the instances of a generic type, such as `(Row<3>, Row<4>)`.
fn instances(input: ParseStream<'_>, word: &Ident) -> Result<Vec<Type>> {
    if input.peek(Token![=]) {
        let hint = "`check` calls no function: it names instances of a type with parameters, as `check(Row<3>)`; for \
                    any other type, remove it";
        return Err(syn::Error::new(word.span(), hint));
    }
    if !input.peek(syn::token::Paren) {
        return Err(syn::Error::new(word.span(), "`check` needs instances of the type: `check(Row<3>)`"));
    }
    let content;
    syn::parenthesized!(content in input);
    if content.is_empty() {
        return Err(syn::Error::new(word.span(), "`check` needs instances of the type: `check(Row<3>)`"));
    }
    Ok(Punctuated::<Type, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}

/// Reads entries with commas between them. A fault of one goes to `errors`, and the others are read all the same.
fn entries(
    input: ParseStream<'_>,
    errors: &mut Errors,
    separator: impl Fn(ParseStream<'_>) -> &'static str,
    mut entry: impl FnMut(&mut Errors) -> Result<()>,
) -> Result<()> {
    while !input.is_empty() {
        if let Err(error) = entry(errors) {
            errors.add(error);
            skip_to_comma(input)?;
        }
        if !input.is_empty() && input.parse::<Token![,]>().is_err() {
            errors.add(input.error(separator(input)));
            skip_to_comma(input)?;
            input.parse::<Option<Token![,]>>()?;
        }
    }
    Ok(())
}

/// Passes over what is left of a faulty entry, up to the next comma.
fn skip_to_comma(input: ParseStream<'_>) -> Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}
