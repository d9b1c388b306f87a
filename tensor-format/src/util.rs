//! Helpers that know nothing of tensors.
//!
//! `inline_vec` is a list whose first items need no allocation, `varint` reads and writes numbers of variable length,
//! `json_cursor` walks JSON text, `escaped` shows text of others without what would steer a terminal, and `reinterpret`
//! sees bytes as booleans and transposes blocks of them: the one module with `unsafe` code. All other floors may use
//! them.

pub(crate) mod escaped;
pub(crate) mod inline_vec;
pub(crate) mod json_cursor;
pub(crate) mod reinterpret;
pub(crate) mod varint;
