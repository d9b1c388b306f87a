//! Texts for a terminal.

pub mod progress;
pub mod style;
pub mod text;
