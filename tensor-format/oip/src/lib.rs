//! Messages of the Open Inference Protocol v2, which Triton, KServe, MLServer and OpenVINO Model Server speak, as values
//! of `tensor-format`: a type that derives `Tensor` is the signature of a model.
//!
//! This crate reads and writes messages; it opens no sockets.

// `message` has requests and responses, whatever carried them. `http` and `grpc` read and write them; `json` is the JSON
// of the first. `source` reads typed values from tensors, by `elements`, `bytes` and `json`; `collect` makes tensors of
// typed values.
mod bytes;
mod collect;
mod datatype;
mod elements;
mod fault;
pub mod grpc;
pub mod http;
mod json;
mod message;
pub mod metadata;
mod options;
mod shapes;
mod source;
mod util;

pub use datatype::Datatype;
pub use fault::{Fault, FaultKind, Stage};
pub use message::{Form, Parameter, Parameters, Request, RequestedOutput, Response, Tensor};
pub use options::{NonFinite, Options, WriteOptions};
pub use shapes::ShapeOptions;

const FORMAT: &str = "the Open Inference Protocol";
