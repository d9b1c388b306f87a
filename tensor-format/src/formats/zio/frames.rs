//! Frames as sockets carry them: envelopes, and all frames in one buffer.

use alloc::{format, string::String, vec::Vec};
use core::ops::Range;

use super::{
    Message, Options, Part,
    errors::fault_at,
    header::{COORD, PREFIX},
    message::too_few,
};
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{DecodeError, EncodeError, Limit};

/// The first byte of a length of five bytes; lengths of one byte are smaller.
const LONG: u8 = 0xff;
/// The number of frames in front of the payload parts.
const HEADERS: usize = 2;

/// Splits the envelope from the frames of a ROUTER, DEALER or REP socket: everything up to and with the first empty
/// frame. Returns the envelope, to be sent back in front of an answer, and the frames of the message.
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
    /// Returns the message in one buffer, for links that carry a single frame: CLIENT, SERVER, RADIO and DISH sockets,
    /// and files. Each frame follows its length: one byte below 255, else the byte 255 and four bytes, most significant
    /// first.
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
    /// [`LimitExceeded`](crate::ErrorKind::LimitExceeded) for a frame of 4 GiB or more.
    pub fn to_vec(&self) -> Result<Vec<u8>, EncodeError> {
        self.check_lengths()?;
        let mut out = Vec::with_capacity(self.encoded_len());
        self.pieces(|piece| {
            out.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(out)
    }

    /// Writes the message in one buffer, as [`to_vec`](Self::to_vec) returns it; the parts are not copied on the way.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec), and [`Io`](crate::ErrorKind::Io).
    #[cfg(feature = "std")]
    pub fn to_writer<W: std::io::Write>(&self, mut writer: W) -> Result<(), EncodeError> {
        self.check_lengths()?;
        self.pieces(|piece| writer.write_all(piece).map_err(EncodeError::from))
    }

    /// Checks that every frame has a length of at most four bytes.
    fn check_lengths(&self) -> Result<(), EncodeError> {
        let label = self.label.len().saturating_add(PREFIX);
        let longest = self.parts.iter().map(|part| part.len()).fold(label, usize::max);
        if u32::try_from(longest).is_err() {
            return Err(Limit::Bytes.exceeded(u32::MAX as usize, longest).into());
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

    /// Returns the number of bytes that [`to_vec`](Self::to_vec) returns: the message in one buffer.
    #[must_use]
    pub fn encoded_len(&self) -> usize {
        let frame = |len: usize| len.saturating_add(if len < usize::from(LONG) { 1 } else { 5 });
        let headers = frame(self.label.len().saturating_add(PREFIX)).saturating_add(frame(COORD));
        self.parts.iter().map(|part| frame(part.len())).fold(headers, usize::saturating_add)
    }

    /// Reads a message from one buffer, as [`to_vec`](Self::to_vec) makes it; its parts borrow from the buffer. See
    /// [`Options::message_from_slice`].
    ///
    /// # Errors
    ///
    /// As [`Options::message_from_slice`].
    pub fn from_slice(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Options::new().message_from_slice(bytes)
    }

    /// Reads a message from one buffer, as [`Message::to_vec`] makes it; its parts share the buffer.
    ///
    /// # Errors
    ///
    /// As [`Options::message_from_slice`].
    #[cfg(feature = "bytes")]
    pub fn from_bytes(bytes: &bytes::Bytes) -> Result<Self, DecodeError> {
        Options::new().message_from_bytes(bytes)
    }
}

impl Options {
    /// Reads a message from one buffer, as [`Message::to_vec`] makes it; its parts borrow from the buffer. Its frames
    /// are counted and its headers checked before memory is taken for the parts.
    ///
    /// ```
    /// use tensor_format::zio::{Message, Options};
    /// let bytes = Message { parts: vec!["a".into(), "b".into()], ..Message::default() }.to_vec()?;
    /// assert_eq!(Options::new().message_from_slice(&bytes)?.parts.len(), 2);
    /// let error = Options::new().max_parts(1).message_from_slice(&bytes).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "limit exceeded: at most 1 payload parts in one message allowed, found 2 (byte 37)"
    /// );
    /// # Ok::<(), tensor_format::DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) of [`Stage::Encoded`] where a length runs past the end, else as
    /// [`Message::from_frames`]; [`LimitExceeded`](crate::ErrorKind::LimitExceeded) for too many parts. Each with the frame
    /// and the offset in the buffer.
    pub fn message_from_slice<'a>(&self, bytes: &'a [u8]) -> Result<Message<'a>, DecodeError> {
        self.message_of_buffer(bytes, |range| bytes.get(range).unwrap_or_default().into())
    }

    /// Reads a message from one buffer, as [`Message::to_vec`] makes it; its parts share the buffer.
    ///
    /// # Errors
    ///
    /// As [`message_from_slice`](Self::message_from_slice).
    #[cfg(feature = "bytes")]
    pub fn message_from_bytes(&self, bytes: &bytes::Bytes) -> Result<Message<'static>, DecodeError> {
        // The ranges given to the closure are within the bytes.
        self.message_of_buffer(bytes, |range| bytes.slice(range).into())
    }

    /// Reads a message from one buffer; `take` makes each frame from its range in the buffer.
    fn message_of_buffer<'a>(
        &self,
        bytes: &[u8],
        take: impl Fn(Range<usize>) -> Part<'a>,
    ) -> Result<Message<'a>, DecodeError> {
        // An empty frame is one byte here and a whole part in memory, so frames are counted before any part is made.
        let counted = self.max_parts.saturating_add(HEADERS).saturating_add(1);
        let frames = || Frames { bytes, at: 0, index: 0, deny_long: self.deny_long_lengths };
        let (mut count, mut last) = (0_usize, 0);
        for frame in frames().take(counted) {
            last = frame?.start;
            count = count.saturating_add(1);
        }
        if count < HEADERS {
            return Err(too_few(Stage::Encoded, count).at(bytes.len() as u64));
        }
        let mut ranges = frames().map_while(Result::ok);
        let mut message = Message::from_places(ranges.by_ref().map(|range| (range.start, take(range))))?;
        let parts = count.saturating_sub(HEADERS);
        Limit::Parts.check(self.max_parts, parts).map_err(|kind| DecodeError::new(kind).at(last as u64))?;
        message.parts.reserve_exact(parts);
        message.parts.extend(ranges.map(take));
        Ok(message)
    }
}

/// Appends the length of a frame, known to fit into 32 bits, in one byte or five.
fn push_len(out: &mut Vec<u8>, len: usize) {
    match u8::try_from(len) {
        Ok(short) if short < LONG => out.push(short),
        _ => {
            out.push(LONG);
            out.extend_from_slice(&(len as u32).to_be_bytes());
        }
    }
}

/// An iterator over the ranges of the frames in one buffer; ends with an error at the first length that goes past the
/// end.
struct Frames<'b> {
    bytes: &'b [u8],
    at: usize,
    index: usize,
    deny_long: bool,
}

impl Frames<'_> {
    fn read(&self, short: u8, rest: &[u8]) -> Result<Range<usize>, DecodeError> {
        let (len, width) = match (short, rest.first_chunk::<4>()) {
            (LONG, Some(long)) => (u32::from_be_bytes(*long), 5),
            (LONG, None) => {
                let found = format!("{} of them", rest.len());
                return Err(self.wrong(MessageFault::Truncated, "a length of four bytes after the byte 255", found));
            }
            (short, _) => (short.into(), 1),
        };
        if self.deny_long && width > 1 && len < u32::from(LONG) {
            let found = format!("five bytes for the length {len}");
            return Err(self.wrong(MessageFault::LongLength, "one byte for a length below 255", found));
        }
        let start = self.at.saturating_add(width);
        let left = self.bytes.len().saturating_sub(start);
        match usize::try_from(len).ok().filter(|len| *len <= left) {
            Some(len) => Ok(start..start.saturating_add(len)),
            None => {
                let found = format!("a length of {len} with {left} left");
                Err(self.wrong(MessageFault::Truncated, "a frame that ends within the buffer", found))
            }
        }
    }

    /// Returns the error of a faulty length, with the offset where it begins.
    #[cold]
    fn wrong(&self, fault: MessageFault, expected: &'static str, found: String) -> DecodeError {
        fault_at(Stage::Encoded, fault, format!("frame {}", self.index), expected, found, self.at)
    }
}

impl Iterator for Frames<'_> {
    type Item = Result<Range<usize>, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (&short, rest) = self.bytes.get(self.at..)?.split_first()?;
        let frame = self.read(short, rest);
        self.at = frame.as_ref().map_or(self.bytes.len(), |range| range.end);
        self.index = self.index.saturating_add(1);
        Some(frame)
    }
}

#[cfg(all(test, target_pointer_width = "64", not(miri)))]
mod tests {
    use alloc::{string::ToString, vec};

    use super::*;

    /// The zeros are memory that the system never gives: tests that count allocations would touch all of it.
    #[test]
    fn frames_have_lengths_of_32_bits() {
        let long = vec![0; 1 << 32];
        let message = Message { parts: vec![long.as_slice().into()], ..Message::default() };
        assert_eq!(message.encoded_len(), (1 << 32) + 5 + 9 + 25);
        let error = message.to_vec().expect_err("4 GiB");
        assert_eq!(error.to_string(), "limit exceeded: at most 4294967295 bytes allowed, found 4294967296");
        #[cfg(feature = "std")]
        assert_eq!(message.to_writer(std::io::sink()).expect_err("4 GiB").to_string(), error.to_string());
    }
}
