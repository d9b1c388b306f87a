//! Helpers that know nothing of tensors.
//!
//! `inline_vec` is a list whose first items need no allocation, `varint` reads and writes integers of variable length,
//! `json_cursor` goes over JSON text, `escaped` writes text from outside without the characters that would control a
//! terminal, `plan` says how bytes are copied along axes, `sized_tables` has the compiler make tables that are as long
//! as a type asks for, and `reinterpret` takes bytes as booleans, copies them to where numbers are, and copies elements and
//! blocks of them: the one module with `unsafe` code. All other floors may use them.

pub(crate) mod escaped;
pub(crate) mod inline_vec;
pub(crate) mod json_cursor;
pub(crate) mod plan;
pub(crate) mod reinterpret;
pub(crate) mod sized_tables;
pub(crate) mod varint;
