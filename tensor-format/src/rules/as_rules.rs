//! A trait for rules in borrowed or owned form.

use super::{Definitions, RecordRules, Rules, RulesBuf, TensorRules, TensorRulesBuf};
use crate::ElementType;

/// Rules in any form: borrowed, as the constants of a type are, or owned, as rules and definitions read at run time.
pub trait AsRules {
    /// Calls `f` with the rules in their borrowed form.
    fn with_rules<R>(&self, f: impl FnOnce(&Rules<'_>) -> R) -> R;

    /// Returns whether the rules allow a tensor of this element type and shape; unlike a check it gives no reason.
    #[doc(hidden)]
    // Of rules that are a constant a comparison for each fixed length is left.
    #[inline(always)]
    fn allow(&self, element_type: ElementType, shape: &[usize]) -> bool {
        self.with_rules(|rules| matches!(rules, Rules::Tensor(rules) if rules.allow(element_type, shape)))
    }
}

impl AsRules for Rules<'_> {
    #[inline(always)]
    fn with_rules<R>(&self, f: impl FnOnce(&Rules<'_>) -> R) -> R {
        f(self)
    }
}

impl AsRules for TensorRules<'_> {
    fn with_rules<R>(&self, f: impl FnOnce(&Rules<'_>) -> R) -> R {
        f(&Rules::Tensor(*self))
    }
}

impl AsRules for RecordRules<'_> {
    fn with_rules<R>(&self, f: impl FnOnce(&Rules<'_>) -> R) -> R {
        f(&Rules::Record(*self))
    }
}

impl AsRules for TensorRulesBuf {
    fn with_rules<R>(&self, f: impl FnOnce(&Rules<'_>) -> R) -> R {
        self.with(|rules| f(&Rules::Tensor(rules)))
    }

    fn allow(&self, element_type: ElementType, shape: &[usize]) -> bool {
        if self.open.is_some() || self.axes.iter().any(|axis| axis.name.is_some()) {
            return self.with(|rules| rules.allow(element_type, shape));
        }
        self.allowed_types.contains(&element_type)
            && self.axes.len() == shape.len()
            && self.axes.iter().zip(shape).all(|(axis, &len)| axis.as_dim().contains(len as u64))
    }
}

impl AsRules for Definitions {
    fn with_rules<R>(&self, f: impl FnOnce(&Rules<'_>) -> R) -> R {
        self.with(|rules| f(&Rules::Record(rules)))
    }
}

impl AsRules for RulesBuf {
    fn with_rules<R>(&self, f: impl FnOnce(&Rules<'_>) -> R) -> R {
        match self {
            RulesBuf::Tensor(rules) => rules.with_rules(f),
            RulesBuf::Record(definitions) => definitions.with_rules(f),
        }
    }

    fn allow(&self, element_type: ElementType, shape: &[usize]) -> bool {
        matches!(self, RulesBuf::Tensor(rules) if AsRules::allow(rules, element_type, shape))
    }
}
