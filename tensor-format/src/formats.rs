//! The wire formats: one folder each, its reader and its writer.

pub mod decthings;
pub mod stdlib;
#[cfg(feature = "json")]
pub mod vespa;
pub mod xla;
pub mod zio;
