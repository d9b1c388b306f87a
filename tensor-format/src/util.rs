//! Helpers that know nothing of tensors.

pub(crate) mod json_cursor;
