//! The commands.

pub mod convert;
pub mod diff;
pub mod inspect;
pub mod onnx;
pub mod rules;
pub mod validate;
