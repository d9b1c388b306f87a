//! A buffer that places a message so that its largest payload begins at a boundary.

use alloc::vec::Vec;
use core::{fmt, ops::Deref};

use super::{Options, payload_spans::largest_payload};
use crate::{Encode, EncodeError};

/// A buffer for one message at a time, whose largest payload of numbers begins at a multiple of [64 bytes](Self::ALIGN)
/// in memory: it can be borrowed as `&[f32]` or as a view of ndarray, however long the header in front of it is. The
/// memory is kept from message to message.
///
/// Of a record only the largest payload is sure to begin there. Where the sender can, [`Options::align`] makes all of
/// them begin at boundaries.
///
#[cfg_attr(all(feature = "std", feature = "ndarray"), doc = "```")]
#[cfg_attr(not(all(feature = "std", feature = "ndarray")), doc = "```ignore")]
/// use ndarray::{Array4, ArrayView4};
/// use tensor_format::decthings::{AlignedBuf, from_slice};
///
/// let image = Array4::<f32>::zeros((1, 3, 8, 8));
/// let received = tensor_format::to_vec(&image)?;
/// let mut buffer = AlignedBuf::new();
/// // From a socket or file, with the bytes of one message in place of `received`.
/// buffer.read_from(&*received, received.len())?;
/// let view: ArrayView4<f32> = from_slice(&buffer)?;
/// assert_eq!(view, image);
/// assert!(view.as_ptr().addr() % AlignedBuf::ALIGN == 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AlignedBuf {
    /// Some filler bytes, then the message from `start` on. Their number puts the payload at a boundary.
    memory: Vec<u8>,
    start: usize,
    options: Options,
}

impl AlignedBuf {
    /// The alignment of the largest payload, in bytes: the length of a cache line.
    pub const ALIGN: usize = 64;

    /// Creates a buffer without a message and without memory, for messages of the default dialect.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_options(Options::new())
    }

    /// Creates a buffer for messages that are written and read with these options.
    #[must_use]
    pub const fn with_options(options: Options) -> Self {
        Self { memory: Vec::new(), start: 0, options }
    }

    /// Returns the bytes of the message.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        self.memory.get(self.start..).unwrap_or_default()
    }

    /// Returns the length of the longest message that fits without allocating more memory.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.memory.capacity().saturating_sub(Self::ALIGN)
    }

    /// Forgets the message, and keeps the memory.
    pub fn clear(&mut self) {
        self.memory.clear();
        self.start = 0;
    }

    /// Replaces the message with that of a value. After an error there is none.
    ///
    /// # Errors
    ///
    /// As [`Options::to_vec`].
    pub fn encode<T: Encode + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        let result = self.write(value);
        if result.is_err() {
            self.clear();
        }
        result
    }

    fn write<T: Encode + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        let options = self.options;
        let measured = options.measure(value)?;
        self.begin(measured.total, measured.largest.at);
        measured.append(value, &mut self.memory, &options)
    }

    /// Makes room for a message of `len` bytes, whose byte `payload` will be at a boundary.
    fn begin(&mut self, len: usize, payload: usize) {
        self.clear();
        self.memory.reserve(len.saturating_add(Self::ALIGN));
        self.place(payload);
    }

    /// Replaces the message with a copy of one that is elsewhere.
    pub fn copy_from(&mut self, message: &[u8]) {
        self.begin(message.len(), largest_payload(message, &self.options).0.at);
        self.memory.extend_from_slice(message);
    }

    /// Replaces the message with the next `len` bytes of a reader. They are read straight into their final place, which
    /// is known as soon as the headers have arrived; memory grows only with what arrives. After an error there is no
    /// message.
    ///
    /// # Errors
    ///
    /// The errors of the reader, and [`UnexpectedEof`](std::io::ErrorKind::UnexpectedEof) if it ends before.
    #[cfg(feature = "std")]
    pub fn read_from<R: std::io::Read>(&mut self, reader: R, len: usize) -> std::io::Result<()> {
        self.clear();
        let result = self.receive(reader.take(len as u64), len);
        if result.is_err() {
            self.clear();
        }
        result
    }

    #[cfg(feature = "std")]
    fn receive<R: std::io::Read>(&mut self, mut reader: std::io::Take<R>, len: usize) -> std::io::Result<()> {
        /// The most bytes that are reserved before any has arrived, and within which most headers end.
        const PART: usize = 1 << 12;
        let mut payload = super::payload_spans::PayloadSpan::default();
        let mut is_known = false;
        while self.as_slice().len() < len {
            let done = self.as_slice().len();
            let rest = len.saturating_sub(done);
            let has_room = done > 0 && self.capacity() >= len;
            let part = if has_room { rest } else { rest.min(PART.max(done)) };
            self.grow(part, payload.at);
            reader.set_limit(part as u64);
            if std::io::Read::read_to_end(&mut reader, &mut self.memory)? < part {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            if !is_known {
                let (largest, seen) = largest_payload(self.as_slice(), &self.options);
                // No payload that is still to come can be larger.
                is_known = largest.len >= len.saturating_sub(seen);
                payload = largest;
                if is_known {
                    self.place(payload.at);
                }
            }
        }
        self.place(payload.at);
        Ok(())
    }

    /// Makes room for `more` bytes.
    #[cfg(feature = "std")]
    fn grow(&mut self, more: usize, payload: usize) {
        let needed = self.as_slice().len().saturating_add(more).saturating_add(Self::ALIGN);
        self.memory.reserve(needed.saturating_sub(self.memory.len()));
        self.place(payload);
    }

    /// Moves the bytes of the message that have arrived so that byte `payload` of the message is at a boundary. Does
    /// not allocate.
    fn place(&mut self, payload: usize) {
        let boundary = self.memory.as_ptr().align_offset(Self::ALIGN) % Self::ALIGN;
        let start = boundary.wrapping_sub(payload) % Self::ALIGN;
        let (from, len) = (self.start, self.as_slice().len());
        if start == from {
            return;
        }
        let end = start.saturating_add(len);
        if end > self.memory.len() {
            self.memory.resize(end, 0);
        }
        if len > 0 {
            self.memory.copy_within(from..from.saturating_add(len), start);
        }
        self.memory.truncate(end);
        self.start = start;
    }
}

default_is_new!(AlignedBuf);

/// Copies the message into memory of its own, its payload again at a boundary.
impl Clone for AlignedBuf {
    fn clone(&self) -> Self {
        let mut copy = Self::with_options(self.options);
        copy.copy_from(self);
        copy
    }
}

impl Deref for AlignedBuf {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl AsRef<[u8]> for AlignedBuf {
    fn as_ref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl fmt::Debug for AlignedBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlignedBuf")
            .field("len", &self.len())
            .field("capacity", &self.capacity())
            .finish_non_exhaustive()
    }
}

/// Shares the message where it is, without a copy.
#[cfg(feature = "bytes")]
impl From<AlignedBuf> for bytes::Bytes {
    fn from(buffer: AlignedBuf) -> Self {
        let start = buffer.start;
        Self::from(buffer.memory).slice(start..)
    }
}
