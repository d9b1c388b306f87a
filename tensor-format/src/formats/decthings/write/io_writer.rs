//! The writer into a stream.

use std::io::{BufWriter, Write};

use super::Output;
use crate::EncodeError;

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
    const COPIES_LISTS: bool = true;

    type ForElements = Self;

    #[inline]
    fn for_elements(&mut self) -> &mut Self {
        self
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0.write_all(bytes).map_err(Into::into)
    }
}
