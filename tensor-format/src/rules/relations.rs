//! Comparisons of rules with other rules.
//!
//! `containment` says whether all values of one rules are values of others, as a contract requires; it runs in
//! constants and tells the first reason why not. `difference` lists all that differs, for people. `compatibility`
//! compares two versions of a service by it, `intersection` computes what two rules both allow, and `fingerprint` is a
//! number by which equal rules are recognized without a comparison.
//!
//! # Containment
//!
//! The comparison goes parameter by parameter, but two things reach beyond one. Names of axes: an axis of `from` has
//! only the lengths that all axes of its name allow, and if `into` wants two axes equal, `from` must say that they are:
//! by the same axis of the batch, one name, or one fixed length. An example, in which every record of `from` fits
//! `into`:
//!
//! ```text
//! from: { x: f32 [n: 1..=4], y: f32 [n: 3] }
//! into: { x: f32 [3], y: f32 [_] }
//! ```
//!
//! `x` by itself may have 4 items. But `y` is always there and has 3, and so `x` has 3 too. If `y` were optional in
//! `from`, a record without it could have 4 items in `x`: not contained, and the reason is the size of `x`.
//!
//! Records that cannot exist: a fault is a reason only if a record of `from` can show it, which `never` decides. None
//! can if no length is left to some name, or no element type to some parameter.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "also evaluated by the compiler, where `get` cannot be called and every call costs: indices are below the \
              length that they are compared with, and sums are of lengths of lists in memory"
)]

pub(crate) mod compatibility;
pub(crate) mod containment;
pub(crate) mod difference;
pub(crate) mod fingerprint;
mod intersection;
