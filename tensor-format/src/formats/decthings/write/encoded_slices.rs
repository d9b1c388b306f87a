//! A message in pieces, for scatter/gather output.

use alloc::vec::Vec;
use core::iter;

use super::output::{Output, compose_header, put_header};
use crate::EncodeError;

/// The number of bytes below which a run of elements is copied to the headers: a piece of its own would cost more.
const SHORT: usize = 64;

/// The number of bytes kept for the header of one tensor of a usual rank. Few, since they are moved with the result.
const HEAD: usize = 23;

/// The number of bytes reserved in front of an element of variable size, for its length and the format of media.
const BEFORE: usize = 16;

/// The most elements that room is made for at once, even if more are announced.
const AT_ONCE: usize = 1024;

/// The bytes of a message in pieces: short ones are copied into this value, long runs of elements are borrowed.
///
/// Made by [`to_slices`](crate::to_slices). The slices point into this value and the encoded one:
///
/// ```
/// use std::io::Write;
/// let values = vec![1.0f64; 1000];
/// let parts = tensor_format::to_slices(&values)?;
/// let mut out = Vec::new();
/// let written = out.write_vectored(&parts.io_slices())?;
/// assert_eq!(written, parts.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct EncodedSlices<'a> {
    /// The first bytes of the message. With the first run they are all of a message of one tensor, which so needs no
    /// allocation.
    head: [u8; HEAD],
    head_len: u8,
    /// The first borrowed run: empty, or not shorter than `SHORT`.
    run: &'a [u8],
    /// The copied bytes behind the first run; all copied bytes, if those before it have outgrown `head`.
    short: Vec<u8>,
    runs: Vec<Run<'a>>,
    /// The number of bytes of all runs in `runs`.
    lent: usize,
    /// The number of elements still to come, as announced, each of which may need a run of its own.
    expected: usize,
}

/// A run of borrowed bytes. It follows the bytes of `short` before `after`.
#[derive(Clone, Copy, Debug)]
struct Run<'a> {
    after: usize,
    bytes: &'a [u8],
}

impl<'a> EncodedSlices<'a> {
    #[inline]
    pub(in super::super) fn new() -> Self {
        Self::default()
    }

    /// Returns the number of bytes of all pieces.
    #[must_use]
    pub fn len(&self) -> usize {
        let lent = self.run.len().saturating_add(self.lent);
        usize::from(self.head_len).saturating_add(self.short.len()).saturating_add(lent)
    }

    /// Returns whether there are no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn head(&self) -> &[u8] {
        self.head.get(..usize::from(self.head_len)).unwrap_or_default()
    }

    /// Returns the pieces in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let last = Run { after: self.short.len(), bytes: &[] };
        let mut start = 0;
        let rest = self.runs.iter().copied().chain(iter::once(last)).flat_map(move |run| {
            let short = self.short.get(start..run.after).unwrap_or_default();
            start = run.after;
            [short, run.bytes]
        });
        [self.head(), self.run].into_iter().chain(rest).filter(|piece| !piece.is_empty())
    }

    /// Returns the pieces for `write_vectored`.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn io_slices(&self) -> Vec<std::io::IoSlice<'_>> {
        self.iter().map(std::io::IoSlice::new).collect()
    }

    /// Writes all pieces with as few calls as the writer allows.
    ///
    /// # Errors
    ///
    /// The errors of the writer, and `WriteZero` if it takes no more.
    #[cfg(feature = "std")]
    pub fn write_all_vectored<W: std::io::Write>(&self, mut writer: W) -> std::io::Result<()> {
        let mut slices = self.io_slices();
        let mut rest = slices.as_mut_slice();
        std::io::IoSlice::advance_slices(&mut rest, 0);
        while !rest.is_empty() {
            match writer.write_vectored(rest) {
                Ok(0) => return Err(std::io::ErrorKind::WriteZero.into()),
                Ok(written) => std::io::IoSlice::advance_slices(&mut rest, written),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Copies all bytes into one vector.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.len());
        self.iter().for_each(|piece| out.extend_from_slice(piece));
        out
    }

    /// Returns whether all bytes so far are in `head`.
    #[inline]
    fn is_beginning(&self) -> bool {
        self.run.is_empty() && self.short.is_empty()
    }

    /// Adds copied bytes that follow the first run.
    #[inline]
    fn put_short(&mut self, bytes: &[u8]) {
        if self.short.is_empty() || self.short.capacity().wrapping_sub(self.short.len()) < bytes.len() {
            self.make_room(bytes.len());
        }
        self.short.extend_from_slice(bytes);
    }

    /// Makes room for `len` more copied bytes. Without a run the bytes of `head` go there too, so that bytes copied one
    /// after another are one piece.
    #[cold]
    fn make_room(&mut self, len: usize) {
        let beginning = self.is_beginning();
        self.short.reserve(len.max(self.room().saturating_mul(BEFORE)).saturating_add(HEAD));
        if beginning {
            let head = self.head.get(..usize::from(self.head_len)).unwrap_or_default();
            self.short.extend_from_slice(head);
            self.head_len = 0;
        }
    }

    #[cold]
    fn make_room_for_runs(&mut self) {
        self.runs.reserve(self.room().max(1));
    }

    /// Returns the number of further elements to reserve memory for at once.
    fn room(&self) -> usize {
        self.expected.min(AT_ONCE)
    }
}

impl<'a> Output<'a> for &mut EncodedSlices<'a> {
    const COPIES_LISTS: bool = true;

    type ForElements = Self;

    #[inline]
    fn for_elements(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        if self.is_beginning() {
            let room = self.head.get_mut(usize::from(self.head_len)..).unwrap_or_default();
            if let Some(room) = room.get_mut(..bytes.len()) {
                room.copy_from_slice(bytes);
                self.head_len = self.head_len.saturating_add(bytes.len() as u8);
                return Ok(());
            }
        }
        self.put_short(bytes);
        Ok(())
    }

    #[inline]
    fn expect(&mut self, elements: usize) {
        self.expected = elements;
    }

    #[inline]
    fn put_header(&mut self, byte: u8, rank: u8, shape: &[usize]) -> Result<(), EncodeError> {
        if self.head_len == 0 && self.is_beginning() {
            if let Some(len) = compose_header(&mut self.head, byte, rank, shape) {
                self.head_len = len as u8;
                return Ok(());
            }
        }
        put_header(self, byte, rank, shape)
    }

    #[inline]
    fn put_borrowed(&mut self, bytes: &'a [u8]) -> Result<(), EncodeError> {
        if bytes.len() < SHORT {
            return self.put(bytes);
        }
        if self.is_beginning() {
            self.run = bytes;
            return Ok(());
        }
        if self.runs.len() == self.runs.capacity() {
            self.make_room_for_runs();
        }
        self.lent = self.lent.saturating_add(bytes.len());
        self.runs.push(Run { after: self.short.len(), bytes });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &[u8] = &[7; 4 * SHORT];

    /// Returns the lengths of the pieces of copied and, if negative, borrowed bytes that were put one after another.
    fn pieces(puts: &[isize]) -> Vec<usize> {
        let mut expected = Vec::new();
        let mut parts = EncodedSlices::new();
        for put in puts {
            let bytes = LONG.get(..put.unsigned_abs()).unwrap();
            let mut output = &mut parts;
            let result = if *put < 0 { output.put_borrowed(bytes) } else { output.put(bytes) };
            result.unwrap();
            expected.extend_from_slice(bytes);
            assert_eq!(parts.len(), expected.len());
        }
        assert_eq!(parts.to_vec(), expected);
        assert_eq!(parts.is_empty(), expected.is_empty());
        parts.iter().map(<[u8]>::len).collect()
    }

    #[test]
    fn copied_bytes_are_one_piece_and_long_runs_pieces_of_their_own() {
        assert!(pieces(&[]).is_empty());
        assert_eq!(pieces(&[10, 13]), [23]);
        assert_eq!(pieces(&[10, 14]), [24]);
        assert_eq!(pieces(&[10, 14, -64, 5, 6, -65, 7]), [24, 64, 11, 65, 7]);
        assert_eq!(pieces(&[6, -64]), [6, 64]);
        assert_eq!(pieces(&[6, -63, 20]), [89]);
        assert_eq!(pieces(&[6, -64, 6, -64, -64]), [6, 64, 6, 64, 64]);
        assert_eq!(pieces(&[-64, -64, 23]), [64, 64, 23]);
        assert_eq!(pieces(&[200, -64]), [200, 64]);
    }

    #[test]
    fn no_more_room_is_made_than_for_a_share_of_what_is_announced() {
        let mut parts = EncodedSlices::new();
        let mut output = &mut parts;
        output.expect(usize::MAX);
        for _ in 0..3 {
            output.put(&[1, 2, 3]).unwrap();
            output.put_borrowed(LONG).unwrap();
        }
        assert_eq!(parts.len(), 3 * (3 + LONG.len()));
        assert!(parts.runs.capacity() <= AT_ONCE, "{}", parts.runs.capacity());
        assert!(parts.short.capacity() <= AT_ONCE * BEFORE + HEAD, "{}", parts.short.capacity());
        assert_eq!(parts.iter().map(<[u8]>::len).sum::<usize>(), parts.len());
    }
}
