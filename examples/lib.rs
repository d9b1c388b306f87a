//! Runnable programs, each one thing a user wants to do.
//!
//! What several of them share is here: [`server`] and [`client`] of `model_server`.

pub mod client;
pub mod server;
