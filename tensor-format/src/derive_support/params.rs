//! The parameters of a record, from its rules.
#![allow(clippy::panic, reason = "in constants, evaluated by the compiler")]

use crate::{HasRules, Param, RecordRules, Rules, TensorRules, rules::narrow::is_satisfied};

/// Returns the rules of `R`, a type that derives a record.
#[must_use]
pub const fn record_of<R: HasRules>() -> RecordRules<'static> {
    match R::RULES {
        Rules::Record(rules) => rules,
        Rules::Tensor(_) => panic!("the type is one tensor"),
    }
}

/// Returns `entry`, the parameter that the type of a field makes, with the name of the field.
#[must_use]
pub const fn param_of_type(name: &'static str, mut entry: Param<'static>) -> Param<'static> {
    entry.name = name;
    entry
}

/// Returns the parameter at position `I` of the record `R`.
pub(crate) const fn param_of<R: HasRules, const I: usize>() -> Param<'static> {
    match record_of::<R>().get(I) {
        Some(param) => param,
        None => panic!("the record has fewer parameters"),
    }
}

/// Returns whether every tensor with the rules `own` of its type also satisfies `rules`, so that no check is needed.
pub(super) const fn is_free(own: Rules<'static>, rules: TensorRules<'static>) -> bool {
    match own {
        Rules::Tensor(own) => is_satisfied(own, rules),
        Rules::Record(_) => false,
    }
}

/// Returns whether every tensor of type `T` satisfies the rules of parameter `I` of the record `R`, so that no check is
/// needed.
pub(crate) const fn is_free_param<R: HasRules, T: HasRules, const I: usize>() -> bool {
    let rules = param_of::<R, I>().rules;
    !rules.axes.has_names() && is_free(T::RULES, rules)
}
