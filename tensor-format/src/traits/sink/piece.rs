//! A piece of memory in which the numbers of many small items are put together before they are written, so that a
//! format is called once for all of them.

use crate::{
    Block, Element, ElementSink, ElementType, EncodeError, ErrorKind, Variable,
    element::by_type::{for_number_type, unsupported},
    traits::mistyped,
};

/// The number of bytes that are put together.
pub(crate) const PIECE: usize = 2048;

/// The fewest items that are put together.
pub(crate) const FEW: usize = 16;

/// The most bytes of an item that is put together with others.
const SMALL: usize = 64;

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

/// Writes the elements of many values, those of small ones put together.
#[inline]
pub(crate) fn write_each<'a, T: Block, W: ElementSink<'a>>(items: &'a [T], out: &mut W) -> Result<(), EncodeError> {
    if let (Some(size @ 1..=SMALL), Some(element_type)) = const { (T::SIZE, T::RULES.expect_tensor().types.single()) } {
        if !W::CHECKS && items.len() >= FEW {
            return write_together(items, size, element_type, out);
        }
    }
    items.iter().try_for_each(|item| item.write(out))
}

/// Writes values of `size` bytes each. Not inlined, so that its memory is on no stack where items are few.
#[inline(never)]
fn write_together<'a, T: Block, W: ElementSink<'a>>(
    items: &'a [T],
    size: usize,
    element_type: ElementType,
    out: &mut W,
) -> Result<(), EncodeError> {
    let mut piece = Piece::new();
    for items in items.chunks(PIECE.checked_div(size).unwrap_or(1)) {
        let mut room = Room { left: &mut piece.0, element_type };
        items.iter().try_for_each(|item| item.write(&mut room))?;
        let len = PIECE.saturating_sub(room.left.len());
        piece.flush(len, element_type, out)?;
    }
    Ok(())
}

/// A sink that copies numbers of one type into memory.
struct Room<'p> {
    left: &'p mut [u8],
    element_type: ElementType,
}

impl<'a> ElementSink<'a> for Room<'_> {
    #[inline(always)]
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.element_type.expect(T::TYPE)?;
        let (bytes, room) = (T::as_bytes(run), self.left.len());
        let Some((to, left)) = core::mem::take(&mut self.left).split_at_mut_checked(bytes.len()) else {
            // Only a hand-written item has more elements than its rules say.
            let expected = room.checked_div(T::SIZE).unwrap_or_default() as u64;
            return Err(ErrorKind::ElementCount { expected, found: run.len() as u64 }.into());
        };
        to.copy_from_slice(bytes);
        self.left = left;
        Ok(())
    }

    fn variable(&mut self, _: Variable<'a>) -> Result<(), EncodeError> {
        Err(mistyped())
    }
}
