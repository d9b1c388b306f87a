//! The names that fields and variants have on the wire.

use proc_macro2::Span;

use crate::{
    attr::{Attrs, Given},
    errors::Errors,
};

/// Returns the name on the wire, and the span of the text that it comes from. Without `rename` that is `own`, the name in
/// Rust at `place`, or what `rename_all` makes of it, `cased`.
pub(super) fn wire_name(
    own: &str,
    place: Span,
    attrs: &Attrs,
    cased: Option<String>,
    errors: &mut Errors,
) -> (String, Span) {
    match &attrs.rename {
        Some(Given { value, .. }) => {
            if value.value().is_empty() {
                errors.at(value.span(), "a name on the wire cannot be empty");
            }
            (value.value(), value.span())
        }
        None => (cased.unwrap_or_else(|| own.to_owned()), place),
    }
}
