//! Messages over gRPC: protobuf, without the transport.
//!
//! `wire` reads fields, `schema` lists those of the protocol and checks a whole message against them, `read` makes a
//! message of it, `contents` the elements of tensors in typed fields, and `write` the bytes of a message. `calls` has
//! the small messages around them, and `codec` lets tonic carry bytes.

#[cfg(feature = "grpc")]
pub(crate) mod calls;
#[cfg(feature = "grpc")]
pub(crate) mod codec;
mod contents;
mod read;
mod schema;
mod wire;
mod write;

pub use write::GrpcMessage;

pub(crate) use schema::{METADATA, SERVER, check};
pub(crate) use wire::{Value, Wire};
pub(crate) use write::{len_tag, message, text, varint};
