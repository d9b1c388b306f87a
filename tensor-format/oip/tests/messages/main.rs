//! Messages and metadata: what is read and written, what is refused, and what it takes.

#[cfg(all(feature = "server", feature = "grpc", feature = "client", feature = "client-blocking"))]
mod auto_traits;
mod captured;
mod compare;
mod conformance;
mod documents;
mod hostile;
mod metadata;
mod protobuf;
mod schema;
mod strict;
mod texts;
mod told;
mod typed;
