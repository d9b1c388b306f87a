//! The messages of the public clients: a JSON text, and the data of parameters as blobs.
//!
//! `request` and `response` hold what users call. `frame` reads and writes the lengths around JSON and blobs, `list` is
//! the list of parameters in the JSON. A value goes out by `parameters`, which encodes each of its tensors to the blob
//! of its parameter; a received [`Message`] is read by `source`, which reads blobs as the tensors of one record after
//! another. `serve` runs a model on a request.

use super::Options;

mod frame;
mod list;
mod message;
mod parameters;
pub mod request;
pub mod response;
mod serve;
mod source;
pub use list::{Dataset, ListedParameter, ParameterList};
pub use message::Message;
pub use parameters::Parameters;

use frame::{FrameReader, MessageFrame};

/// The default options with the dialect of the clients.
const CLIENTS: &Options = &Options::new().dialect(super::Dialect::Clients);

/// The kind of a message over a WebSocket: the answer to a request, or an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply<'a> {
    /// The answer to a request.
    Response {
        /// The number of the request.
        id: u32,
    },
    /// An event: a message that answers no request, but says that something has happened.
    Event {
        /// The part of the interface that the event belongs to.
        api: &'a str,
    },
}
