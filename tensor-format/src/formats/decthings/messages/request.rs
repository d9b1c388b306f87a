//! Requests of the public Decthings clients.
//!
//! A request is `number of blobs (1 byte), length of the JSON (varint), length of each blob (varint), JSON, blobs`;
//! over a WebSocket its number (4 bytes, big-endian) is in front. The JSON lists the parameters, and each blob
//! holds the tensors of one: several if the request is a batch. This is what the Rust, Python and JavaScript clients
//! write; the published document does not describe it.
//!
//! Unless said otherwise the tensors are of [`Dialect::Clients`](crate::decthings::Dialect::Clients), that of the
//! newest Rust and JavaScript clients. The Python client 0.0.4 writes
//! [`Dialect::LegacyClients`](crate::decthings::Dialect::LegacyClients).
//!
//! ```
//! use tensor_format::{Tensor, decthings::request};
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Input {
//!     x: Vec<f32>,
//! }
//!
//! let input = Input { x: vec![1.0, 2.0] };
//! let bytes = request::to_vec(&input)?;
//! assert_eq!(bytes, b"\x01\x0e\x0b[{\"name\":\"x\"}]\x01\x01\x02\0\0\x80\x3f\0\0\0\x40");
//! assert_eq!(request::from_slice::<Input>(&bytes)?, input);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A real server finds the list within its own JSON:
//!
//! ```
//! use tensor_format::{Tensor, decthings::{ParameterList, Parameters, request}};
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Input {
//!     x: Vec<f32>,
//! }
//!
//! # #[cfg(feature = "serde")] {
//! #[derive(serde::Serialize, serde::Deserialize)]
//! #[serde(rename_all = "camelCase")]
//! struct Evaluate {
//!     model_id: String,
//!     params: ParameterList,
//! }
//!
//! let input = Input { x: vec![1.0, 2.0] };
//! let parameters = Parameters::new(&input);
//! let evaluate = Evaluate { model_id: "m".into(), params: parameters.list()? };
//! let bytes = request::write(&evaluate, &parameters)?;
//!
//! let message = request::read(&bytes)?;
//! let evaluate: Evaluate = message.json()?;
//! assert_eq!(message.decode::<Input>(&evaluate.params)?, input);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;

use super::{
    super::{CallError, Options},
    CLIENTS, FrameReader, Message, MessageFrame, Parameters,
};
use crate::{Decode, DecodeError, Encode, EncodeError, Model, model::AsyncModel};

/// Returns a request whose JSON is the list of the value's parameters, in one exact allocation of its blobs.
///
/// # Errors
///
/// As [`Parameters::list`], and [`LimitExceeded`](crate::ErrorKind::LimitExceeded) beyond 255 parameters.
pub fn to_vec<T: Encode>(value: &T) -> Result<Vec<u8>, EncodeError> {
    Parameters::new(value).to_vec_listed(MessageFrame::Request)
}

/// Returns the value of a request whose JSON is the list of its parameters.
///
/// # Errors
///
/// As [`read`] and [`Message::decode`].
pub fn from_slice<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    CLIENTS.from_request(bytes)
}

/// Serves one request: reads it, runs the model on it, and appends the response to `out`.
///
/// As [`decthings::call`](crate::decthings::call), for the messages of the clients. The JSON of the request is the list
/// of its parameters, and so is that of the response. If the parameters have several tensors each, the request is a
/// batch: the model runs once for each, and the parameters of the response have as many. An input with a parameter of
/// [`Many`](crate::Many) tensors takes all of them at once.
///
/// ```
/// use tensor_format::{Model, Tensor, decthings::{request, response}};
///
/// #[derive(Tensor)]
/// struct Input {
///     x: Vec<f32>,
/// }
///
/// #[derive(Tensor)]
/// struct Output {
///     sum: f32,
/// }
///
/// struct Sum;
///
/// impl Model for Sum {
///     type Input<'a> = Input;
///     type Output = Output;
///     type Error = core::convert::Infallible;
///
///     fn run(&self, input: Input) -> Result<Output, Self::Error> {
///         Ok(Output { sum: input.x.iter().sum() })
///     }
/// }
///
/// let request = request::to_vec(&Input { x: vec![1.0, 2.0, 4.0] })?;
/// let mut out = Vec::new();
/// request::call(&Sum, &request, &mut out)?;
/// assert_eq!(response::from_slice::<Output>(&out)?.sum, 7.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CallError`]; `out` is then as it was.
pub fn call<M: Model + ?Sized>(model: &M, request: &[u8], out: &mut Vec<u8>) -> Result<(), CallError<M::Error>> {
    CLIENTS.call_request(model, request, out)
}

/// Serves one request as [`call`], by a model that waits: see [`AsyncModel`]. The inputs of a batch run one after
/// another.
///
/// # Errors
///
/// [`CallError`]; `out` is then as it was. Nothing is appended either if the future is dropped before its end.
pub async fn call_async<M: AsyncModel + ?Sized>(
    model: &M,
    request: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CallError<M::Error>> {
    CLIENTS.call_request_async(model, request, out).await
}

/// Returns a request with a JSON of your own, which holds [`Parameters::list`] somewhere.
///
/// # Errors
///
/// As [`to_vec`], and what serialization says.
pub fn write<T, J>(json: &J, parameters: &Parameters<'_, T>) -> Result<Vec<u8>, EncodeError>
where
    T: Encode,
    J: serde_core::Serialize + ?Sized,
{
    parameters.to_vec(MessageFrame::Request, json)
}

/// Returns a request as [`write()`], with its number in front, for a WebSocket.
///
/// # Errors
///
/// As [`write()`].
pub fn write_websocket<T, J>(id: u32, json: &J, parameters: &Parameters<'_, T>) -> Result<Vec<u8>, EncodeError>
where
    T: Encode,
    J: serde_core::Serialize + ?Sized,
{
    parameters.to_vec(MessageFrame::WebSocketRequest(id), json)
}

/// Returns the JSON and the blobs of a request.
///
/// # Errors
///
/// The error says what is wrong with the lengths and at which byte; [`InvalidUtf8`](crate::ErrorKind::InvalidUtf8) in
/// the JSON.
pub fn read(bytes: &[u8]) -> Result<Message<'_>, DecodeError> {
    CLIENTS.read_request(bytes)
}

/// Returns number, JSON and blobs of a request over a WebSocket.
///
/// # Errors
///
/// As [`read`].
pub fn read_websocket(bytes: &[u8]) -> Result<(u32, Message<'_>), DecodeError> {
    CLIENTS.read_websocket_request(bytes)
}

impl Options {
    /// Returns the value of a request as [`request::from_slice`](from_slice), read with these options.
    ///
    /// # Errors
    ///
    /// As [`request::from_slice`](from_slice).
    pub fn from_request<'de, T: Decode<'de>>(&self, bytes: &'de [u8]) -> Result<T, DecodeError> {
        let message = self.read_request(bytes)?;
        message.decode(&message.json()?)
    }

    /// Returns the message as [`request::read`](read); its tensors will be read with these options.
    ///
    /// # Errors
    ///
    /// As [`request::read`](read).
    pub fn read_request<'a>(&self, bytes: &'a [u8]) -> Result<Message<'a>, DecodeError> {
        let (json, blobs) = FrameReader::new(bytes, self).request()?;
        Ok(Message::received(json, blobs, self))
    }

    /// Returns the message as [`request::read_websocket`](read_websocket); its tensors will be read with these options.
    ///
    /// # Errors
    ///
    /// As [`request::read`](read).
    pub fn read_websocket_request<'a>(&self, bytes: &'a [u8]) -> Result<(u32, Message<'a>), DecodeError> {
        let mut fields = FrameReader::new(bytes, self);
        let id = u32::from_be_bytes(fields.array()?);
        let (json, blobs) = fields.request()?;
        Ok((id, Message::received(json, blobs, self)))
    }
}
