//! Messages of the Open Inference Protocol v2, which Triton, KServe, MLServer and OpenVINO Model Server speak, as
//! values of `tensor-format`: a type that derives `Tensor` is the signature of a model.
//!
//! This crate reads and writes messages, and opens no sockets, unless features that are off by default are on:
//!
//! | feature | what |
//! |---|---|
//! | `compression` (on) | bodies in gzip and deflate |
#![cfg_attr(
    feature = "server",
    doc = "| `server` | [`server`]: models behind a router of axum; typed values in other routers |"
)]
#![cfg_attr(
    not(feature = "server"),
    doc = "| `server` | models behind a router of axum; typed values in other routers |"
)]
#![cfg_attr(feature = "client", doc = "| `client` | [`client`] over HTTP, on reqwest |")]
#![cfg_attr(not(feature = "client"), doc = "| `client` | a client over HTTP, on reqwest |")]
//! | `client-blocking` | a client over HTTP that needs no runtime, on ureq |
//! | `grpc` | client and service over gRPC, on tonic, without generated code; includes `server` |
//! | `media-sniff` | reads images, audio and video, whose format is found from their content; without it they are refused |
//!
//! ```
//! use tensor_format::Tensor;
//! use tensor_format_oip::{Request, RequestedOutput, Response, http::{Body, Headers}};
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Input {
//!     #[tensor(shape = [batch, 3])]
//!     points: Vec<[f32; 3]>,
//!     #[tensor(shape = [batch])]
//!     names: Vec<String>,
//!     threshold: Option<f32>,
//! }
//!
//! // A client writes a request: headers, and a body in pieces.
//! let input = Input { points: vec![[1.0, 2.0, 3.0]], names: vec!["a".into()], threshold: None };
//! let mut request = Request::from_value(&input)?;
//! request.id = Some("42".into());
//! request.outputs.push(RequestedOutput::binary("classes"));
//! let message = request.to_http()?;
//! let headers: Vec<(&str, String)> = message.headers().collect();
//! let bytes = message.to_vec();
//!
//! // A server reads it, whatever forms its tensors have.
//! let body = Body::new(&headers.iter().map(|(name, value)| (name, value)).collect::<Headers>(), &bytes)?;
//! let request = Request::from_http(&body)?;
//! assert_eq!(request.decode::<Input>()?, input);
//!
//! // What does not fit says where.
//! let json = br#"{"inputs": [{"name": "points", "shape": [1, 3], "datatype": "FP32", "data": [1, 2, "3"]},
//!     {"name": "names", "shape": [1], "datatype": "BYTES", "data": ["a"]}]}"#;
//! let body = Body::new(&Headers::new(), json)?;
//! let error = Request::from_http(&body)?.decode::<Input>().unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "parameter `points`: inputs[0].data: element 2: expected a number, found \"3\" (line 1, column 84) (byte 83)"
//! );
//!
//! // The same over gRPC: `to_grpc` and `from_grpc`.
//! let mut response = Response::from_value(&[7i64])?;
//! response.model_name = "classifier".into();
//! let message = response.to_grpc()?.to_vec();
//! assert_eq!(Response::from_grpc(&message)?.decode::<Vec<i64>>()?, [7]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | here | there |
//! |---|---|
//! | `bool`, `u8` to `u64`, `i8` to `i64` | `BOOL`, `UINT8` to `UINT64`, `INT8` to `INT64` |
//! | `f16`, `bf16`, `f32`, `f64` | `FP16`, `BF16`, `FP32`, `FP64` |
//! | `string`, `binary` | `BYTES` |
//! | `image`, `audio`, `video` | `BYTES` of the content; the feature `media-sniff` finds the format from it |
//! | `c64`, `c128` | none: refused |
//! | records in records, and ragged lists | tensors of their own, under names with dots |
//!
//! Reading is strict: what servers take for different values is refused, as numbers for truth values, keys that come
//! twice, and shapes that the elements do not fill. What real peers send in good faith is read: `null` for what is
//! absent, empty contents beside raw ones, any order, flat and nested lists. [`Options`] name the rest. Errors are
//! [`DecodeError`](tensor_format::DecodeError)s; those about the message hold a [`Fault`].
//!
//! Bytes are borrowed from the message where they are aligned, and written without a copy. Memory is at most 32 × the
//! message, decompressed, and 8 KiB, together with values that have elements; items without any are counted, as the
//! project's table of limits says.
//!
//! Source: the protocol's text at <https://github.com/kserve/open-inference-protocol>, the extensions of Triton
//! Inference Server, and what Triton, KServe and MLServer were seen to do.

// `message` has requests and responses, whatever carried them. `http` and `grpc` read and write them; `json` is the
// JSON of the first. `source` reads typed values from tensors, by `elements`, `bytes` and `json`; `collect` makes
// tensors of typed values.
mod bytes;
#[cfg(any(feature = "client", feature = "client-blocking", feature = "grpc"))]
pub mod client;
mod collect;
mod datatype;
mod elements;
mod fault;
pub mod grpc;
pub mod http;
mod json;
mod message;
pub mod metadata;
mod numbers;
mod options;
mod raw;
#[cfg(feature = "server")]
pub mod server;
mod shapes;
mod source;
mod util;

pub use datatype::Datatype;
pub use fault::{Fault, FaultKind, Stage};
pub use message::{Form, Parameter, Parameters, Request, RequestedOutput, Response, Tensor};
pub use options::{NonFinite, Options, WriteOptions};
pub use shapes::ShapeOptions;

/// Runs the examples of the chapter on serving as tests.
#[cfg(all(doctest, feature = "client-blocking", feature = "server"))]
#[doc = include_str!("../../../docs/serving.md")]
mod serving {}
