//! Rules in any of their forms.

use super::{Definitions, RecordRules, Rules, RulesBuf, TensorRules, TensorRulesBuf};

/// Rules in any form: the constants of a type, or owned rules and definitions.
pub trait AsRules {
    /// Calls `f` with the rules in their borrowed form.
    fn with_rules<R>(&self, f: impl FnOnce(&Rules<'_>) -> R) -> R;
}

impl AsRules for Rules<'_> {
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
}
