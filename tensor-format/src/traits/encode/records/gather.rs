//! Gathers the numbers that many records have for one parameter, where every record has as many bytes of them.
//!
//! A column is written item by item, so what each item costs is what the column costs. The position of the parameter
//! is a constant here, so that of a whole record nothing is left but to copy its one field into a piece of memory of
//! known size.

use core::slice;

use super::{AtPosition, NO_NAMES, Picked, at_position, position};
use crate::{
    Block, ElementSink, ElementType, Encode, EncodeError, ErrorKind, Payload, RecordType, Sink,
    error::AddPlace,
    traits::sink::{
        fields::{EncodeFields, FieldNames},
        piece::{PIECE, Piece},
    },
};

/// Writes the numbers that the items have for one parameter, and returns how many items it wrote. It ends early, with
/// nothing of that item written, at an item that has anything but one block of numbers whose bytes in memory are those
/// that are written, or at which encoding it fails.
///
/// # Errors
///
/// Those of `out`.
// Not inlined, so that its memory is on no stack where items are few.
#[inline(never)]
pub(super) fn gather<'a, T, W>(
    mut items: impl Iterator<Item = &'a T>,
    of: &Picked,
    out: &mut W,
) -> Result<usize, EncodeError>
where
    T: Encode + 'a,
    W: ElementSink<'a>,
{
    let Some(size) = of.column.size.filter(|size| *size <= PIECE) else { return Ok(0) };
    let mut piece = Piece::new();
    let mut done = 0usize;
    loop {
        let filled = at_position::<T, _>(of.at, Fill { items: &mut items, of, size, piece: &mut piece });
        piece.flush(filled.len, of.element_type, out).in_parameter(of.column.name)?;
        done = done.saturating_add(filled.items);
        if filled.is_end {
            return Ok(done);
        }
    }
}

/// Fills a piece of memory: what needs the position of the parameter, and nothing of where the numbers go.
struct Fill<'c, I> {
    items: &'c mut I,
    of: &'c Picked,
    /// The size in bytes of what an item has.
    size: usize,
    piece: &'c mut Piece,
}

/// What was gathered.
struct Filled {
    /// The number of bytes.
    len: usize,
    /// The number of items that have them.
    items: usize,
    /// Whether there are no more items, or the next one cannot be gathered.
    is_end: bool,
}

impl<'a, T: Encode + 'a, I: Iterator<Item = &'a T>> AtPosition for Fill<'_, I> {
    type Output = Filled;

    fn run<const AT: usize>(self) -> Filled {
        let Self { items, of, size, piece } = self;
        let (element_type, is_optional) = (of.element_type, of.column.form.is_optional);
        let full = PIECE.saturating_sub(size);
        let mut filled = Filled { len: 0, items: 0, is_end: true };
        while filled.len <= full {
            let Some(item) = items.next() else { return filled };
            let room = piece.0.get_mut(filled.len..).unwrap_or_default();
            // Made anew for each item, so that it is kept in registers.
            let mut sink = Gather::<AT> { wanted: of.at, at: 0, element_type, size, room, written: 0, is_other: false };
            let is_fit = item.encode(&mut sink).is_ok() && !sink.is_other;
            let written = sink.written;
            if !is_fit || (written != size && !(is_optional && written == 0)) {
                return filled;
            }
            filled.len = filled.len.wrapping_add(written);
            filled.items = filled.items.wrapping_add(1);
        }
        filled.is_end = false;
        filled
    }
}

/// A sink that copies the bytes of the block that a record has for parameter `AT`.
struct Gather<'c, const AT: usize> {
    wanted: usize,
    /// The position of the next tensor's parameter.
    at: usize,
    element_type: ElementType,
    /// The size in bytes of the block.
    size: usize,
    room: &'c mut [u8],
    /// The number of bytes that were written.
    written: usize,
    /// Whether the parameter has anything but one block of this element type and size.
    is_other: bool,
}

impl<const AT: usize> Gather<'_, AT> {
    #[inline(always)]
    const fn wanted(&self) -> usize {
        position::<AT>(self.wanted)
    }
}

impl<'a, const AT: usize> Sink<'a> for Gather<'_, AT> {
    #[inline(always)]
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, _: &[usize], _: &P) -> Result<(), EncodeError> {
        self.is_other |= self.at == self.wanted();
        Ok(())
    }

    #[inline(always)]
    fn block<B: Block>(&mut self, value: &'a B) -> Result<(), EncodeError> {
        if self.at != self.wanted() {
            return Ok(());
        }
        let is_of = const { B::RULES.expect_tensor().types.single() } == Some(self.element_type);
        match (B::bytes_of(slice::from_ref(value)), self.room.get_mut(..size_of::<B>())) {
            (Some(bytes), Some(place))
                if is_of && bytes.len() == self.size && bytes.len() == place.len() && self.written == 0 =>
            {
                place.copy_from_slice(bytes);
                self.written = bytes.len();
            }
            _ => self.is_other = true,
        }
        Ok(())
    }

    #[inline(always)]
    fn parameter(&mut self, index: usize) -> &mut Self {
        self.at = index;
        self
    }

    #[inline(always)]
    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        Ok(())
    }

    #[inline(always)]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, _: bool) -> Result<(), EncodeError> {
        fields.encode_at(self.wanted(), self, FieldNames::of(record))
    }

    fn picked(&self) -> Option<usize> {
        Some(self.wanted())
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}
