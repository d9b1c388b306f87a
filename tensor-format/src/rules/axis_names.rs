//! Finds names of axes that are used in several rules, in constants.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "also evaluated by the compiler, where `get` cannot be called and every call costs: indices are below the \
              length that they are compared with, and sums are of lengths of lists in memory"
)]

use super::{AxisRules, Rules};
use crate::{Dim, const_text::bytes::same};

/// Returns whether an axis has the name `name`; `false` if that is `None`.
pub(crate) const fn has_name(dim: &Dim<'_>, name: Option<&str>) -> bool {
    match (dim.name, name) {
        (Some(own), Some(name)) => same(own, name),
        _ => false,
    }
}

/// Returns whether a name of an axis is used in both rules.
pub(crate) const fn shares_axis_names(one: &Rules<'_>, other: &Rules<'_>) -> bool {
    match (one, other) {
        (Rules::Tensor(one), _) => is_any_name_in(&one.axes, other),
        (Rules::Record(one), _) => {
            let mut index = 0;
            while index < one.params.len() {
                if is_any_name_in(&one.params[index].rules.axes, other) {
                    return true;
                }
                index += 1;
            }
            false
        }
    }
}

const fn is_any_name_in(axes: &AxisRules<'_>, rules: &Rules<'_>) -> bool {
    let mut axis = 0;
    while axis < axes.rank() {
        let name = axes.dim(axis).name;
        if name.is_some() {
            match rules {
                Rules::Tensor(rules) => {
                    if is_name_in(name, &rules.axes) {
                        return true;
                    }
                }
                Rules::Record(record) => {
                    let mut index = 0;
                    while index < record.params.len() {
                        if is_name_in(name, &record.params[index].rules.axes) {
                            return true;
                        }
                        index += 1;
                    }
                }
            }
        }
        axis += 1;
    }
    false
}

const fn is_name_in(name: Option<&str>, axes: &AxisRules<'_>) -> bool {
    let mut axis = 0;
    while axis < axes.rank() {
        if has_name(&axes.dim(axis), name) {
            return true;
        }
        axis += 1;
    }
    false
}
