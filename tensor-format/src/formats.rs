//! The wire formats: one folder each, its reader and its writer.

pub mod decthings;
#[cfg(feature = "npy")]
pub mod npy;
#[cfg(feature = "safetensors")]
pub mod safetensors;
pub mod stdlib;
#[cfg(feature = "json")]
pub mod vespa;
pub mod xla;
pub mod zio;
