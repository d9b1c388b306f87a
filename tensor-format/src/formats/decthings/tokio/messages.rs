//! The codec of whole messages that are not decoded.

use alloc::boxed::Box;

use bytes::{Bytes, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

use super::{
    super::{Framer, Framing},
    reserve,
};
use crate::{DecodeError, ErrorKind};

/// Takes whole messages from a byte stream as [`Bytes`], without decoding them: for a receiver that answers each bad
/// message with an error and goes on, that passes messages on, or that borrows from them.
///
/// ```
/// use futures_util::StreamExt;
/// use tensor_format::{decthings::{Framer, tokio::MessageCodec}, from_slice, to_vec};
/// use tokio_util::codec::FramedRead;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let stream = [to_vec(&[1u8, 2])?, to_vec("text")?, to_vec(&[3u8])?].concat();
/// let mut messages = FramedRead::new(&stream[..], MessageCodec::new(Framer::new::<Vec<u8>>()));
/// let mut sums = Vec::new();
/// while let Some(message) = messages.next().await {
///     match from_slice::<&[u8]>(&message?) {
///         Ok(numbers) => sums.push(numbers.iter().sum::<u8>().to_string()),
///         Err(error) => sums.push(error.to_string()),
///     }
/// }
/// assert_eq!(sums, ["3", "element type: expected u8, found string (byte 0)", "3"]);
/// # Ok(())
/// # }
/// ```
///
/// Memory and cancellation are as for [`Codec`](super::Codec).
#[derive(Clone, Debug)]
pub struct MessageCodec {
    framer: Framer,
    /// The number of messages before the current one, and the offset of its first byte in the stream.
    index: u64,
    start: u64,
    /// The parameter of the header at which the framer stays, once it is at fault: empty if that has none.
    at_fault: Option<Box<str>>,
}

impl MessageCodec {
    /// Creates a codec of the messages that a framer finds, of at most the length that it
    /// [allows](Framer::max_message_bytes).
    #[must_use]
    pub fn new(framer: Framer) -> Self {
        Self { framer, index: 0, start: 0, at_fault: None }
    }

    pub(super) fn map_framer(self, map: impl FnOnce(Framer) -> Framer) -> Self {
        Self { framer: map(self.framer), ..self }
    }

    /// Returns an error of the message with this index, which begins at this offset, as one of the stream.
    #[cold]
    fn placed(&self, error: DecodeError) -> DecodeError {
        error.shifted(self.start).in_record(self.index)
    }

    /// Takes the next message, and has `read` make a value of it. Its errors become those of the stream; those of
    /// headers have the name that `parameter_of` knows, which is asked once.
    pub(super) fn next<V>(
        &mut self,
        received: &mut BytesMut,
        read: impl FnOnce(BytesMut) -> Result<V, DecodeError>,
        parameter_of: impl FnOnce(&DecodeError, &[u8]) -> Option<Box<str>>,
    ) -> Result<Option<V>, DecodeError> {
        let fresh = received.get(self.framer.position()..).unwrap_or_default();
        let framing = self.framer.feed(fresh).map_err(|error| {
            let name = self.at_fault.get_or_insert_with(|| parameter_of(&error, received).unwrap_or_default());
            let error = if name.is_empty() { error } else { error.in_parameter(name) };
            self.placed(error)
        });
        match framing? {
            Framing::Missing { at_least } => {
                reserve(received, at_least);
                Ok(None)
            }
            Framing::Whole { len } => {
                let value = read(received.split_to(len.min(received.len()))).map_err(|error| self.placed(error));
                self.index = self.index.saturating_add(1);
                self.start = self.start.saturating_add(len as u64);
                value.map(Some)
            }
        }
    }

    /// Checks that no message has begun where the stream ends. The error has the name that `parameter_of` knows.
    pub(super) fn finish(
        &mut self,
        received: &BytesMut,
        parameter_of: impl FnOnce(&DecodeError, &[u8]) -> Option<Box<str>>,
    ) -> Result<(), DecodeError> {
        match self.framer.feed(&[]) {
            Ok(Framing::Missing { at_least }) if !received.is_empty() => {
                let kind = ErrorKind::UnexpectedEnd { needed: at_least as u64, left: 0 };
                let error = DecodeError::new(kind).at(received.len() as u64);
                let name = parameter_of(&error, received);
                Err(self.placed(match name {
                    Some(name) => error.in_parameter(&name),
                    None => error,
                }))
            }
            _ => Ok(()),
        }
    }
}

impl Decoder for MessageCodec {
    type Item = Bytes;
    type Error = DecodeError;

    fn decode(&mut self, received: &mut BytesMut) -> Result<Option<Bytes>, DecodeError> {
        self.next(received, |message| Ok(message.freeze()), |_, _| None)
    }

    fn decode_eof(&mut self, received: &mut BytesMut) -> Result<Option<Bytes>, DecodeError> {
        let message = self.decode(received)?;
        if message.is_none() {
            self.finish(received, |_, _| None)?;
        }
        Ok(message)
    }
}

impl Encoder<Bytes> for MessageCodec {
    type Error = std::io::Error;

    fn encode(&mut self, message: Bytes, out: &mut BytesMut) -> std::io::Result<()> {
        out.extend_from_slice(&message);
        Ok(())
    }
}
