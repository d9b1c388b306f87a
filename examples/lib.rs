//! Runnable programs, each one thing a user wants to do.
//!
//! What several of them share is here: [`server`] and [`client`] of `model_server`, and [`models`] of `voice_activity`
//! and `file_type`, with the modules `onnx` and `voice` if the feature `models` is on.

pub mod client;
pub mod models;
#[cfg(feature = "models")]
pub mod onnx;
pub mod server;
#[cfg(feature = "models")]
pub mod voice;
