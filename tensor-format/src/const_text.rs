//! Composes text in constants, where neither `format!` nor the traits of the standard library can be called.
//!
//! `message` composes what the compiler says at an attribute, in a buffer of fixed size; `float` writes a number with
//! the fewest digits and reads it; `bytes` compares and copies texts. The checks of the derive call them while a crate is
//! compiled; no program runs them.

pub(crate) mod bytes;
pub(crate) mod float;
pub(crate) mod message;
pub(crate) mod paragraph;
