//! The wire formats: one folder each, its reader and its writer.

pub mod decthings;
pub mod stdlib;
pub mod xla;
pub mod zio;
