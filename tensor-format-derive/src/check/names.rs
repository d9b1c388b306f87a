//! Names on the wire.

use proc_macro2::Span;
use syn::{Ident, ext::IdentExt};

use crate::{
    attr::{Attrs, Given},
    errors::Errors,
};

/// Returns the name on the wire, and where it comes from.
pub(super) fn wire_name(ident: &Ident, attrs: &Attrs, cased: Option<String>, errors: &mut Errors) -> (String, Span) {
    match &attrs.rename {
        Some(Given { value, .. }) => {
            if value.value().is_empty() {
                errors.at(value.span(), "a name on the wire cannot be empty");
            }
            (value.value(), value.span())
        }
        None => (cased.unwrap_or_else(|| ident.unraw().to_string()), ident.span()),
    }
}
