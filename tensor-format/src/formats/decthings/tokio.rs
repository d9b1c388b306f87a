//! Messages over the sockets of tokio: a codec for framed streams and sinks, and functions for single messages.
//!
//! ```
//! use futures_util::{SinkExt, StreamExt};
//! use tensor_format::{Tensor, decthings::tokio::Codec};
//! use tokio_util::codec::Framed;
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Sample {
//!     id: u32,
//!     values: Vec<f32>,
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Two ends of a socket.
//! let (one, other) = tokio::io::duplex(64);
//! let mut sender = Framed::new(one, Codec::<Sample>::new());
//! let mut receiver = Framed::new(other, Codec::<Sample>::new());
//!
//! let (sent, received) = tokio::join!(sender.send(Sample { id: 7, values: vec![0.5; 100] }), receiver.next());
//! sent?;
//! assert_eq!(received.ok_or("closed")??, Sample { id: 7, values: vec![0.5; 100] });
//! # Ok(())
//! # }
//! ```

use alloc::boxed::Box;

use super::Options;
use crate::{DecodeError, DecodeOwned, ErrorKind};

mod codec;
mod messages;
mod single;

pub use codec::Codec;
pub use messages::MessageCodec;
pub use single::{read, write};

/// The most bytes of a message that is read, unless the caller says otherwise.
const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// Returns the name of the parameter at fault in a message of which this much has arrived: the framer, which found the
/// error, knows no names. `None` if there is another fault before it, or the message as a whole is too long.
#[cold]
fn parameter_of<T: DecodeOwned>(options: &Options, error: &DecodeError, received: &[u8]) -> Option<Box<str>> {
    let known = options.from_slice::<T>(received).err()?;
    let is_end = |error: &DecodeError| matches!(error.kind(), ErrorKind::UnexpectedEnd { .. });
    let place = |error: &DecodeError| (error.kind().name(), error.offset());
    // Elements that have not arrived are missed before their limits are looked at.
    let ends_behind = is_end(&known) && error.offset() > Some(0) && (is_end(error) || known.offset() >= error.offset());
    let is_same = place(&known) == place(error) || ends_behind;
    known.parameter().filter(|_| is_same).map(Into::into)
}

/// Makes room for bytes that are missing. Memory grows with what arrives, not on the word of a header: a full buffer
/// doubles.
fn reserve(buffer: &mut bytes::BytesMut, at_least: usize) {
    /// The most bytes that are reserved before as many have arrived.
    const FIRST: usize = 8 << 10;
    buffer.reserve(at_least.min(FIRST));
}
