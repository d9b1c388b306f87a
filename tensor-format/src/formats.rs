//! The wire formats: one folder each, its reader and its writer.

pub mod decthings;
#[cfg(feature = "npy")]
pub mod npy;
#[cfg(feature = "safetensors")]
pub mod safetensors;
#[cfg(feature = "stdlib")]
pub mod stdlib;
#[cfg(feature = "vespa")]
pub mod vespa;
#[cfg(feature = "xla")]
pub mod xla;
#[cfg(feature = "zio")]
pub mod zio;
