//! Calls models: their inputs and outputs are types that derive `Tensor`.
//!
//! | client | feature | on |
//! |---|---|---|
//! | [`Client`] | `client` | reqwest, over HTTP |
//! | [`blocking::Client`] | `client-blocking` | ureq, over HTTP, without a runtime |
//! | [`grpc::Client`] | `grpc` | tonic, over gRPC |
//!
//! Why these: reqwest keeps connections, and takes TLS and proxies as its user has set them up, which hyper alone
//! leaves to be written; ureq needs no runtime, and is a tenth of the crates. Neither brings TLS here: turn it on in a
//! `reqwest` or `ureq` of your own and hand its client over ([`Client::with_http`], [`blocking::Client::with_agent`]).
//!
//! `model` asks the server once what the model takes and returns, compares it with the two types, and says all that
//! does not fit in one error. `infer` then sends a value and reads one.
//!
#![cfg_attr(all(feature = "client", feature = "server"), doc = "```")]
#![cfg_attr(not(all(feature = "client", feature = "server")), doc = "```ignore")]
//! use tensor_format::{Tensor, model};
//! use tensor_format_oip::{client::{Client, ClientError}, server::Server};
//!
//! #[derive(Tensor)]
//! struct Input {
//!     #[tensor(shape = [rows, 3])]
//!     x: Vec<[f32; 3]>,
//! }
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Output {
//!     total: Vec<f32>,
//! }
//!
//! # let sum = model::from_fn(|input: Input| {
//! #     Ok::<_, String>(Output { total: input.x.iter().map(|row| row.iter().sum()).collect() })
//! # });
//! # let router = Server::builder().model("sum", sum).build()?.router();
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
//! # runtime.block_on(async move {
//! # let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//! # let address = format!("http://{}", listener.local_addr()?);
//! # tokio::spawn(async move { axum::serve(listener, router).await });
//! let client = Client::new(&address)?;
//! let sum = client.model::<Input, Output>("sum").await?;
//! assert_eq!(sum.infer(&Input { x: vec![[1.0, 2.0, 3.0]] }).await?, Output { total: vec![6.0] });
//!
//! #[derive(Tensor)]
//! struct Other {
//!     x: Vec<[f64; 4]>,
//! }
//!
//! let error = client.model::<Other, Output>("sum").await.unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "the types do not fit the model `sum`:\n  \
//!      input `x`: element type f64, and the server's datatype is FP32\n  \
//!      input `x`: axis 1: length 4, and the server's is 3"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Dropping a future of [`Client`] or [`grpc::Client`] cancels the call.
#![cfg_attr(
    not(all(feature = "client", feature = "client-blocking", feature = "grpc")),
    allow(rustdoc::broken_intra_doc_links)
)]

// `options` is how to call, `error` why a call failed, `target` the model that is called, and its requests and answers
// as messages; `http` those over HTTP. What is left for the clients is the transport.
#[cfg(feature = "client-blocking")]
pub mod blocking;
mod error;
#[cfg(feature = "grpc")]
pub mod grpc;
#[cfg(any(feature = "client", feature = "client-blocking"))]
mod http;
mod options;
#[cfg(feature = "client")]
mod requests;
mod target;

pub use error::ClientError;
pub use options::{CallOptions, ClientOptions, TensorForm};
#[cfg(feature = "client")]
pub use requests::{Client, Model};
pub use target::Answer;
