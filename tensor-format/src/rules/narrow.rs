//! Computes rules from those of a type and what attributes add, in constants. Nothing here fails: `verify` reports
//! contradictions.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

use crate::{Dim, ElementTypes, Param, Presence, Rules, TensorRules, ValueRange};

/// The rules of a type whose derive has failed: no tensor satisfies them. The compiler has reported the reason already,
/// so that checks ignore these rules.
pub const FAULTY: Rules<'static> = Rules::Tensor(TensorRules::new(ElementTypes::NONE, TensorRules::ANY.axes));

/// Returns whether no tensor can satisfy the rules, since a derive has failed or an attribute contradicts its type.
#[must_use]
pub(crate) const fn is_faulty(rules: &TensorRules<'_>) -> bool {
    let mut axis = 0;
    while axis < rules.axes.rank() {
        if rules.axes.dim(axis).is_empty() {
            return true;
        }
        axis += 1;
    }
    rules.types.is_empty()
}

/// Returns whether no tensor can satisfy the rules, or those of one of their parameters.
#[must_use]
pub(crate) const fn has_faults(rules: &Rules<'_>) -> bool {
    let record = match rules {
        Rules::Tensor(rules) => return is_faulty(rules),
        Rules::Record(record) => record,
    };
    let mut index = 0;
    while let Some(param) = record.get(index) {
        if is_faulty(&param.rules) {
            return true;
        }
        index += 1;
    }
    false
}

/// Returns the rules of the only tensor of a type; those of any tensor if the type is a record.
#[must_use]
pub const fn tensor_rules(rules: Rules<'static>) -> TensorRules<'static> {
    match rules {
        Rules::Tensor(rules) => rules,
        Rules::Record(_) => TensorRules::ANY,
    }
}

/// Returns the rules of a field of a record from the rules of its type, without the names of axes: these apply only
/// within the field's type.
#[must_use]
pub const fn field_rules(rules: Rules<'static>) -> TensorRules<'static> {
    let rules = tensor_rules(rules);
    TensorRules { axes: rules.axes.unnamed(), ..rules }
}

/// Returns the rules of a field of a record as [`field_rules`] does, for attributes that narrow them: those that no
/// tensor satisfies if the type is a record, which is reported by itself.
#[must_use]
pub const fn narrowable_rules(rules: Rules<'static>) -> TensorRules<'static> {
    match rules {
        Rules::Tensor(_) => field_rules(rules),
        Rules::Record(_) => TensorRules::new(ElementTypes::NONE, TensorRules::ANY.axes),
    }
}

/// Returns the element types that both the type and the attribute allow.
#[must_use]
pub const fn narrow_types(of_type: TensorRules<'static>, declared: ElementTypes) -> ElementTypes {
    of_type.types.intersection(declared)
}

/// Returns the `R` axes of an attribute, each with the lengths that the type allows too; with no length at all if the
/// type allows no tensor of `R` axes.
#[must_use]
pub const fn narrow_axes<const R: usize>(
    of_type: TensorRules<'static>,
    mut declared: [Dim<'static>; R],
) -> [Dim<'static>; R] {
    let own_rank = of_type.axes.rank();
    let is_other = R < own_rank || (R > own_rank && !of_type.axes.is_open());
    let mut axis = 0;
    while axis < R {
        let own = if is_other { Dim { min: 1, max: 0, ..declared[axis] } } else { of_type.axes.dim_of(axis, R) };
        declared[axis] = declared[axis].intersection(own);
        axis += 1;
    }
    declared
}

/// Creates the rules of an axis of just this length.
#[must_use]
pub const fn exactly(len: usize) -> Dim<'static> {
    Dim::exact(len as u64)
}

/// Implemented for `usize`, and for nothing else, so that a number without a type is one.
#[diagnostic::on_unimplemented(
    message = "the length of an axis is a `usize`, not `{Self}`",
    label = "expected `usize`, found `{Self}`",
    note = "declare the constant as `usize`, or convert it in the braces, by `as usize` behind it"
)]
pub trait IsLength: Copy {
    /// Accepts the value of an expression in braces, which is the length of an axis.
    fn check(self) {}
}

#[diagnostic::do_not_recommend]
impl IsLength for usize {}

/// Creates the rules of a parameter.
#[must_use]
pub const fn param(
    name: &'static str,
    rules: TensorRules<'static>,
    presence: Presence,
    doc: &'static str,
) -> Param<'static> {
    Param { presence, doc, ..Param::new(name, rules) }
}

/// Returns the rules with a range that the elements must be in.
#[must_use]
pub const fn ranged(rules: TensorRules<'static>, range: &'static ValueRange) -> TensorRules<'static> {
    TensorRules { range: Some(range), ..rules }
}

/// Returns the presence of a parameter with a default: optional, where its type says required.
#[must_use]
pub const fn optional(of_type: Presence) -> Presence {
    match of_type {
        Presence::Required => Presence::Optional,
        Presence::Optional | Presence::Many => of_type,
    }
}

/// Returns whether every tensor that `own` allows is allowed by `rules`; `false` also where this is not clear because a
/// rank is open.
#[must_use]
pub(crate) const fn is_satisfied(own: TensorRules<'static>, rules: TensorRules<'static>) -> bool {
    if !own.types.is_subset(rules.types) || own.axes.is_open() || rules.axes.is_open() {
        return false;
    }
    if own.axes.rank() != rules.axes.rank() {
        return false;
    }
    let mut axis = 0;
    while axis < own.axes.rank() {
        if !own.axes.dim(axis).is_subset(&rules.axes.dim(axis)) {
            return false;
        }
        axis += 1;
    }
    true
}
