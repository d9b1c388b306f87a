//! Rules against rules: whether all values of one are values of another, what differs, what is common to both.

pub(crate) mod compatibility;
pub(crate) mod containment;
pub(crate) mod difference;
pub(crate) mod fingerprint;
mod intersection;
