//! The names that fields and variants have on the wire.

use std::collections::HashMap;

use proc_macro2::Span;

use crate::{
    attr::{Attrs, Given},
    errors::Errors,
};

/// The names and aliases so far of the fields of a record, or of the variants of an enum.
pub(super) struct Names {
    /// The field or variant that has each name.
    taken: HashMap<String, Owner>,
    /// What has the names, and what they are, for messages.
    words: (&'static str, &'static str),
}

/// The field or variant that has a name.
struct Owner {
    /// Its name in Rust.
    rust: String,
    source: Source,
}

/// What gives a field or variant one of its names.
#[derive(Clone, Copy)]
enum Source {
    /// Its name in Rust, or `rename`.
    Own,
    /// `rename_all`.
    Cased,
    /// The `alias` at this place.
    Alias(Span),
}

impl Names {
    pub(super) fn of_fields() -> Self {
        Self { taken: HashMap::new(), words: ("field", "wire name") }
    }

    pub(super) fn of_variants() -> Self {
        Self { taken: HashMap::new(), words: ("variant", "label") }
    }

    /// Takes the name and the aliases of the field or variant that is called `own` in Rust, at `place`; `cased` is what
    /// `rename_all` makes of that. Returns the name, the span of the text that it comes from, and the aliases.
    pub(super) fn take(
        &mut self,
        own: &str,
        place: Span,
        attrs: &Attrs,
        cased: Option<String>,
        errors: &mut Errors,
    ) -> (String, Span, Vec<String>) {
        let source = if attrs.rename.is_none() && cased.is_some() { Source::Cased } else { Source::Own };
        let (name, span) = wire_name(own, place, attrs, cased, errors);
        self.claim(&name, own, span, source, errors);
        let mut aliases = Vec::new();
        for alias in &attrs.aliases {
            let text = alias.value();
            if text.is_empty() {
                errors.at(alias.span(), "a name on the wire cannot be empty: remove this alias");
            } else if text == name {
                errors.at(alias.span(), format!("\"{text}\" is the name on the wire already: remove this alias"));
            } else {
                self.claim(&text, own, alias.span(), Source::Alias(alias.span()), errors);
                aliases.push(text);
            }
        }
        (name, span, aliases)
    }

    fn claim(&mut self, name: &str, own: &str, span: Span, source: Source, errors: &mut Errors) {
        let (what, names) = self.words;
        let is_alias = matches!(source, Source::Alias(_));
        let Some(first) = self.taken.get(name) else {
            self.taken.insert(name.to_owned(), Owner { rust: own.to_owned(), source });
            return;
        };
        match (&first.rust, first.source) {
            (first, _) if first == own && is_alias => {
                errors.at(span, format!("the alias \"{name}\" is given twice"));
            }
            // The compiler says so too. Without an error, it would say more of the code of the derive.
            (first, _) if first == own => errors.at(span, format!("the {what} `{own}` is there twice: remove one")),
            // Of the two the alias is the one to change.
            (first, Source::Alias(alias)) => {
                let is = if is_alias { "an alias" } else { "the name" };
                let why = format!("the alias \"{name}\" of `{first}` is {is} of the {what} `{own}`: remove it");
                errors.at(alias, why);
            }
            (first, _) if is_alias => {
                errors.at(span, format!("the alias \"{name}\" is the name of the {what} `{first}`: remove it"));
            }
            (first, from) => {
                let from = if matches!(from, Source::Cased) { " from `rename_all`" } else { "" };
                let why = format!(
                    "the {what} `{first}` has the {names} \"{name}\"{from} already: give one of the two another name, \
                     `#[tensor(rename = \"name\")]`"
                );
                errors.at(span, why);
            }
        }
    }
}

/// Returns the name on the wire, and the span of the text that it comes from. Without `rename` that is `own`, the name in
/// Rust at `place`, or what `rename_all` makes of it, `cased`.
fn wire_name(own: &str, place: Span, attrs: &Attrs, cased: Option<String>, errors: &mut Errors) -> (String, Span) {
    let (name, span) = match &attrs.rename {
        Some(Given { value, .. }) => (value.value(), value.span()),
        None => (cased.unwrap_or_else(|| own.to_owned()), place),
    };
    if name.is_empty() {
        errors.at(span, "a name on the wire cannot be empty: give it one, or remove `rename`");
    }
    (name, span)
}
