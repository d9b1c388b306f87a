//! Fields of a record that are no tensors.

use super::RecordRules;
use crate::const_text::str_eq::same;

/// A field of a record that travels as [metadata](derive@crate::Tensor#metadata).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MetadataField<'a> {
    /// The name on the wire.
    pub name: &'a str,
    /// Whether a record without it is refused.
    pub required: bool,
}

impl<'a> MetadataField<'a> {
    /// Creates a field of this name.
    #[must_use]
    pub const fn new(name: &'a str, required: bool) -> Self {
        Self { name, required }
    }
}

impl<'a> RecordRules<'a> {
    /// Returns the same with these fields of metadata.
    ///
    /// ```
    /// use tensor_format::{RecordRules, rules::MetadataField};
    /// const RULES: RecordRules = RecordRules::new(&[]).with_metadata(&[MetadataField::new("run", true)]);
    /// assert_eq!(RULES.metadata()[0].name, "run");
    /// ```
    #[must_use]
    pub const fn with_metadata(mut self, metadata: &'a [MetadataField<'a>]) -> Self {
        self.metadata = metadata;
        self
    }

    /// Returns the fields that are metadata. Definitions, fingerprints, and comparisons other than contracts do not
    /// cover them.
    #[must_use]
    pub const fn metadata(&self) -> &'a [MetadataField<'a>] {
        self.metadata
    }

    /// Returns the first field of metadata that is required here and that values of `from` need not have.
    pub(crate) const fn metadata_missing_in(&self, from: &RecordRules<'_>) -> Option<&'a str> {
        let mut rest = self.metadata;
        while let [field, others @ ..] = rest {
            rest = others;
            if field.required && !has_metadata(from.metadata, field.name) {
                return Some(field.name);
            }
        }
        None
    }
}

const fn has_metadata(fields: &[MetadataField<'_>], name: &str) -> bool {
    let mut rest = fields;
    while let [field, others @ ..] = rest {
        rest = others;
        if field.required && same(field.name, name) {
            return true;
        }
    }
    false
}
