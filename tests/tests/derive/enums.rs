//! Enums that derive: labels, as texts and as numbers, unions of tensors, and records of one variant.

mod hostile;
mod labels;
mod numbers;
mod unions;
mod variants;
