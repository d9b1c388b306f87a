//! The message: two headers and payload parts.

use alloc::{format, vec::Vec};

use super::{
    Part,
    errors::fault,
    header::{Form, Level, PREFIX, coord_bytes, prefix_bytes, read_coord, read_prefix},
};
use crate::DecodeError;
use crate::formats::zio::message_error::{MessageFault, Stage};

/// A message: the fields of its two header frames, and the payload frames behind them, which are never copied.
///
/// The default is an empty message of form [`Form::TENS`].
///
/// ```
/// use tensor_format::zio::{Level, Message, Part};
/// let mut message = Message { level: Level::Info, seqno: 7, ..Message::default() };
/// message.parts.push(Part::from(b"payload".as_slice()));
///
/// let frames = message.clone().into_frames();
/// assert_eq!(&*frames[0], b"ZIO4TENS");
/// assert_eq!(frames[1][16], 7);
/// assert_eq!(Message::from_frames(frames)?, message);
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Message<'a> {
    /// The importance of the message.
    pub level: Level,
    /// The kind of the message.
    pub form: Form,
    /// The label: with tensors a JSON object, else any bytes.
    pub label: Part<'a>,
    /// The number that identifies the sender.
    pub origin: u64,
    /// The time, by custom in microseconds since 1970: see [`now`](super::now).
    pub granule: u64,
    /// The sequence number of the message.
    pub seqno: u64,
    /// The payload parts.
    pub parts: Vec<Part<'a>>,
}

impl<'a> Message<'a> {
    /// Returns a message from the frames of a socket, without a copy. An envelope in front of them has to be taken off
    /// first: see [`split_envelope`](super::split_envelope).
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) of [`Stage::Message`]: too few frames, a malformed prefix or coord
    /// header, with the frame and the offset in it.
    pub fn from_frames<I>(frames: I) -> Result<Self, DecodeError>
    where
        I: IntoIterator,
        I::Item: Into<Part<'a>>,
    {
        let mut frames = frames.into_iter().map(Into::into);
        let message = Self::from_places(frames.by_ref().map(|frame| (0, frame)))?;
        Ok(Self { parts: frames.collect(), ..message })
    }

    /// Creates a message without parts from its first two frames, each with the offset that it has in the buffer.
    pub(super) fn from_places(mut frames: impl Iterator<Item = (usize, Part<'a>)>) -> Result<Self, DecodeError> {
        let Some((at, prefix)) = frames.next() else { return Err(too_few(Stage::Message, 0)) };
        let (level, form) = read_prefix(&prefix).map_err(|error| error.shifted(at as u64))?;
        let Some((at, coord)) = frames.next() else { return Err(too_few(Stage::Message, 1)) };
        let [origin, granule, seqno] = read_coord(&coord).map_err(|error| error.shifted(at as u64))?;
        Ok(Self { level, form, label: prefix.skip(PREFIX), origin, granule, seqno, parts: Vec::new() })
    }

    /// Returns the frames for a socket's multi-part send: prefix header with the label, coord header, and the parts as
    /// they are.
    #[must_use]
    pub fn into_frames(self) -> Vec<Part<'a>> {
        let mut frames = Vec::with_capacity(self.parts.len().saturating_add(2));
        let mut prefix = Vec::with_capacity(self.label.len().saturating_add(PREFIX));
        prefix.extend_from_slice(&prefix_bytes(self.level, self.form));
        prefix.extend_from_slice(&self.label);
        frames.push(prefix.into());
        frames.push(coord_bytes(self.origin, self.granule, self.seqno).to_vec().into());
        frames.extend(self.parts);
        frames
    }

    /// Returns the message with label and parts of its own; copies what is borrowed.
    #[must_use]
    pub fn into_owned(self) -> Message<'static> {
        Message {
            level: self.level,
            form: self.form,
            label: self.label.into_owned(),
            origin: self.origin,
            granule: self.granule,
            seqno: self.seqno,
            parts: self.parts.into_iter().map(Part::into_owned).collect(),
        }
    }

    /// Returns the same message with label and parts borrowed from this one.
    #[must_use]
    pub fn borrow(&self) -> Message<'_> {
        Message {
            level: self.level,
            form: self.form,
            label: Part::from(&self.label),
            origin: self.origin,
            granule: self.granule,
            seqno: self.seqno,
            parts: self.parts.iter().map(Part::from).collect(),
        }
    }

    /// Returns the bytes of the two header frames, without the label.
    pub(super) fn headers(&self) -> ([u8; PREFIX], [u8; super::header::COORD]) {
        (prefix_bytes(self.level, self.form), coord_bytes(self.origin, self.granule, self.seqno))
    }
}

#[cold]
pub(super) fn too_few(stage: Stage, found: usize) -> DecodeError {
    let (path, found) = (format!("frame {found}"), format!("{found} of them"));
    fault(stage, MessageFault::TooFewFrames, path, "two frames of headers", found).into()
}
