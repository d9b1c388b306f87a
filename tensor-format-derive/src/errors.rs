//! Collects errors, so that one run reports them all.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The errors found so far.
#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    /// Adds an error at one span.
    pub(crate) fn at(&mut self, span: Span, text: impl std::fmt::Display) {
        self.add(syn::Error::new(span, text));
    }

    /// Adds an error that underlines all of these tokens.
    pub(crate) fn over(&mut self, tokens: impl ToTokens, text: impl std::fmt::Display) {
        self.add(syn::Error::new_spanned(tokens, text));
    }

    /// Adds an error of the parser.
    pub(crate) fn add(&mut self, error: syn::Error) {
        self.0.push(error);
    }

    /// Returns whether there are no errors.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the errors as `compile_error!`s.
    pub(crate) fn to_compile_errors(&self) -> TokenStream {
        self.0.iter().map(syn::Error::to_compile_error).collect()
    }
}
