//! Text in constants, where neither `format!` nor the traits of the standard library can be called.
//!
//! `message` composes what the compiler says at an attribute, in a buffer of fixed size; `float` gives the shortest
//! digits of a number and reads them back; `str_eq` compares. The checks of the derive call them while a crate is
//! compiled; no program runs them.

pub(crate) mod float;
pub(crate) mod message;
pub(crate) mod str_eq;
