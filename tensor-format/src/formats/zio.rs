//! ZIO messages and tensors in them, in the form TENS.
//!
//! A message is a list of frames: a prefix header (`ZIO`, a level, a form, a label), a coord header (origin, granule,
//! sequence number), then payload parts. The label is a JSON object whose field `TENS` describes tensors; each tensor
//! fills one part. Nothing here opens a socket: a [`Message`] is made from the frames of a socket, and becomes frames
//! to send.
//!
#![cfg_attr(feature = "derive", doc = "```")]
#![cfg_attr(not(feature = "derive"), doc = "```ignore")]
//! use tensor_format::{Tensor, zio::{Message, self}};
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Waves {
//!     #[tensor(shape = [channel, tick])]
//!     samples: Vec<[i16; 4]>,
//!     #[tensor(shape = [channel])]
//!     names: Vec<String>,
//! }
//!
//! let waves = Waves { samples: vec![[1, -2, 3, -4]], names: vec!["u0".into()] };
//! let frames = zio::to_message(&waves)?.into_frames();
//! assert!(frames[2].is_borrowed());
//!
//! let received = Message::from_frames(frames)?;
//! assert_eq!(zio::from_message::<Waves>(&received)?, waves);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How records travel
//!
//! Each tensor of a record is one tensor of the message, in the order of the fields. Its metadata holds its name under
//! [`NAME`]; a parameter of several tensors repeats its name. A tensor that came without a name is called by its index:
//! `0`, `1`, ... Strings, binary elements and media travel as one axis of `u` and 1: each element behind its length, a
//! varint, as in the [default format](crate::decthings) with a length-prefixed media format. [`ELEMENT_TYPE`] and
//! [`ELEMENT_SHAPE`] in the metadata say what they are. `bf16` travels as `u` and 2 with its [`ELEMENT_TYPE`]. All
//! these keys hold texts, so that metadata stays flat, as the Python package's HDF5 consumer needs it. A tensor without
//! an array is absent.
//!
//! # Sockets
//!
//! PUSH, PULL, PUB, SUB, PAIR, REQ and REP carry [the frames](Message::into_frames) as they are; a DEALER has an empty
//! frame in front of them, a ROUTER an identity and an empty frame: see [`split_envelope`]. CLIENT, SERVER, RADIO and
//! DISH carry [one buffer](Message::to_vec). The first frame is the topic of PUB and SUB: subscribe to `ZIO`, `ZIO4` or
//! `ZIO4TENS`. With any ZeroMQ library the adapter is a few lines:
//!
//! ```
//! # use std::error::Error;
//! use tensor_format::zio::Message;
//! # trait Socket {
//! #     fn send_multipart(&mut self, frames: Vec<Vec<u8>>) -> Result<(), Box<dyn Error>>;
//! #     fn recv_multipart(&mut self) -> Result<Vec<Vec<u8>>, Box<dyn Error>>;
//! # }
//!
//! fn send(socket: &mut impl Socket, message: Message) -> Result<(), Box<dyn Error>> {
//!     let frames = message.into_frames().into_iter().map(|frame| frame.into_vec()).collect();
//!     socket.send_multipart(frames)
//! }
//!
//! fn receive(socket: &mut impl Socket) -> Result<Message<'static>, Box<dyn Error>> {
//!     Ok(Message::from_frames(socket.recv_multipart()?)?)
//! }
//! ```
//!
//! # What other peers do
//!
//! The known consumers ignore `order` and `ascend`, need `part`, take it for the index of the tensor, and know the
//! letters `f`, `i` and `u` at most. What [`to_message`] writes suits them; [`Options::row_major_only`] makes
//! [`Message::append`] do so too. Numbers are little-endian.

// A value goes out by `sink` (records and tensors to parts), which describes each tensor (`hidden_types`, `tens`) and
// writes the label (`label`, `json`) of a `message`; `frames` and `header` make bytes of it. A message comes in by the
// same files from the last to the first: `tensors` checks the parts against the label before any is looked into, and
// `source` hands them out as elements. `append` and `split` are for those who build messages without a type; `flow` is
// independent of tensors.
mod append;
mod dtype;
mod errors;
mod flow;
mod frames;
mod header;
mod hidden_types;
mod json;
mod label;
mod message;
mod message_error;
mod options;
mod order;
mod part;
mod sink;
mod source;
mod split;
mod tens;
mod tensors;

pub use dtype::{DType, Kind, Mark};
pub use flow::{Direction, Endpoint, Event, Flow, Received};
pub use frames::split_envelope;
pub use header::{Form, Level};
pub use hidden_types::{ELEMENT_SHAPE, ELEMENT_TYPE, NAME};
pub use json::{Fields, Json};
pub use label::Label;
pub use message::Message;
pub use message_error::{MessageError, MessageFault, Stage};
pub use options::Options;
pub use part::Part;
pub use split::{Join, SPLIT_COUNT, SPLIT_FIRST, SPLIT_INDEX, SPLIT_SHAPE, split};
pub use tens::{Description, Tens};
pub use tensors::Tensors;

use alloc::vec::Vec;

use crate::{Decode, DecodeError, Encode, EncodeError, HasRules, Violation};

/// Returns a value as a message of form `TENS`, whose parts refer to the value where its elements are contiguous in
/// memory.
///
/// # Errors
///
/// When the value breaks its own rules.
///
/// ```
/// use tensor_format::zio;
/// let message = zio::to_message(&[1.5f32, 2.5])?;
/// assert_eq!(
///     std::str::from_utf8(&message.label)?,
///     r#"{"TENS":{"metadata":{},"tensors":[{"dtype":"f","part":0,"shape":[2],"word":4}]}}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_message<T: Encode + ?Sized>(value: &T) -> Result<Message<'_>, EncodeError> {
    Options::new().to_message(value)
}

/// Returns a value as [`to_message`] does, with metadata of the message: anything that serializes as an object.
///
/// # Errors
///
/// As [`to_message`], and if the metadata is no object.
///
/// ```
/// use std::collections::BTreeMap;
/// use tensor_format::zio;
/// let run = BTreeMap::from([("run".to_owned(), 7)]);
/// let message = zio::to_message_with(&[1u8], &run)?;
/// let (value, metadata): ([u8; 1], BTreeMap<String, i32>) = zio::from_message_with(&message)?;
/// assert_eq!((value, metadata), ([1], run));
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
#[cfg(feature = "json")]
pub fn to_message_with<'a, T, M>(value: &'a T, metadata: &M) -> Result<Message<'a>, EncodeError>
where
    T: Encode + ?Sized,
    M: serde_core::Serialize + ?Sized,
{
    Options::new().to_message_with(value, metadata)
}

/// Returns a value from a message, whatever its form; it may borrow from the parts.
///
/// The rules of `T` are checked by the label before any part is looked into.
///
/// # Errors
///
/// [`MessageError`](crate::zio::MessageError) with the stage that reading came to, the first violation of the rules of
/// `T`, or what is wrong with the elements.
///
/// ```
/// use tensor_format::zio;
/// let message = zio::to_message(&[[1.0f32, 2.0]])?;
/// assert_eq!(zio::from_message::<Vec<[f32; 2]>>(&message)?, [[1.0, 2.0]]);
/// let error = zio::from_message::<Vec<[f32; 3]>>(&message).unwrap_err();
/// assert_eq!(error.to_string(), "axis 1: expected 3, found 2");
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
pub fn from_message<'de, T: Decode<'de>>(message: &'de Message<'_>) -> Result<T, DecodeError> {
    Options::new().from_message(message)
}

/// Returns a value and the metadata of its message, which is `{}` if there is none.
///
/// # Errors
///
/// As [`from_message`], and [`Metadata`](crate::ErrorKind::Metadata) if the metadata is no `M`.
#[cfg(feature = "json")]
pub fn from_message_with<'de, T, M>(message: &'de Message<'_>) -> Result<(T, M), DecodeError>
where
    T: Decode<'de>,
    M: for<'m> serde_core::Deserialize<'m>,
{
    Options::new().from_message_with(message)
}

/// Returns every way in which the descriptions of a message's tensors break the rules of `T`; none if they keep them.
/// No part is looked into.
///
/// ```
/// use tensor_format::zio;
/// let message = zio::to_message(&[[1.0f32, 2.0]])?;
/// let violations = zio::check_all::<[[u8; 3]; 1]>(&message)?;
/// assert_eq!(violations.len(), 2);
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
///
/// # Errors
///
/// As [`Options::tensors`], and if there is not one tensor where `T` is one.
pub fn check_all<T: HasRules + ?Sized>(message: &Message<'_>) -> Result<Vec<Violation>, DecodeError> {
    Options::new().check_all::<T>(message)
}

/// Returns the time, as [`granule`](Message::granule) holds it by custom: microseconds since 1970.
///
/// ```
/// use tensor_format::zio::{self, Message};
/// let message = Message { granule: zio::now(), ..Message::default() };
/// assert!(message.granule > 1_700_000_000_000_000);
/// ```
#[cfg(feature = "std")]
#[must_use]
pub fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
}
