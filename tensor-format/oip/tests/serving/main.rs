//! Clients and servers over sockets of this machine. What depends on nothing else running is in files of its own beside
//! this folder.
#![cfg(feature = "server")]

mod batching;
mod client;
mod connections;
mod errors;
mod extractor;
mod grpc;
mod grpc_sent;
mod joined;
mod names;
mod refused;
mod sent;
mod server;
mod support;
mod told;
