//! The writer into a stream.

use alloc::vec::Vec;
use std::io::{BufWriter, Write};

use arrayvec::ArrayVec;

use super::{
    Output,
    output::append_parts,
    parts::{WriteParts, are_short},
};
use crate::{EncodeError, rules::columns::table::MOST_PLAIN};

/// A buffered writer as an output.
pub(in super::super) struct IoOutput<W: Write>(BufWriter<W>);

impl<W: Write> IoOutput<W> {
    pub(in super::super) fn new(writer: W) -> Self {
        Self(BufWriter::new(writer))
    }

    pub(in super::super) fn finish(mut self) -> Result<(), EncodeError> {
        self.0.flush().map_err(Into::into)
    }

    /// Drops what is in the buffer.
    pub(in super::super) fn discard(self) {
        let _ = self.0.into_parts();
    }
}

impl<W: Write> Output<'_> for IoOutput<W> {
    const IN_PARTS: bool = true;

    type ForElements = Self;

    #[inline]
    fn for_elements(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn takes_parts(&self, n: usize, lens: &[usize]) -> bool {
        are_short(n, lens)
    }

    fn in_parts(&mut self, lens: &ArrayVec<usize, MOST_PLAIN>, write: impl WriteParts) -> Result<(), EncodeError> {
        let mut parts = Vec::new();
        append_parts(&mut parts, lens, write)?;
        self.put(&parts)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0.write_all(bytes).map_err(Into::into)
    }
}
