//! Memory in parts: one for each tensor of a list of records.

use crate::{EncodeError, util::reinterpret::spare::Spare};

/// What fills memory in parts.
pub(in super::super) trait WriteParts {
    /// Fills all parts.
    ///
    /// # Errors
    ///
    /// What does not fill them.
    fn write<P: MemoryPart>(self, parts: &mut [P]) -> Result<(), EncodeError>;
}

/// A part of memory, which is written from its front on.
pub(in super::super) trait MemoryPart {
    /// Writes bytes.
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError>;

    /// Writes a string behind its length.
    fn put_text(&mut self, text: &str) -> Result<(), EncodeError>;

    /// Returns whether the part was filled.
    fn is_full(&self) -> bool;

    /// Returns the number of bytes that were written and had no room, less those that were not written.
    fn excess(&self) -> isize;
}

impl MemoryPart for Spare<'_> {
    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        Spare::put(self, bytes);
        Ok(())
    }

    #[inline(always)]
    fn put_text(&mut self, text: &str) -> Result<(), EncodeError> {
        Spare::put_text(self, text);
        Ok(())
    }

    #[inline]
    fn is_full(&self) -> bool {
        Spare::is_full(self)
    }

    #[cold]
    fn excess(&self) -> isize {
        Spare::excess(self)
    }
}

/// The most bytes of a record, by the average of a list, that is copied by an output that need not copy long runs: to look at
/// all records for each of their columns takes longer then.
const COPIED: usize = 1 << 10;

/// Returns whether `n` records that take so many bytes are copied by an output that need not copy long runs.
#[inline]
pub(super) fn are_short(n: usize, lens: &[usize]) -> bool {
    lens.iter().copied().fold(0, usize::saturating_add) <= n.saturating_mul(COPIED)
}
