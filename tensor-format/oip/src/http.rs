//! Messages over HTTP: headers, the JSON, and the binary data behind it.

mod documents;
mod headers;
mod read;
mod write;

#[cfg(feature = "compression")]
mod inflate;

pub use documents::{ErrorDocument, is_ready};
pub use headers::{Body, Headers};
pub use write::HttpMessage;
