//! Messages that arrive in pieces.

mod framer;
mod sockets;
