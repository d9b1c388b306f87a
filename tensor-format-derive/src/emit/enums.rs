//! Enums: labels, tensors whose element type selects the variant (`union`), and records whose label does (`variants`).

pub(super) mod labels;
pub(super) mod union;
pub(super) mod variants;
