//! Runnable programs, each one thing a user wants to do.
//!
//! What several of them share is here: [`server`] and [`client`] of `model_server`, and with the feature `models` the module
//! `onnx` of `voice_activity` and `file_type`.

pub mod client;
#[cfg(feature = "models")]
pub mod onnx;
pub mod server;
