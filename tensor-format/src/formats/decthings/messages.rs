//! The messages of the public clients: a JSON text, and the data of parameters as blobs.
//!
//! `request` and `response` hold what users call. `frame` reads and writes the lengths around JSON and blobs, `list` is
//! the list of parameters in the JSON. A value goes out by `parameters`, which encodes each of its tensors to the blob
//! of its parameter; a received [`Message`] is read by `source`, which gives blobs as the tensors of one record after
//! another. `serve` runs a model on a request.

use alloc::vec::Vec;

use super::{Options, errors::at};
use crate::{DecodeError, Encode, EncodeError, ErrorKind};

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

use frame::FrameReader;
pub(super) use frame::MessageFrame;

/// Options of the clients' own dialect.
pub(super) const CLIENTS: &Options = &Options::new().dialect(super::Dialect::Clients);

/// Who a message over a WebSocket comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply<'a> {
    /// The answer to the request of this number.
    Response {
        /// The number.
        id: u32,
    },
    /// Something that happened.
    Event {
        /// The part of the interface that it belongs to.
        api: &'a str,
    },
}

pub(super) fn read_request<'a>(bytes: &'a [u8], options: &Options) -> Result<Message<'a>, DecodeError> {
    let (json, blobs) = FrameReader::new(bytes, options).request()?;
    Ok(Message::received(bytes, json, blobs, options))
}

pub(super) fn read_websocket_request<'a>(
    bytes: &'a [u8],
    options: &Options,
) -> Result<(u32, Message<'a>), DecodeError> {
    let mut fields = FrameReader::new(bytes, options);
    let id = u32::from_be_bytes(fields.array()?);
    let (json, blobs) = fields.request()?;
    Ok((id, Message::received(bytes, json, blobs, options)))
}

pub(super) fn read_response<'a>(bytes: &'a [u8], options: &Options) -> Result<Message<'a>, DecodeError> {
    let (json, blobs) = FrameReader::new(bytes, options).response()?;
    Ok(Message::received(bytes, json, blobs, options))
}

pub(super) fn read_reply<'a>(bytes: &'a [u8], options: &Options) -> Result<(Reply<'a>, Message<'a>), DecodeError> {
    let mut fields = FrameReader::new(bytes, options);
    let reply = match fields.array()? {
        [0] => Reply::Response { id: u32::from_be_bytes(fields.array()?) },
        [1] => {
            let [len] = fields.array()?;
            Reply::Event { api: fields.text(len.into())? }
        }
        [lead] => {
            let expected = "0 for a response or 1 for an event";
            return Err(at(ErrorKind::Field { field: "first byte", expected, found: lead.into() }, 0));
        }
    };
    let (json, blobs) = fields.response()?;
    Ok((reply, Message::received(bytes, json, blobs, options)))
}

pub(super) fn write<T, J>(
    frame: MessageFrame<'_>,
    json: &J,
    parameters: &Parameters<'_, T>,
) -> Result<Vec<u8>, EncodeError>
where
    T: Encode,
    J: serde_core::Serialize + ?Sized,
{
    parameters.to_vec(frame, json)
}

/// A message whose JSON is the list of a value's parameters.
pub(super) fn write_listed<T: Encode>(
    frame: MessageFrame<'_>,
    parameters: &Parameters<'_, T>,
) -> Result<Vec<u8>, EncodeError> {
    let mut out = Vec::new();
    parameters.append_listed(frame, &mut out)?;
    Ok(out)
}
