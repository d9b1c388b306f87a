//! Frames as sockets carry them: envelopes, and all frames in one buffer.

use alloc::vec::Vec;

use super::{
    Message, Part,
    header::{COORD, PREFIX},
    message::{too_few, truncated},
};
use crate::{DecodeError, EncodeError, ErrorKind, Limit, Stage};

/// The first byte of a length of five bytes; no length of one byte is as large.
const LONG: u8 = 0xff;

/// Takes the envelope off the frames of a ROUTER, DEALER or REP socket: everything up to and with the first empty frame.
/// Returns the envelope, to be sent back in front of an answer, and the frames of the message.
///
/// ```
/// use tensor_format::zio::{Part, split_envelope};
/// let frames = [b"peer".as_slice(), b"", b"ZIO0TENS", &[0; 24]].map(Part::from);
/// let (envelope, message) = split_envelope(frames);
/// assert_eq!((envelope.len(), message.len()), (2, 2));
/// ```
pub fn split_envelope<'a, I>(frames: I) -> (Vec<Part<'a>>, Vec<Part<'a>>)
where
    I: IntoIterator,
    I::Item: Into<Part<'a>>,
{
    let mut envelope: Vec<Part<'a>> = frames.into_iter().map(Into::into).collect();
    let end = envelope.iter().position(|frame| frame.is_empty());
    let message = envelope.split_off(end.map_or(0, |end| end.saturating_add(1)));
    (envelope, message)
}

impl<'a> Message<'a> {
    /// The message in one buffer, for links that carry a single frame: CLIENT, SERVER, RADIO and DISH sockets, and files.
    /// Each frame stands behind its length: one byte below 255, else the byte 255 and four bytes, most significant first.
    ///
    /// ```
    /// use tensor_format::zio::Message;
    /// let message = Message { seqno: 1, ..Message::default() };
    /// let bytes = message.to_vec()?;
    /// assert_eq!(bytes[..10], *b"\x08ZIO0TENS\x18");
    /// assert_eq!(Message::from_slice(&bytes)?, message);
    /// # Ok::<(), tensor_format::DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) for a frame of 4 GiB or more.
    pub fn to_vec(&self) -> Result<Vec<u8>, EncodeError> {
        self.check_lengths()?;
        let mut out = Vec::with_capacity(self.encoded_len());
        self.pieces(|piece| {
            out.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(out)
    }

    /// Writes the one-buffer form; the parts are not copied on the way.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec), and [`Io`](ErrorKind::Io).
    #[cfg(feature = "std")]
    pub fn to_writer<W: std::io::Write>(&self, mut writer: W) -> Result<(), EncodeError> {
        self.check_lengths()?;
        self.pieces(|piece| writer.write_all(piece).map_err(EncodeError::from))
    }

    /// Every frame must have a length of four bytes.
    fn check_lengths(&self) -> Result<(), EncodeError> {
        let label = self.label.len().saturating_add(PREFIX);
        let longest = self.parts.iter().map(|part| part.len()).fold(label, usize::max);
        if u32::try_from(longest).is_err() {
            let (max, found) = (u32::MAX.into(), longest as u64);
            return Err(ErrorKind::LimitExceeded { limit: Limit::Bytes, max, found }.into());
        }
        Ok(())
    }

    fn pieces(&self, mut put: impl FnMut(&[u8]) -> Result<(), EncodeError>) -> Result<(), EncodeError> {
        let (prefix, coord) = self.headers();
        let mut frame = |len: usize, pieces: &[&[u8]]| {
            let mut before = Vec::with_capacity(5);
            push_len(&mut before, len);
            put(&before)?;
            pieces.iter().try_for_each(|piece| put(piece))
        };
        frame(self.label.len().saturating_add(PREFIX), &[&prefix, &self.label])?;
        frame(COORD, &[&coord])?;
        self.parts.iter().try_for_each(|part| frame(part.len(), &[part]))
    }

    /// The number of bytes of the one-buffer form.
    #[must_use]
    pub fn encoded_len(&self) -> usize {
        let frame = |len: usize| len.saturating_add(if len < usize::from(LONG) { 1 } else { 5 });
        let headers = frame(self.label.len().saturating_add(PREFIX)).saturating_add(frame(COORD));
        self.parts.iter().map(|part| frame(part.len())).fold(headers, usize::saturating_add)
    }

    /// A message from its one-buffer form, which its parts borrow from.
    ///
    /// # Errors
    ///
    /// [`Message`](ErrorKind::Message) of [`Stage::Encoded`] where a length runs past the end, with its offset, else as
    /// [`from_frames`](Self::from_frames).
    pub fn from_slice(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::of_split(split_frames(bytes, |range| bytes.get(range).unwrap_or_default().into())?)
    }

    /// A message from its one-buffer form, which its parts share.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice).
    #[cfg(feature = "bytes")]
    pub fn from_bytes(bytes: &bytes::Bytes) -> Result<Self, DecodeError> {
        // The ranges that are asked for lie within the bytes.
        Self::of_split(split_frames(bytes, |range| bytes.slice(range).into())?)
    }

    fn of_split(frames: Vec<Part<'a>>) -> Result<Self, DecodeError> {
        if frames.len() < 2 {
            return Err(too_few(Stage::Encoded, frames.len()));
        }
        Self::from_frames(frames)
    }
}

/// Writes a length, known to fit into 32 bits.
fn push_len(out: &mut Vec<u8>, len: usize) {
    match u8::try_from(len) {
        Ok(short) if short < LONG => out.push(short),
        _ => {
            out.push(LONG);
            out.extend_from_slice(&(len as u32).to_be_bytes());
        }
    }
}

/// The frames of the one-buffer form, each made by `take` from its range.
fn split_frames<'a>(
    bytes: &[u8],
    take: impl Fn(core::ops::Range<usize>) -> Part<'a>,
) -> Result<Vec<Part<'a>>, DecodeError> {
    let mut frames = Vec::new();
    let mut at: usize = 0;
    while let Some((&short, rest)) = bytes.get(at..).and_then(<[u8]>::split_first) {
        let (len, width) = match (short, rest.first_chunk::<4>()) {
            (LONG, Some(long)) => (u32::from_be_bytes(*long), 5),
            (LONG, None) => return Err(truncated(4, rest.len(), at)),
            (short, _) => (short.into(), 1),
        };
        let start = at.saturating_add(width);
        let left = bytes.len().saturating_sub(start);
        let Some(len) = usize::try_from(len).ok().filter(|len| *len <= left) else {
            return Err(truncated(len.into(), left, at));
        };
        at = start.saturating_add(len);
        frames.push(take(start..at));
    }
    Ok(frames)
}
