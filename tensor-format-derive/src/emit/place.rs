//! Where the fields are that generated code writes and reads into.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Member, ext::IdentExt};

use crate::token_list::TokenList;

/// Where the fields of a record are: in a value, or in variables that borrow them, as a pattern for a variant makes.
pub(super) enum Place {
    /// In the value of this name.
    In(Ident),
    /// In variables named by [`variable`].
    Variables,
}

impl Place {
    /// Returns the place of a field as an expression.
    pub(super) fn of(&self, member: &Member) -> TokenStream {
        match self {
            Place::In(this) => quote!(#this.#member),
            Place::Variables => {
                let variable = variable(member);
                quote!(*#variable)
            }
        }
    }

    /// Returns the expression that borrows a field.
    pub(super) fn borrowed(&self, member: &Member) -> TokenList {
        match self {
            Place::In(this) => TokenList::borrowed(this, member),
            Place::Variables => {
                let field = self.of(member);
                quote!(&#field).into()
            }
        }
    }
}

/// Returns the name of the variable that borrows a field.
pub(super) fn variable(member: &Member) -> Ident {
    match member {
        Member::Named(name) => format_ident!("__field_{}", name.unraw()),
        Member::Unnamed(index) => format_ident!("__field_{}", index.index),
    }
}
