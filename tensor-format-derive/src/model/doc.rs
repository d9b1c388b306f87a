//! The documentation of a field, whose first paragraph its rules keep.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, ExprGroup, ExprLit, Lit, Meta};

use crate::token_list::TokenList;

/// The first paragraph of a documentation, in one line.
#[derive(Clone)]
pub(crate) enum Doc {
    /// The text; empty if there is none.
    Text(String),
    /// The lines, of which some are calls of `concat!`, `include_str!` or another macro that only the compiler expands.
    Lines(Vec<Expr>),
}

impl Doc {
    /// No documentation.
    pub(crate) const NONE: Self = Self::Text(String::new());

    /// Returns the documentation that these attributes hold.
    pub(crate) fn of(attrs: &[Attribute]) -> Self {
        let lines: Vec<Expr> = attrs
            .iter()
            .filter_map(|attr| match &attr.meta {
                Meta::NameValue(meta) if meta.path.is_ident("doc") => Some(ungrouped(&meta.value).clone()),
                _ => None,
            })
            .collect();
        match lines.iter().map(literal).collect::<Option<Vec<_>>>() {
            Some(texts) => Self::Text(first_paragraph(&texts.join("\n"))),
            None => Self::Lines(lines),
        }
    }

    /// Returns whether there is no documentation.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }

    /// Returns an expression for the text. `p` is the path of the names that generated code uses.
    pub(crate) fn expression(&self, p: &TokenList) -> TokenStream {
        match self {
            Self::Text(text) => quote!(#text),
            Self::Lines(lines) => quote!({
                const __DOC: &#p::core::primitive::str = #p::core::concat!(#(#lines, "\n"),*);
                const __LINE: ([#p::core::primitive::u8; __DOC.len()], #p::core::primitive::usize) =
                    #p::first_paragraph(__DOC);
                #p::line_of(&__LINE)
            }),
        }
    }
}

/// Returns an expression without the invisible groups that `macro_rules!` puts around a fragment.
fn ungrouped(mut value: &Expr) -> &Expr {
    while let Expr::Group(ExprGroup { expr, .. }) = value {
        value = expr;
    }
    value
}

fn literal(line: &Expr) -> Option<String> {
    match line {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// Returns the first paragraph of a text, in one line.
fn first_paragraph(text: &str) -> String {
    let lines = text.split('\n').map(str::trim).skip_while(|line| line.is_empty());
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
