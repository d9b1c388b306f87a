//! Sinks and sources that wrap others.
//!
//! What goes through them is checked against rules (`rule_checked`, `in_range`), bound to the lengths of named axes
//! (`axis_bound`), looked at before a type is chosen (`peeked`), or copied where it does not live long enough
//! (`copying`). Each takes a sink or source by reference and is one itself, so that they can be nested.

pub(crate) mod axis_bound;
pub(crate) mod copying;
pub(crate) mod in_range;
pub(crate) mod peeked;
pub(crate) mod rule_checked;
