//! The parameters of a record, from its rules.
#![allow(clippy::panic, reason = "in constants, evaluated by the compiler")]

use crate::{HasRules, Param, RecordRules, Rules, TensorRules, rules::narrow::is_satisfied};

/// Returns the rules of a record that derives them.
#[must_use]
pub const fn record_of<R: HasRules>() -> RecordRules<'static> {
    match R::RULES {
        Rules::Record(rules) => rules,
        Rules::Tensor(_) => panic!("the type is one tensor"),
    }
}

/// Returns the parameter of a field, as its type alone says.
#[must_use]
pub const fn param_of_type(name: &'static str, mut entry: Param<'static>) -> Param<'static> {
    entry.name = name;
    entry
}

/// Returns the parameter at position `I` of a record.
pub(crate) const fn param_of<R: HasRules, const I: usize>() -> Param<'static> {
    match record_of::<R>().get(I) {
        Some(param) => param,
        None => panic!("the record has fewer parameters"),
    }
}

/// Returns whether `rules` ask nothing of a tensor that the rules of its type do not give.
pub(super) const fn is_free(own: Rules<'static>, rules: TensorRules<'static>) -> bool {
    match own {
        Rules::Tensor(own) => is_satisfied(own, rules),
        Rules::Record(_) => false,
    }
}

/// Returns whether parameter `I` of the record `R` asks nothing of a tensor of type `T` that its type does not give.
pub(crate) const fn is_free_param<R: HasRules, T: HasRules, const I: usize>() -> bool {
    let rules = param_of::<R, I>().rules;
    !rules.axes.has_names() && is_free(T::RULES, rules)
}
