//! The commands of the tool, one in each file.
//!
//! Each is a function `run` of its options and the streams it writes to. It opens [`Files`](crate::file::Files), reads
//! their tensors, and writes text, JSON or other files; it ends with an [`Outcome`](crate::failure::Outcome) or a
//! [`Failure`](crate::failure::Failure). [`onnx`] and [`server`] read the rules that an ONNX model and a server's
//! metadata imply, for [`rules`]; `remote` asks a server for these, for `call` too; `write` writes files of tensors.

#[cfg(feature = "oip")]
pub mod call;
pub mod convert;
pub mod diff;
pub mod inspect;
pub mod onnx;
#[cfg(feature = "oip")]
mod remote;
pub mod rules;
pub mod server;
pub mod validate;
mod write;
