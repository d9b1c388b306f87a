//! Whether there are lists of the records of a type, asked without stopping compilation.
#![allow(clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]

use super::{ListFault, count, record_of, sizes, table::MOST};
use crate::{HasRules, Rules, rules::narrow::has_faults};

/// The most bytes of the names of a list: the largest table.
const MOST_BYTES: usize = 65536;

/// Returns whether values of `T` are records that can be in a list, as [`verify_list`](super::verify_list) has it, and the
/// tables of their columns are not too large.
pub(crate) const fn can_be_listed<T: HasRules>() -> bool {
    matches!(T::RULES, Rules::Record(_)) && !has_faults(&T::RULES) && fit_tables::<T>() && is_without_fault::<T>()
}

const fn fit_tables<T: HasRules>() -> bool {
    let record = record_of::<T>();
    let (bytes, axes, aliases) = sizes(&record);
    count(&record) <= MOST && bytes <= MOST_BYTES && axes <= MOST && aliases <= MOST
}

/// A function of its own, whose constant is evaluated where it is called alone.
const fn is_without_fault<T: HasRules>() -> bool {
    ListFault::<T>::FAULT.is_none()
}
