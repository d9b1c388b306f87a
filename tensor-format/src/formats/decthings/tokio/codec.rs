//! The codec of typed values.

use core::{fmt, marker::PhantomData};

use bytes::BytesMut;
use tokio_util::codec::{Decoder, Encoder};

use super::{
    super::{Framer, Options},
    MAX_MESSAGE_BYTES, MessageCodec, parameter_of,
};
use crate::{DecodeError, DecodeOwned, Encode, EncodeError, HasRules};

/// Reads values of type `T` from a byte stream, and writes values of type `O` into one, the same type unless
/// [`encoding`](Self::encoding) says otherwise: for [`Framed`](tokio_util::codec::Framed), `FramedRead` and `FramedWrite`.
///
/// Memory grows with what has arrived, never on the word of a header, and holds one message and what came with it: at
/// most [`max_message_bytes`](Self::max_message_bytes), 64 MiB by default, before the value. A sender whose peer does
/// not read waits. Reading values is cancel-safe: what has arrived of a message stays in the buffer of the `Framed`.
///
/// After an error in a value a `Framed` returns `None` once, and then waits for more bytes before it returns the next
/// value: a receiver that goes on after bad messages is better served by [`MessageCodec`]. After an error in a header
/// nobody knows where the next message would be, and each further read is the same error. Errors have the name of their
/// parameter, the index of their value, and its offset in the stream added to their own.
pub struct Codec<T, O = T> {
    options: Options,
    messages: MessageCodec,
    values: PhantomData<fn(O) -> T>,
}

impl<T: HasRules> Codec<T> {
    /// Creates a codec for messages of the default options.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Framer::new::<T>(), Options::new())
    }

    /// Creates a codec for messages that are written and read with these options.
    ///
    /// # Errors
    ///
    /// As [`Options::framer`].
    pub fn with_options(options: &Options) -> Result<Self, DecodeError> {
        Ok(Self::with(options.framer::<T>()?, *options))
    }

    fn with(framer: Framer, options: Options) -> Self {
        let messages = MessageCodec::new(framer.max_message_bytes(MAX_MESSAGE_BYTES));
        Self { options, messages, values: PhantomData }
    }
}

impl<T, O> Codec<T, O> {
    /// Returns the codec as one that writes values of another type than it reads, as a server does:
    /// `Codec::<Request>::new().encoding::<Response>()`.
    #[must_use]
    pub fn encoding<P: Encode>(self) -> Codec<T, P> {
        Codec { options: self.options, messages: self.messages, values: PhantomData }
    }

    /// Sets the most bytes of a message that is read (64 MiB).
    #[must_use]
    pub fn max_message_bytes(self, bytes: usize) -> Self {
        Self { messages: self.messages.map_framer(|framer| framer.max_message_bytes(bytes)), ..self }
    }
}

impl<T: HasRules> Default for Codec<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, O> Clone for Codec<T, O> {
    fn clone(&self) -> Self {
        Self { messages: self.messages.clone(), ..*self }
    }
}

impl<T, O> fmt::Debug for Codec<T, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Codec").field("messages", &self.messages).finish_non_exhaustive()
    }
}

impl<T: DecodeOwned, O> Decoder for Codec<T, O> {
    type Item = T;
    type Error = DecodeError;

    fn decode(&mut self, received: &mut BytesMut) -> Result<Option<T>, DecodeError> {
        let options = self.options;
        let parameter_of = |error: &DecodeError, received: &[u8]| parameter_of::<T>(&options, error, received);
        self.messages.next(received, |message| options.from_slice(&message), parameter_of)
    }

    fn decode_eof(&mut self, received: &mut BytesMut) -> Result<Option<T>, DecodeError> {
        let value = self.decode(received)?;
        if value.is_none() {
            let options = self.options;
            self.messages.finish(received, |error, received| parameter_of::<T>(&options, error, received))?;
        }
        Ok(value)
    }
}

impl<T, O: Encode> Encoder<O> for Codec<T, O> {
    type Error = EncodeError;

    fn encode(&mut self, value: O, out: &mut BytesMut) -> Result<(), EncodeError> {
        self.options.append_bytes(&value, out)
    }
}
