//! The record form of sparse data: tensors of labels beside a tensor of values.

#[cfg(feature = "json")]
use super::Presence;
use super::{AxisRules, Param, RecordRules, TensorRules};
use crate::{
    ElementType, ElementTypes,
    const_text::bytes::{begin_alike, same},
};

/// The name of the parameter that holds the values of sparse data.
///
/// Sparse data are a record. Each parameter but the last holds labels, as strings `[n]`, and is named for its
/// dimension; the last holds the values, `[n, ..]`. Entry `i` of every one of them belongs to item `i`.
pub const VALUES: &str = "values";

/// The largest number of labels that an item of sparse data may have.
pub(crate) const MAX_LABELS: usize = 8;

/// The rules of the values of a map whose values are records: no tensor satisfies them.
pub(crate) const NO_VALUES: TensorRules<'static> = TensorRules::new(ElementTypes::NONE, AxisRules::new(&[]));

impl<'a> RecordRules<'a> {
    /// Returns the number of labels of an item and the rules of the values, if the parameters are those of sparse data;
    /// else `None`.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use tensor_format::HasRules;
    /// let rules = BTreeMap::<String, [f32; 3]>::RULES;
    /// assert_eq!(rules.to_string(), "{ d0: string [_], values: f32 [_, 3] }");
    /// let (labels, values) = rules.as_record().unwrap().as_sparse().unwrap();
    /// assert_eq!((labels, values.to_string().as_str()), (1, "f32 [_, 3]"));
    /// ```
    #[must_use]
    pub const fn as_sparse(&self) -> Option<(usize, TensorRules<'a>)> {
        let labels = self.len().saturating_sub(1);
        if labels == 0 {
            return None;
        }
        let mut index = 0;
        while index < labels {
            match self.get(index) {
                Some(param) if param.is_required() && is_label(&param) => index = index.saturating_add(1),
                _ => return None,
            }
        }
        match self.get(labels) {
            Some(values) if values.is_required() && same(values.name, VALUES) && values.rules.axes.rank() > 0 => {
                Some((labels, values.rules))
            }
            _ => None,
        }
    }
}

/// Returns whether a parameter can hold labels: strings of shape `[n]`, one for each item.
const fn is_label(param: &Param<'_>) -> bool {
    let is_text = matches!(param.rules.types.single(), Some(ElementType::String));
    is_text && !param.rules.axes.is_open() && param.rules.axes.rank() == 1
}

#[cfg(feature = "json")]
/// Sparse data among the parameters of a record. Their names begin with the same prefix: the name of a field and a dot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SparseParams {
    /// The number of parameters that hold labels; the one after them holds the values.
    pub(crate) labels: usize,
    /// The length in bytes of the prefix.
    pub(crate) prefix: usize,
}

#[cfg(feature = "json")]
impl<'a> RecordRules<'a> {
    /// Returns the sparse data whose first parameter is at position `first`; `None` if there is none.
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
            if !param.of_map {
                return None;
            }
            if labels > 0 && same(name, VALUES) && param.rules.axes.rank() > 0 {
                return Some(SparseParams { labels, prefix });
            }
            if !is_label(&param) {
                return None;
            }
            labels = labels.saturating_add(1);
        }
    }

    /// Returns, if the whole record is sparse data, the number of parameters that are labels, the rules of the values,
    /// and the length in bytes of the prefix of the names.
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

#[cfg(feature = "json")]
/// Returns the length in bytes of a name up to and with its last dot; 0 without a dot.
#[allow(clippy::indexing_slicing, reason = "`at` is at most the length")]
const fn prefix_len(name: &str) -> usize {
    let mut at = name.len();
    while at > 0 && name.as_bytes()[at.saturating_sub(1)] != b'.' {
        at = at.saturating_sub(1);
    }
    at
}

#[cfg(feature = "json")]
/// Returns the rest of `name` after its first `prefix` bytes; `None` if `other` does not begin with the same bytes.
pub(crate) const fn suffix_of<'n>(name: &'n str, other: &str, prefix: usize) -> Option<&'n str> {
    if !begin_alike(name.as_bytes(), other.as_bytes(), prefix) {
        return None;
    }
    match core::str::from_utf8(name.as_bytes().split_at(prefix).1) {
        Ok(rest) => Some(rest),
        Err(_) => None,
    }
}
