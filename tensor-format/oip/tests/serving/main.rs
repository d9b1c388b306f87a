//! Clients and servers over sockets of this machine. What depends on nothing else running is in files of its own beside
//! this folder.
#![cfg(feature = "server")]

mod batching;
mod client;
mod extractor;
mod grpc;
mod server;
mod support;
