//! A piece of memory in which the numbers of many small items are put together before they are written, so that a
//! format is called once for all of them.

use crate::{
    Element, ElementSink, ElementType, EncodeError, ErrorKind, Variable,
    element::by_type::{for_number_type, unsupported},
    traits::mistyped,
};

/// The number of bytes that are put together.
pub(crate) const PIECE: usize = 2048;

/// The fewest items that are put together.
pub(crate) const FEW: usize = 16;

/// Memory that is aligned as numbers of every type have to be.
#[repr(align(16))]
pub(crate) struct Piece(pub(crate) [u8; PIECE]);

impl Piece {
    pub(crate) const fn new() -> Self {
        Self([0; PIECE])
    }

    /// Writes the first `len` bytes, which are numbers of this type.
    pub(crate) fn flush<'a, W: ElementSink<'a>>(
        &self,
        len: usize,
        element_type: ElementType,
        out: &mut W,
    ) -> Result<(), EncodeError> {
        let bytes = self.0.get(..len).unwrap_or_default();
        for_number_type!(
            element_type,
            T => out.copy_numbers(T::cast(bytes)?),
            _ => Err(unsupported(element_type).into())
        )
    }
}

/// Writes bytes that are numbers of this type, wherever they are.
pub(crate) fn put_pieces<'a, W: ElementSink<'a>>(
    bytes: &[u8],
    element_type: ElementType,
    out: &mut W,
) -> Result<(), EncodeError> {
    let mut piece = Piece::new();
    bytes.chunks(PIECE).try_for_each(|bytes| {
        piece.0.get_mut(..bytes.len()).unwrap_or_default().copy_from_slice(bytes);
        piece.flush(bytes.len(), element_type, out)
    })
}

/// A sink that copies numbers of one type into memory.
pub(crate) struct Room<'p> {
    pub(crate) left: &'p mut [u8],
    pub(crate) element_type: ElementType,
}

impl<'a> ElementSink<'a> for Room<'_> {
    // What is put together here is in no further piece.
    const CHECKS: bool = true;

    #[inline(always)]
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.element_type.expect(T::TYPE)?;
        let (bytes, room) = (T::as_bytes(run), self.left.len());
        if bytes.len() > room {
            // Only a hand-written item has more elements than its rules say. If it passes over the error, the piece stays
            // too short.
            let expected = room.checked_div(T::SIZE).unwrap_or_default() as u64;
            return Err(ErrorKind::ElementCount { expected, found: run.len() as u64 }.into());
        }
        let (to, left) = core::mem::take(&mut self.left).split_at_mut(bytes.len());
        to.copy_from_slice(bytes);
        self.left = left;
        Ok(())
    }

    fn variable(&mut self, _: Variable<'a>) -> Result<(), EncodeError> {
        Err(mistyped())
    }
}
