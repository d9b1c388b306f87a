//! Sinks and sources around others: what goes through them is checked, looked at early, or copied.

pub(crate) mod axis_bound;
pub(crate) mod copying;
pub(crate) mod in_range;
pub(crate) mod peeked;
pub(crate) mod rule_checked;
