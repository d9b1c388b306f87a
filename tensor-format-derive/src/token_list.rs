//! Lists of tokens that are copied into others one by one.
//!
//! A `TokenStream` is passed to the compiler each time it is put into another, which takes long.

use proc_macro2::{Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Member;

#[derive(Clone)]
pub(crate) struct TokenList(Vec<TokenTree>);

impl TokenList {
    /// Returns `&value.member`.
    pub(crate) fn borrowed(value: &Ident, member: &Member) -> Self {
        Self::of([punct('&'), value.clone().into(), punct('.'), name(member)])
    }

    /// Returns `member: value`.
    pub(crate) fn field(member: &Member, value: &Ident) -> Self {
        Self::of([name(member), punct(':'), value.clone().into()])
    }

    /// Returns the same tokens, all with this span except those within brackets.
    pub(crate) fn moved_to(&self, span: Span) -> Self {
        let moved = self.0.iter().cloned().map(|mut token| {
            token.set_span(span);
            token
        });
        Self::of(moved)
    }

    fn of(tokens: impl IntoIterator<Item = TokenTree>) -> Self {
        Self(tokens.into_iter().collect())
    }
}

fn punct(character: char) -> TokenTree {
    Punct::new(character, Spacing::Alone).into()
}

fn name(member: &Member) -> TokenTree {
    match member {
        Member::Named(name) => name.clone().into(),
        Member::Unnamed(index) => Literal::u32_unsuffixed(index.index).into(),
    }
}

impl From<TokenStream> for TokenList {
    fn from(tokens: TokenStream) -> Self {
        Self::of(tokens)
    }
}

impl ToTokens for TokenList {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.iter().cloned());
    }
}
