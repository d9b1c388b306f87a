//! Responses to the public Decthings clients, and events.
//!
//! A response is `length of the JSON (varint), JSON`, then `length (varint), blob` for each blob, up to the end. Over a
//! WebSocket `0, number of the request (4 bytes, big-endian)` is in front, or `1, length (1 byte), name` if it is
//! an event. As in a [`request`](super::request), the JSON lists the parameters, and each blob holds the tensors of
//! one.
//!
//! ```
//! use tensor_format::{Tensor, decthings::{ParameterList, Parameters, response}};
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Output {
//!     y: f32,
//! }
//!
//! let output = [Output { y: 1.0 }, Output { y: 2.0 }];
//! let parameters = Parameters::batch(&output);
//! let bytes = response::write(&parameters.list()?, &parameters)?;
//!
//! let message = response::read(&bytes)?;
//! assert_eq!(message.decode_batch::<Output>(&message.json()?)?, output);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;

use super::{
    super::{Options, errors::at},
    CLIENTS, FrameReader, Message, MessageFrame, Parameters, Reply,
};
use crate::{Decode, DecodeError, Encode, EncodeError, ErrorKind};

/// Returns a response whose JSON is the list of the value's parameters.
///
/// # Errors
///
/// As [`Parameters::list`].
pub fn to_vec<T: Encode>(value: &T) -> Result<Vec<u8>, EncodeError> {
    Parameters::new(value).to_vec_listed(MessageFrame::Response)
}

/// Returns the value of a response whose JSON is the list of its parameters.
///
/// # Errors
///
/// As [`read`] and [`Message::decode`].
pub fn from_slice<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    CLIENTS.from_response(bytes)
}

/// Returns a response with a JSON of your own, which holds [`Parameters::list`] somewhere.
///
/// # Errors
///
/// As [`to_vec`], and what serialization says.
pub fn write<T, J>(json: &J, parameters: &Parameters<'_, T>) -> Result<Vec<u8>, EncodeError>
where
    T: Encode,
    J: serde_core::Serialize + ?Sized,
{
    parameters.to_vec(MessageFrame::Response, json)
}

/// Returns a response as [`write()`], with the number of the request in front, for a WebSocket.
///
/// # Errors
///
/// As [`write()`].
pub fn write_websocket<T, J>(id: u32, json: &J, parameters: &Parameters<'_, T>) -> Result<Vec<u8>, EncodeError>
where
    T: Encode,
    J: serde_core::Serialize + ?Sized,
{
    parameters.to_vec(MessageFrame::WebSocketResponse(id), json)
}

/// Returns an event: as [`write()`], with the name of the part of the interface that it belongs to in front, of up to
/// 255 bytes.
///
/// # Errors
///
/// As [`write()`], and [`Field`](crate::ErrorKind::Field) if the name is too long.
pub fn write_event<T, J>(api: &str, json: &J, parameters: &Parameters<'_, T>) -> Result<Vec<u8>, EncodeError>
where
    T: Encode,
    J: serde_core::Serialize + ?Sized,
{
    parameters.to_vec(MessageFrame::WebSocketEvent(api), json)
}

/// Returns the JSON and the blobs of a response.
///
/// # Errors
///
/// The error says what is wrong with the lengths and at which byte; [`InvalidUtf8`](crate::ErrorKind::InvalidUtf8) in
/// the JSON; [`LimitExceeded`](crate::ErrorKind::LimitExceeded) for more blobs than [`Options::max_params`].
pub fn read(bytes: &[u8]) -> Result<Message<'_>, DecodeError> {
    CLIENTS.read_response(bytes)
}

/// Returns the JSON and the blobs of a response or event over a WebSocket.
///
/// # Errors
///
/// As [`read`], and [`Field`](crate::ErrorKind::Field) if the message begins as neither.
pub fn read_websocket(bytes: &[u8]) -> Result<(Reply<'_>, Message<'_>), DecodeError> {
    CLIENTS.read_reply(bytes)
}

impl Options {
    /// Returns the value of a response as [`response::from_slice`](from_slice), read with these options.
    ///
    /// # Errors
    ///
    /// As [`response::from_slice`](from_slice).
    pub fn from_response<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, DecodeError> {
        let message = self.read_response(bytes)?;
        message.decode(&message.json()?)
    }

    /// Returns the message as [`response::read`](read); its tensors will be read with these options.
    ///
    /// # Errors
    ///
    /// As [`response::read`](read).
    pub fn read_response<'a>(&self, bytes: &'a [u8]) -> Result<Message<'a>, DecodeError> {
        let (json, blobs) = FrameReader::new(bytes, self).response()?;
        Ok(Message::received(json, blobs, self))
    }

    /// Returns the message as [`response::read_websocket`](read_websocket); its tensors will be read with these
    /// options.
    ///
    /// # Errors
    ///
    /// As [`response::read_websocket`](read_websocket).
    pub fn read_reply<'a>(&self, bytes: &'a [u8]) -> Result<(Reply<'a>, Message<'a>), DecodeError> {
        let mut fields = FrameReader::new(bytes, self);
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
        Ok((reply, Message::received(json, blobs, self)))
    }
}
