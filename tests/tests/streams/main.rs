//! Messages that arrive in pieces.

mod faults;
mod framer;
mod readers;
mod sockets;
mod writers;
