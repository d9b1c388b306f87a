//! Text in constants, where neither `format!` nor the traits of the standard library can be called.

pub(crate) mod float;
pub(crate) mod message;
pub(crate) mod str_eq;
