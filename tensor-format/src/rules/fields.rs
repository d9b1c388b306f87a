//! Sparse data in a record, as fields that are maps leave it there.

use super::{Presence, RecordRules, TensorRules, VALUES, sparse::is_label};
use crate::const_text::str_eq::same;

/// Sparse data among the parameters of a record, whose names begin with that of a field and a dot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SparseParams {
    /// The number of its labels, before its values.
    pub(crate) labels: usize,
    /// The length of what all names begin with.
    pub(crate) prefix: usize,
}

impl<'a> RecordRules<'a> {
    /// The sparse data whose first parameter stands at this position.
    #[must_use]
    pub(crate) const fn sparse_at(&self, first: usize) -> Option<SparseParams> {
        let Some(start) = self.get(first) else { return None };
        let (prefix, mut labels) = (prefix_len(start.name), 0usize);
        loop {
            let Some(param) = self.get(first.saturating_add(labels)) else { return None };
            let (Some(name), false) =
                (suffix_of(param.name, start.name, prefix), matches!(param.presence, Presence::Many))
            else {
                return None;
            };
            if labels > 0 && same(name, VALUES) && param.rules.axes.rank() > 0 {
                return Some(SparseParams { labels, prefix });
            }
            if !is_label(&param) {
                return None;
            }
            labels = labels.saturating_add(1);
        }
    }

    /// The sparse data that is all there is: how many parameters are labels, the rules of the values, and the length of
    /// what all names begin with.
    #[must_use]
    pub(crate) const fn sole_sparse(&self) -> Option<(usize, TensorRules<'a>, usize)> {
        if let Some((labels, values)) = self.as_sparse() {
            return Some((labels, values, 0));
        }
        match self.sparse_at(0) {
            Some(SparseParams { labels, prefix }) if labels.saturating_add(1) == self.len() => match self.get(labels) {
                Some(values) => Some((labels, values.rules, prefix)),
                None => None,
            },
            _ => None,
        }
    }
}

/// The length of a name up to its last dot and with it; 0 without a dot.
#[allow(clippy::indexing_slicing, reason = "`at` is at most the length")]
const fn prefix_len(name: &str) -> usize {
    let mut at = name.len();
    while at > 0 && name.as_bytes()[at.saturating_sub(1)] != b'.' {
        at = at.saturating_sub(1);
    }
    at
}

/// What follows the first bytes of a name, if they are those of another name too.
#[allow(clippy::indexing_slicing, reason = "the lengths are compared first")]
pub(crate) const fn suffix_of<'n>(name: &'n str, other: &str, prefix: usize) -> Option<&'n str> {
    if name.len() < prefix || other.len() < prefix {
        return None;
    }
    let mut at = 0;
    while at < prefix {
        if name.as_bytes()[at] != other.as_bytes()[at] {
            return None;
        }
        at = at.saturating_add(1);
    }
    match core::str::from_utf8(name.as_bytes().split_at(prefix).1) {
        Ok(rest) => Some(rest),
        Err(_) => None,
    }
}
