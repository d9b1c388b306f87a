//! Checks of fields that are not sent.

use crate::{
    attr::{Attrs, Given},
    errors::Errors,
    model::Fallback,
};

pub(super) fn check_skipped(attrs: &Attrs, errors: &mut Errors) {
    for (word, name) in attrs.words().filter(|(_, name)| !matches!(*name, "skip" | "default")) {
        errors.at(word, format!("a skipped field is not sent, so `{name}` has no effect: remove it"));
    }
    if let Some(Given { word, value }) = &attrs.default {
        let hint = match value {
            Fallback::Default => "a skipped field is filled with its default already: remove `default`",
            Fallback::Value(..) => {
                "a skipped field is filled by `Default::default()`: remove `default`; another value is that of a type of \
                 your own, which implements `Default`"
            }
        };
        errors.at(*word, hint);
    }
}
