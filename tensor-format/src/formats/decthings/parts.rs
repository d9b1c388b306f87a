//! A message in pieces, for scatter/gather output.

use alloc::vec::Vec;
use core::iter;

use smallvec::SmallVec;

use super::write::{HEADER, Output};
use crate::EncodeError;

/// Runs shorter than this are copied beside the headers: a piece of their own would cost more.
const SHORT: usize = 64;

/// Room for the header of one tensor of a usual rank; with one run, its message needs no allocation. Little, since it is
/// moved with the result.
const INLINE: usize = 24;

/// The bytes of a message in pieces: what is short is held here, long runs of elements stay where they lie.
///
/// Made by [`to_slices`](super::to_slices). The slices point into this value and the encoded one:
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
pub struct Parts<'a> {
    short: SmallVec<[u8; INLINE]>,
    runs: SmallVec<[Run<'a>; 1]>,
    len: usize,
}

/// Bytes that stay where they lie, after those of `short` before `after`.
#[derive(Clone, Copy, Debug)]
struct Run<'a> {
    after: usize,
    bytes: &'a [u8],
}

impl<'a> Parts<'a> {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// The number of bytes of all pieces.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The pieces in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let last = Run { after: self.short.len(), bytes: &[] };
        let mut start = 0;
        let pieces = self.runs.iter().copied().chain(iter::once(last)).flat_map(move |run| {
            let short = self.short.get(start..run.after).unwrap_or_default();
            start = run.after;
            [short, run.bytes]
        });
        pieces.filter(|piece| !piece.is_empty())
    }

    /// The pieces for `write_vectored`.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn io_slices(&self) -> Vec<std::io::IoSlice<'_>> {
        self.iter().map(std::io::IoSlice::new).collect()
    }

    /// Writes all pieces with as few calls as the writer allows.
    ///
    /// # Errors
    ///
    /// Those of the writer, and `WriteZero` if it takes no more.
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

    /// All bytes in one vector.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.len);
        self.iter().for_each(|piece| out.extend_from_slice(piece));
        out
    }
}

impl<'a> Output<'a> for Parts<'a> {
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.short.extend_from_slice(bytes);
        self.len = self.len.saturating_add(bytes.len());
        Ok(())
    }

    #[inline]
    fn put_header(&mut self, header: &[u8; HEADER], len: usize) -> Result<(), EncodeError> {
        match header.first_chunk() {
            Some(start) if self.len == 0 && len <= INLINE => {
                self.short = SmallVec::from_buf_and_len(*start, len);
                self.len = len;
                Ok(())
            }
            _ => self.put(header.get(..len).unwrap_or_default()),
        }
    }

    #[inline]
    fn put_borrowed(&mut self, bytes: &'a [u8]) -> Result<(), EncodeError> {
        if bytes.len() < SHORT {
            return self.put(bytes);
        }
        self.len = self.len.saturating_add(bytes.len());
        self.runs.push(Run { after: self.short.len(), bytes });
        Ok(())
    }
}
