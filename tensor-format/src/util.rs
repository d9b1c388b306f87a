//! Helpers that know nothing of tensors: lists, numbers of variable length, bytes as numbers, JSON, text shown safely.

pub(crate) mod escaped;
pub(crate) mod inline_vec;
pub(crate) mod json_cursor;
pub(crate) mod reinterpret;
pub(crate) mod varint;
