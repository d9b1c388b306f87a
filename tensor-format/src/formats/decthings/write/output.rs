//! Outputs for bytes, and the headers and varints that are written to them.

use arrayvec::ArrayVec;

use crate::{
    EncodeError, ErrorKind, Layout,
    layout::{for_each_part, for_each_part_of, gather, gather_elements},
    rules::columns::table::MOST_PLAIN,
    traits::sink::elements::strided::SHORT,
    util::{
        reinterpret::{
            elements::Elements,
            spare::{Spare, len_of_text},
        },
        varint,
    },
};

/// The size in bytes of a buffer for headers: enough for any lengths up to rank 6, and for most beyond.
const HEADER: usize = 64;

/// A destination that bytes are written to.
pub(in super::super) trait Output<'a> {
    /// The value of [`Options::names`], where the type of the output fixes it.
    const NAMES: Option<bool> = None;

    /// Whether [`in_parts`](Self::in_parts) does anything.
    const IN_PARTS: bool = false;

    /// Whether lists of short records are composed in memory for this output.
    const COPIES_LISTS: bool = false;

    /// The output for the elements of a tensor: most often this one.
    type ForElements: Output<'a>;

    /// Returns the output for elements. What all outputs of one kind share is compiled once.
    fn for_elements(&mut self) -> &mut Self::ForElements;

    /// Counts `bytes` for elements and returns true, if the output does not take them: it has no room for them. An output that
    /// takes the elements returns false.
    #[inline]
    fn put_size(&mut self, bytes: usize) -> bool {
        let _ = bytes;
        false
    }

    /// Lets `write` fill the next bytes in parts of these lengths, or counts them if they have no room.
    ///
    /// # Errors
    ///
    /// Those of `write`.
    #[inline]
    fn in_parts(&mut self, lens: &ArrayVec<usize, MOST_PLAIN>, write: impl WriteParts) -> Result<(), EncodeError> {
        let _ = (lens, write);
        Err(lied())
    }

    /// Returns whether so many bytes have no room.
    #[inline]
    fn lacks_room(&self, bytes: usize) -> bool {
        let _ = bytes;
        false
    }

    /// Writes bytes that are borrowed for this call only.
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError>;

    /// Writes the header of a tensor; `byte` encodes its element type.
    #[inline]
    fn put_header(&mut self, byte: u8, rank: u8, shape: &[usize]) -> Result<(), EncodeError> {
        put_header(self, byte, rank, shape)
    }

    /// Announces the number of elements of variable size, or tensors, that follow, each of which may take one call of
    /// [`put_borrowed`](Self::put_borrowed). The number is only a guess: it may come from an implementation of `Encode`
    /// by hand.
    #[inline]
    fn expect(&mut self, _elements: usize) {}

    /// Writes elements of `size` bytes in row-major order; in `buffer` they are in the order of `layout`.
    fn put_strided(
        &mut self,
        size: usize,
        shape: &[usize],
        layout: &Layout,
        buffer: &'a [u8],
    ) -> Result<(), EncodeError> {
        for_each_part(size, shape, layout, buffer, &mut |part| self.put(part))
    }

    /// Writes elements that are anywhere in memory.
    fn put_gathered(&mut self, elements: &Elements<'a>) -> Result<(), EncodeError> {
        if elements.run() >= SHORT {
            return elements.runs().try_for_each(|run| self.put_borrowed(run));
        }
        for_each_part_of(elements, |part| self.put(part))
    }

    /// Writes a string behind its length.
    #[inline]
    fn put_text(&mut self, text: &'a str) -> Result<(), EncodeError> {
        put_varint(self, text.len() as u64)?;
        self.put_borrowed(text.as_bytes())
    }

    /// Writes strings, each behind its length, and returns how many there were.
    #[inline]
    fn put_texts<I: Iterator<Item = &'a str>>(&mut self, texts: I) -> Result<usize, EncodeError> {
        let mut count: usize = 0;
        for text in texts {
            self.put_text(text)?;
            count = count.wrapping_add(1);
        }
        Ok(count)
    }

    /// Writes bytes that are borrowed for as long as the value is, so that the output may keep them without a copy.
    #[inline]
    fn put_borrowed(&mut self, bytes: &'a [u8]) -> Result<(), EncodeError> {
        self.put(bytes)
    }
}

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

impl MemoryPart for ExactSlot<'_> {
    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        Output::put(self, bytes)
    }

    fn put_text(&mut self, text: &str) -> Result<(), EncodeError> {
        Output::put_text(self, text)
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.0.is_empty()
    }

    #[cold]
    fn excess(&self) -> isize {
        isize::try_from(self.0.len()).map_or(isize::MIN, isize::saturating_neg)
    }
}

/// Writes what has room, and counts the rest.
impl<'a> Output<'a> for &mut Spare<'_> {
    const IN_PARTS: bool = true;

    type ForElements = Self;

    #[inline]
    fn lacks_room(&self, bytes: usize) -> bool {
        bytes > self.room()
    }

    #[inline]
    fn for_elements(&mut self) -> &mut Self {
        self
    }

    /// Elements of known size for which there is no room are counted without a look at them, so that a fault in them is
    /// found only when they are written.
    #[inline]
    fn put_size(&mut self, bytes: usize) -> bool {
        self.lacks(bytes)
    }

    #[inline]
    fn put_header(&mut self, byte: u8, rank: u8, shape: &[usize]) -> Result<(), EncodeError> {
        if self.put_lens([byte, rank], shape) { Ok(()) } else { put_header(self, byte, rank, shape) }
    }

    #[inline]
    fn in_parts(&mut self, lens: &ArrayVec<usize, MOST_PLAIN>, write: impl WriteParts) -> Result<(), EncodeError> {
        Spare::in_parts(self, lens, |parts| write.write(parts)).unwrap_or(Ok(()))
    }

    #[inline]
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
    fn put_texts<I: Iterator<Item = &'a str>>(&mut self, texts: I) -> Result<usize, EncodeError> {
        Ok(Spare::put_texts(self, texts))
    }

    fn put_gathered(&mut self, elements: &Elements<'a>) -> Result<(), EncodeError> {
        if !self.lacks(elements.bytes()) {
            gather_elements(self, elements);
        }
        Ok(())
    }

    fn put_strided(&mut self, size: usize, shape: &[usize], layout: &Layout, buffer: &[u8]) -> Result<(), EncodeError> {
        let bytes = crate::element_count(shape).and_then(|count| count.checked_mul(size));
        if !self.lacks(bytes.unwrap_or(usize::MAX)) {
            gather(self, size, shape, layout, buffer);
        }
        Ok(())
    }
}

#[cfg(feature = "bytes")]
impl Output<'_> for &mut bytes::BytesMut {
    const COPIES_LISTS: bool = true;

    type ForElements = Self;

    #[inline]
    fn for_elements(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}

/// An output that only counts bytes.
pub(in super::super) struct Count(pub(in super::super) usize);

impl Count {
    /// Returns the number of bytes, or the error that ended the counting.
    #[inline]
    pub(in super::super) fn total(&self, counted: Result<(), EncodeError>) -> Result<usize, EncodeError> {
        match counted {
            Ok(()) => Ok(self.0),
            Err(error) => Err(error),
        }
    }
}

impl Output<'_> for Count {
    const IN_PARTS: bool = true;

    type ForElements = Self;

    #[inline]
    fn for_elements(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn in_parts(&mut self, lens: &ArrayVec<usize, MOST_PLAIN>, _: impl WriteParts) -> Result<(), EncodeError> {
        self.0 = lens.iter().copied().fold(self.0, usize::saturating_add);
        Ok(())
    }

    #[inline]
    fn lacks_room(&self, _: usize) -> bool {
        true
    }

    #[inline]
    fn put_header(&mut self, _: u8, _: u8, shape: &[usize]) -> Result<(), EncodeError> {
        let lens = shape.iter().map(|len| if *len < 253 { 1 } else { varint::len(*len as u64) });
        self.0 = lens.fold(self.0.saturating_add(2), usize::saturating_add);
        Ok(())
    }

    #[inline]
    fn put_text(&mut self, text: &str) -> Result<(), EncodeError> {
        self.0 = self.0.saturating_add(len_of_text(text));
        Ok(())
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0 = self.0.saturating_add(bytes.len());
        Ok(())
    }

    fn put_gathered(&mut self, elements: &Elements<'_>) -> Result<(), EncodeError> {
        self.0 = self.0.saturating_add(elements.bytes());
        Ok(())
    }

    fn put_strided(&mut self, size: usize, shape: &[usize], _: &Layout, _: &[u8]) -> Result<(), EncodeError> {
        let bytes = crate::element_count(shape).and_then(|count| count.checked_mul(size));
        self.0 = self.0.saturating_add(bytes.unwrap_or(usize::MAX));
        Ok(())
    }
}

/// An output into memory of exactly the number of bytes that are written.
pub(in super::super) struct ExactSlot<'s>(&'s mut [u8]);

impl<'s> ExactSlot<'s> {
    pub(in super::super) fn new(slot: &'s mut [u8]) -> Self {
        Self(slot)
    }

    #[inline]
    pub(in super::super) fn finish(self) -> Result<(), EncodeError> {
        if self.0.is_empty() { Ok(()) } else { Err(lied()) }
    }
}

/// An output into memory of exactly the size that is written (an [`ExactSlot`]), where [`Options::names`] is the
/// constant `NAMES`, so that the writer is compiled once with names and once without.
pub(in super::super) struct ConstantSlot<'s, const NAMES: bool>(pub(in super::super) ExactSlot<'s>);

impl<const NAMES: bool> Output<'_> for ConstantSlot<'_, NAMES> {
    const NAMES: Option<bool> = Some(NAMES);
    const IN_PARTS: bool = true;

    type ForElements = Self;

    #[inline]
    fn for_elements(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn in_parts(&mut self, lens: &ArrayVec<usize, MOST_PLAIN>, write: impl WriteParts) -> Result<(), EncodeError> {
        self.0.in_parts(lens, write)
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        Output::put(&mut self.0, bytes)
    }
}

/// Returns the error for a hand-written `Encode` that wrote another number of elements than its rules or header
/// say.
#[cold]
pub(in super::super) fn lied() -> EncodeError {
    ErrorKind::custom("the value wrote another number of elements than its rules say").into()
}

impl Output<'_> for ExactSlot<'_> {
    const IN_PARTS: bool = true;

    #[inline]
    fn in_parts(&mut self, lens: &ArrayVec<usize, MOST_PLAIN>, write: impl WriteParts) -> Result<(), EncodeError> {
        let mut rest = core::mem::take(&mut self.0);
        let mut parts = ArrayVec::<_, MOST_PLAIN>::new();
        for len in lens {
            let (part, behind) = rest.split_at_mut_checked(*len).ok_or_else(lied)?;
            parts.push(ExactSlot(part));
            rest = behind;
        }
        self.0 = rest;
        write.write(&mut parts)
    }

    type ForElements = Self;

    #[inline]
    fn for_elements(&mut self) -> &mut Self {
        self
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        match core::mem::take(&mut self.0).split_at_mut_checked(bytes.len()) {
            Some((here, rest)) => {
                here.copy_from_slice(bytes);
                self.0 = rest;
                Ok(())
            }
            None => Err(lied()),
        }
    }
}

/// Writes the header of a tensor into any output.
#[inline]
pub(in super::super) fn put_header<'a, O: Output<'a> + ?Sized>(
    out: &mut O,
    byte: u8,
    rank: u8,
    shape: &[usize],
) -> Result<(), EncodeError> {
    let mut header = [0; HEADER];
    match compose_header(&mut header, byte, rank, shape) {
        Some(len) => out.put(header.get(..len).unwrap_or_default()),
        None => {
            out.put(&[byte, rank])?;
            shape.iter().try_for_each(|&len| put_varint(out, len as u64))
        }
    }
}

/// Writes the header of a tensor and returns its length, if it fits.
#[inline]
pub(in super::super) fn compose_header<const N: usize>(
    header: &mut [u8; N],
    byte: u8,
    rank: u8,
    shape: &[usize],
) -> Option<usize> {
    *header.first_chunk_mut()? = [byte, rank];
    // Nearly always each length takes one byte: these are written without a branch between them.
    let end = shape.len().saturating_add(2);
    if let Some(lens) = header.get_mut(2..end) {
        let mut long = false;
        lens.iter_mut().zip(shape).for_each(|(byte, &len)| {
            *byte = len as u8;
            long |= len >= 253;
        });
        if !long {
            return Some(end);
        }
    }
    let mut at: usize = 2;
    for &len in shape {
        if len < 253 {
            *header.get_mut(at)? = len as u8;
            at = at.saturating_add(1);
        } else if let Ok(len) = u16::try_from(len) {
            let [high, low] = len.to_be_bytes();
            *header.get_mut(at..)?.first_chunk_mut()? = [253, high, low];
            at = at.saturating_add(3);
        } else {
            let (bytes, width) = varint::encode(len as u64);
            *header.get_mut(at..)?.first_chunk_mut()? = bytes;
            at = at.saturating_add(width);
        }
    }
    Some(at)
}

/// Writes a varint into any output.
#[inline]
pub(super) fn put_varint<'a, O: Output<'a> + ?Sized>(out: &mut O, value: u64) -> Result<(), EncodeError> {
    with_varint(value, |bytes| out.put(bytes))
}

/// Calls `put` with a varint.
#[inline(always)]
pub(super) fn with_varint<R>(value: u64, put: impl FnOnce(&[u8]) -> R) -> R {
    if value < 253 {
        return put(&[value as u8]);
    }
    let (bytes, len) = varint::encode(value);
    put(bytes.get(..len).unwrap_or_default())
}
