//! Verbs for single messages.

use bytes::BytesMut;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::{
    super::{DEFAULT, Framing, Options},
    MAX_MESSAGE_BYTES, parameter_of, reserve,
};
use crate::{DecodeError, DecodeOwned, Encode, EncodeError, ErrorKind};

/// Reads one value, of at most 64 MiB, and no byte behind it; returns `None` if the reader ends before the first byte.
///
/// It reads as many bytes at once as are surely missing, which are few in a header: a reader that is a socket is better
/// in a [`BufReader`](tokio::io::BufReader). Memory grows with what arrives.
///
/// Not cancel-safe: what was read of a message is lost if the future is dropped. In a `select!` use
/// [`Codec`](super::Codec).
///
/// ```
/// use tensor_format::decthings::tokio::{read, write};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (mut one, mut other) = tokio::io::duplex(64);
/// write(&mut one, &[0.5f32, 1.0]).await?;
/// assert_eq!(read(&mut other).await?, Some([0.5f32, 1.0]));
/// drop(one);
/// assert_eq!(read::<[f32; 2], _>(&mut other).await?, None);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// As [`from_slice`](crate::from_slice), and [`Io`](ErrorKind::Io).
pub async fn read<T: DecodeOwned, R: AsyncRead + Unpin>(reader: R) -> Result<Option<T>, DecodeError> {
    DEFAULT.read_async(reader).await
}

/// Writes one value, and flushes the writer. The message is made in memory before.
///
/// Not cancel-safe: a part of the message may have been written if the future is dropped.
///
/// # Errors
///
/// As [`to_vec`](crate::to_vec), and [`Io`](ErrorKind::Io).
pub async fn write<T: Encode + ?Sized, W: AsyncWrite + Unpin>(writer: W, value: &T) -> Result<(), EncodeError> {
    DEFAULT.write_async(writer, value).await
}

impl Options {
    /// Reads one value, as [`read`].
    ///
    /// # Errors
    ///
    /// As [`read`].
    pub async fn read_async<T: DecodeOwned, R: AsyncRead + Unpin>(
        &self,
        mut reader: R,
    ) -> Result<Option<T>, DecodeError> {
        let mut framer = self.framer::<T>()?.max_message_bytes(MAX_MESSAGE_BYTES);
        let mut message = BytesMut::new();
        loop {
            let fresh = message.get(framer.position()..).unwrap_or_default();
            let at_least = match framer.feed(fresh) {
                Ok(Framing::Missing { at_least }) => at_least,
                Ok(Framing::Whole { .. }) => return self.from_slice(&message).map(Some),
                Err(error) => return Err(self.with_parameter::<T>(error, &message)),
            };
            reserve(&mut message, at_least);
            let read = (&mut reader).take(at_least as u64).read_buf(&mut message).await;
            if read.map_err(|error| DecodeError::from(error).at(message.len() as u64))? > 0 {
                continue;
            }
            if message.is_empty() {
                return Ok(None);
            }
            let kind = ErrorKind::UnexpectedEnd { needed: at_least as u64, left: 0 };
            return Err(self.with_parameter::<T>(DecodeError::new(kind).at(message.len() as u64), &message));
        }
    }

    /// Adds the name of the parameter at fault to an error of the framer.
    #[cold]
    fn with_parameter<T: DecodeOwned>(&self, error: DecodeError, received: &[u8]) -> DecodeError {
        match parameter_of::<T>(self, &error, received) {
            Some(name) => error.in_parameter(&name),
            None => error,
        }
    }

    /// Writes one value, as [`write()`].
    ///
    /// # Errors
    ///
    /// As [`write()`].
    pub async fn write_async<T: Encode + ?Sized, W: AsyncWrite + Unpin>(
        &self,
        mut writer: W,
        value: &T,
    ) -> Result<(), EncodeError> {
        writer.write_all(&self.to_vec(value)?).await?;
        Ok(writer.flush().await?)
    }
}
