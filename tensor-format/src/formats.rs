//! The wire formats: one folder each.
//!
//! A format implements `Sink` and `Source` for its writer and reader and puts verbs on them (`to_vec`, `from_slice` and
//! their kin), with an `Options` for limits and leniencies. Formats use the model and the contract below; none knows
//! another, nor the types of `types`. What they share is two macros for `Options`.
#![allow(clippy::wrong_self_convention, reason = "`from_slice` and its kin are verbs of options, not conversions")]

/// Declares setters of `Options`, each of which stores its argument in the field of its name.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident: $ty:ty;)*) => { $(
        $(#[$doc])*
        #[must_use]
        pub const fn $name(mut self, $name: $ty) -> Self {
            self.$name = $name;
            self
        }
    )* };
}

/// Implements `Default` for a type by its function `new`.
macro_rules! default_is_new {
    ($ty:ty) => {
        impl Default for $ty {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

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
