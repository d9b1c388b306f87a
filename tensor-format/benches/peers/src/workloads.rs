//! The workloads, one subject a file.
//!
//! Each file has a function `run` that makes the data, checks that every crate reads what it wrote, and gives
//! [`Suite`](crate::report::Suite) one [`Workload`](crate::workload::Workload) a table: cases over the same data, with
//! the goals of this crate's rows beside them. `floats` and `filling` have the cases that several of them share.

pub(crate) mod booleans;
pub(crate) mod columns;
pub(crate) mod contracts;
mod filling;
mod floats;
pub(crate) mod images;
pub(crate) mod labels;
pub(crate) mod large;
pub(crate) mod media;
pub(crate) mod nested;
pub(crate) mod parallel;
pub(crate) mod ragged;
pub(crate) mod records;
pub(crate) mod relayout;
pub(crate) mod shapes;
pub(crate) mod small;
pub(crate) mod strings;
pub(crate) mod vespa;

use crate::workload::{FRESH, REUSED};

/// The prefixes of the names of rows of JSON parsers: their texts are self-describing, and checked.
pub(crate) const JSON: [&str; 3] = ["serde_json", "sonic-rs", "simd-json"];
