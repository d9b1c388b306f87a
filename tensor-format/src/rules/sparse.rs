//! Sparse data in the model: tensors of labels beside a tensor of values.

use super::{AxisRules, Param, RecordRules, TensorRules};
use crate::const_text::str_eq::same;
use crate::{ElementType, ElementTypes};

/// The name of the parameter that holds the values of sparse data.
///
/// Sparse data are a record. Each parameter but the last holds labels, as strings `[n]`, and is named for its
/// dimension; the last holds the values, `[n, ..]`. Entry `i` of every one of them belongs to item `i`.
pub const VALUES: &str = "values";

/// The most labels of an item.
pub(crate) const MAX_LABELS: usize = 8;

/// The rules of the values of a map whose values are no tensors. No tensor has them.
pub(crate) const NO_VALUES: TensorRules<'static> = TensorRules::new(ElementTypes::NONE, AxisRules::new(&[]));

impl<'a> RecordRules<'a> {
    /// If the parameters are those of sparse data: how many of them are labels, and the rules of the values.
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

/// Whether a parameter is texts, one an item.
pub(super) const fn is_label(param: &Param<'_>) -> bool {
    let is_text = matches!(param.rules.types.single(), Some(ElementType::String));
    is_text && !param.rules.axes.is_open() && param.rules.axes.rank() == 1
}
