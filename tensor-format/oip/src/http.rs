//! Messages over HTTP: headers, the JSON, and the binary data behind it.

mod captured;
mod documents;
mod headers;
mod read;
mod write;

#[cfg(all(feature = "compression", any(feature = "server", feature = "client", feature = "client-blocking")))]
mod deflate;
#[cfg(feature = "compression")]
mod inflate;

pub use captured::MessageKind;
pub use documents::{ErrorDocument, is_ready};
pub use headers::{Body, Headers};
pub use write::HttpMessage;

#[cfg(all(feature = "compression", any(feature = "server", feature = "client", feature = "client-blocking")))]
pub(crate) use deflate::deflate;
