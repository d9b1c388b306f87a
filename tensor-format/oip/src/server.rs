//! Serves models over HTTP: anything that implements [`Model`](tensor_format::Model) or
//! [`AsyncModel`](tensor_format::model::AsyncModel), behind a router of axum. With the feature `grpc` over gRPC too.
//!
//! ```
//! use tensor_format::{Tensor, model};
//! use tensor_format_oip::server::Server;
//!
//! #[derive(Tensor)]
//! struct Input {
//!     #[tensor(shape = [rows, 3])]
//!     x: Vec<[f32; 3]>,
//!     bias: Option<f32>,
//! }
//!
//! #[derive(Tensor)]
//! struct Output {
//!     #[tensor(shape = [rows])]
//!     total: Vec<f32>,
//! }
//!
//! let sum = model::from_fn(|input: Input| {
//!     let bias = input.bias.unwrap_or_default();
//!     Ok::<_, String>(Output { total: input.x.iter().map(|row| row.iter().sum::<f32>() + bias).collect() })
//! });
//! let server = Server::builder().model("sum", sum).build()?;
//! let router: axum::Router = server.router();
//! # let _ = || async move {
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
//! axum::serve(listener, router).await
//! # };
//! # Ok::<(), tensor_format_oip::server::BuildError>(())
//! ```
//!
//! | what | call |
//! |---|---|
//! | infer | `POST /v2/models/NAME[/versions/VERSION]/infer` |
//! | metadata of a model | `GET /v2/models/NAME[/versions/VERSION]` |
//! | whether a model is ready | `GET /v2/models/NAME[/versions/VERSION]/ready` |
//! | whether the server lives, is ready | `GET /v2/health/live`, `GET /v2/health/ready` |
//! | metadata of the server | `GET /v2` |
//!
//! A request that is not answered gets a status and a JSON document: `error` is a text, which names the tensor, the
//! axis, what was expected and what was found, and `kind`, `tensor`, `axis`, `expected`, `found` say the same apart.
//!
//! | status | why |
//! |---|---|
//! | 400 | the message is wrong, or breaks the rules of the model's input |
//! | 404, 405 | there is no such model, version or page; the page has another method |
//! | 408, 413, 415 | the body came too slowly; is too large, as it came or decompressed; has an unknown encoding |
//! | 500 | the model failed: its own error, a panic, or an output that breaks its own rules |
//! | 503 | the server is not ready, as [`Server::set_ready`] says |
//!
//! A `Model` runs where tokio lets threads block, an `AsyncModel` on the thread of its connection, as does what is
//! added by [`inline_model`](ServerBuilder::inline_model). When a client goes away, an `AsyncModel` is dropped, and a
//! `Model` that has begun runs to its end. Connections that say nothing, or take nothing, are the affair of the server
//! that runs the router or the service: those of axum and tonic wait for ever, [`Connections`] do not.
//!
//! [`Tensors`] is for routers of one's own: it reads the value of a type from a request, and answers with one.

mod batch;
mod builder;
mod call;
mod connections;
mod extract;
mod failure;
#[cfg(feature = "grpc")]
mod grpc;
mod receive;
mod routes;
mod served;
mod wanted;

pub use batch::Batching;
pub use builder::{BuildError, Server, ServerBuilder};
pub use connections::Connections;
pub use extract::{Asked, Tensors};
pub use failure::{Failure, FailureKind};
#[cfg(feature = "grpc")]
pub use grpc::GrpcService;
