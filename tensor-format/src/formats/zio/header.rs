//! The fields of the two header frames.

use core::fmt;

use super::errors::fault_at;
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{DecodeError, EncodeError};

/// The number of bytes of the prefix header in front of the label.
pub(super) const PREFIX: usize = 8;
/// The number of bytes of the coord header.
pub(super) const COORD: usize = 24;

const MAGIC: &[u8; 3] = b"ZIO";

/// The importance of a message. A subscriber can ask for one level, by the topic `ZIO4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Level {
    /// No level, 0.
    #[default]
    Undefined,
    /// Level 1.
    Trace,
    /// Level 2.
    Verbose,
    /// Level 3.
    Debug,
    /// Level 4.
    Info,
    /// Level 5.
    Summary,
    /// Level 6.
    Warning,
    /// Level 7.
    Error,
    /// Level 8.
    Fatal,
}

impl Level {
    const ALL: [Level; 9] = [
        Level::Undefined,
        Level::Trace,
        Level::Verbose,
        Level::Debug,
        Level::Info,
        Level::Summary,
        Level::Warning,
        Level::Error,
        Level::Fatal,
    ];

    /// Returns the number, from 0 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the level of this number; `None` if there is none.
    ///
    /// ```
    /// use tensor_format::zio::Level;
    /// assert_eq!(Level::from_number(4), Some(Level::Info));
    /// assert_eq!(Level::from_number(9), None);
    /// ```
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

/// The kind of a message: four bytes, shorter names filled up with spaces.
///
/// ```
/// use tensor_format::zio::Form;
/// assert_eq!(Form::new("AB")?, Form(*b"AB  "));
/// assert_eq!(Form::TENS.to_string(), "TENS");
/// assert!(Form::new("TENSOR").is_err());
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Form(pub [u8; 4]);

impl Form {
    /// Tensors and nothing else.
    pub const TENS: Form = Form(*b"TENS");
    /// Flow control; the message may hold tensors too.
    pub const FLOW: Form = Form(*b"FLOW");

    /// Creates the form of this name.
    ///
    /// # Errors
    ///
    /// [`Custom`](crate::ErrorKind::Custom) for more than four bytes: they are not cut.
    pub fn new(name: &str) -> Result<Self, EncodeError> {
        let mut form = [b' '; 4];
        if name.len() > form.len() {
            return Err(crate::ErrorKind::custom("a form has at most four bytes").into());
        }
        form.iter_mut().zip(name.bytes()).for_each(|(to, from)| *to = from);
        Ok(Form(form))
    }
}

impl Default for Form {
    /// Returns [`Form::TENS`].
    fn default() -> Self {
        Form::TENS
    }
}

/// Writes the name without the spaces at its end, bytes outside ASCII escaped.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.trim_ascii_end().escape_ascii().fmt(f)
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

/// Returns the prefix header without the label.
pub(super) fn prefix_bytes(level: Level, form: Form) -> [u8; PREFIX] {
    let ([z, i, o], [a, b, c, d]) = (*MAGIC, form.0);
    [z, i, o, b'0'.saturating_add(level.number()), a, b, c, d]
}

/// Returns level and form of a prefix header.
pub(super) fn read_prefix(frame: &[u8]) -> Result<(Level, Form), DecodeError> {
    use alloc::format;
    let wrong = |what, expected, found, offset| Err(fault_at(Stage::Message, what, "frame 0", expected, found, offset));
    let Some(&[z, i, o, level, a, b, c, d]) = frame.first_chunk::<PREFIX>() else {
        let found = format!("{} bytes", frame.len());
        return wrong(MessageFault::BadPrefix, "a prefix header of at least 8 bytes", found, 0);
    };
    if [z, i, o] != *MAGIC {
        return wrong(MessageFault::BadMagic, "`ZIO`", format!("`{}`", [z, i, o].escape_ascii()), 0);
    }
    match level.checked_sub(b'0').and_then(Level::from_number) {
        Some(level) => Ok((level, Form([a, b, c, d]))),
        None => wrong(MessageFault::BadLevel, "a level from `0` to `8`", format!("`{}`", level.escape_ascii()), 3),
    }
}

/// Returns origin, granule and sequence number as the bytes of a coord header.
pub(super) fn coord_bytes(origin: u64, granule: u64, seqno: u64) -> [u8; COORD] {
    let mut coord = [0; COORD];
    let numbers = [origin, granule, seqno];
    coord.chunks_exact_mut(8).zip(numbers).for_each(|(to, number)| to.copy_from_slice(&number.to_le_bytes()));
    coord
}

/// Returns origin, granule and sequence number of a coord header.
pub(super) fn read_coord(frame: &[u8]) -> Result<[u64; 3], DecodeError> {
    let Ok(coord) = <[u8; COORD]>::try_from(frame) else {
        let found = alloc::format!("{} bytes", frame.len());
        let expected = "a coord header of exactly 24 bytes";
        return Err(fault_at(Stage::Message, MessageFault::BadCoord, "frame 1", expected, found, 0));
    };
    let mut numbers = [0; 3];
    let chunks = coord.chunks_exact(8).filter_map(<[u8]>::first_chunk);
    numbers.iter_mut().zip(chunks).for_each(|(to, from)| *to = u64::from_le_bytes(*from));
    Ok(numbers)
}
