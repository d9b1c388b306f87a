//! The fields of a record that are metadata instead of tensors, in its rules.

use super::RecordRules;
use crate::const_text::bytes::same;

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
    /// Creates the rules of a metadata field.
    #[must_use]
    pub const fn new(name: &'a str, required: bool) -> Self {
        Self { name, required }
    }
}

impl<'a> RecordRules<'a> {
    /// Returns the rules with these metadata fields instead of their own.
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

    /// Returns the metadata fields of the record. Definitions, fingerprints, and comparisons other than contracts do
    /// not cover them.
    #[must_use]
    pub const fn metadata(&self) -> &'a [MetadataField<'a>] {
        self.metadata
    }

    /// Returns the name of the first metadata field that is required here and that records of `from` need not have.
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
