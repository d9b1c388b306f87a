//! Comparisons of rules with other rules.
//!
//! `containment` says whether all values of one are values of another, as a contract requires; it runs in constants and
//! tells the first reason why not. `difference` lists all that differs, for people. `compatibility` applies it to two
//! versions of a service, `intersection` gives what two have in common, and `fingerprint` is a number by which equal
//! ones are found without a comparison.

pub(crate) mod compatibility;
pub(crate) mod containment;
pub(crate) mod difference;
pub(crate) mod fingerprint;
mod intersection;
