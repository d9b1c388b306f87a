//! Headers of the usual form, read by one short loop.
//!
//! The general path reads a header field by field, since it has to name the field that is wrong and its byte. Here any
//! unusual field ends the attempt. So one loop without error paths is left, and the general path starts again from the
//! same byte: nothing was taken from the input yet.

use super::super::{
    Options,
    element_type::{from_byte, to_byte},
};
use crate::{Element, ElementType};

/// A header whose axes have lengths up to 65 535, or more by [`read_long`](Self::read_long), and which all elements follow; if
/// their size is not fixed, at least a byte for each of them.
pub(in super::super) struct ShortHeader<'a> {
    pub(in super::super) element_type: ElementType,
    /// The length of the header.
    pub(in super::super) len: usize,
    pub(in super::super) count: usize,
    /// The number of bytes of the elements; at least, if their size is not fixed.
    pub(in super::super) bytes: usize,
    /// The input behind the header.
    pub(in super::super) rest: &'a [u8],
}

/// The most axes that are small enough for any elements, whatever their lengths up to 65 535.
const SAFE: usize = if usize::BITS < 64 { 1 } else { 3 };

impl<'a> ShortHeader<'a> {
    /// Reads a header of rank `rank` at the front of `input`; `lens` has room for its lengths.
    #[inline(always)]
    pub(in super::super) fn read(input: &'a [u8], rank: usize, lens: &mut [usize]) -> Option<Self> {
        let element_type = from_byte(*input.first()?)?;
        Self::read_lens::<false>(input, element_type, element_type.size().unwrap_or(1), rank, lens)
    }

    /// Does the same for lengths up to 2^32 - 1, as those of long lists.
    #[inline(always)]
    pub(super) fn read_long(input: &'a [u8], rank: usize, lens: &mut [usize]) -> Option<Self> {
        let element_type = from_byte(*input.first()?)?;
        Self::read_lens::<true>(input, element_type, element_type.size().unwrap_or(1), rank, lens)
    }

    /// Reads the header of elements of type `T`, with as many axes as `lens` has places.
    #[inline(always)]
    pub(in super::super) fn read_of<T: Element>(input: &'a [u8], lens: &mut [usize]) -> Option<Self> {
        let byte = const { to_byte(T::TYPE) }?;
        if *input.first()? != byte {
            return None;
        }
        Self::read_lens::<false>(input, T::TYPE, T::SIZE, lens.len(), lens)
    }

    /// Reads what follows the element type. The loop is over `lens` and not over `rank`, so that a compiler can unroll
    /// it and keep the lengths in registers.
    #[inline(always)]
    fn read_lens<const LONG: bool>(
        input: &'a [u8],
        element_type: ElementType,
        size: usize,
        rank: usize,
        lens: &mut [usize],
    ) -> Option<Self> {
        let (&[_, found], mut rest) = input.split_first_chunk()?;
        if usize::from(found) != rank || rank > lens.len() {
            return None;
        }
        let (mut count, mut safe): (usize, _) = (1, rank <= SAFE);
        for (axis, len) in lens.iter_mut().enumerate() {
            if axis >= rank {
                break;
            }
            (*len, rest) = match rest {
                [254, bytes @ ..] if LONG => {
                    safe = false;
                    long_len(bytes)?
                }
                _ => short_len(rest)?,
            };
            count = count.checked_mul(*len)?;
        }
        // Whether those beside a length of 0 are too large is left to the general path.
        if count == 0 && !safe {
            return None;
        }
        let bytes = count.checked_mul(size).filter(|bytes| *bytes <= rest.len())?;
        Some(Self { element_type, len: input.len().saturating_sub(rest.len()), count, bytes, rest })
    }
}

/// Takes the length of an axis off, up to 65 535.
#[inline(always)]
pub(in super::super) fn short_len(rest: &[u8]) -> Option<(usize, &[u8])> {
    match rest {
        [short @ 0..=252, rest @ ..] => Some((usize::from(*short), rest)),
        [253, high, low, rest @ ..] if (*high, *low) >= (0, 253) => {
            Some((usize::from(u16::from_be_bytes([*high, *low])), rest))
        }
        _ => None,
    }
}

/// Takes the length of an axis off, from 65 536 to 2^32 - 1, behind the byte that says how long it is.
#[inline]
fn long_len(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (bytes, rest) = bytes.split_first_chunk()?;
    let len = u32::from_be_bytes(*bytes);
    if len > u16::MAX.into() { Some((usize::try_from(len).ok()?, rest)) } else { None }
}

impl Options {
    /// Returns whether a tensor with this header is within the limits, and its dialect writes no byte length of all
    /// elements behind the header.
    #[inline]
    pub(in super::super) fn allows_short(&self, rank: usize, short: &ShortHeader<'_>) -> bool {
        // A dialect with sections puts the length of the section behind the header of such elements.
        (short.element_type.size().is_some() || !self.dialect.has_section())
            && rank <= self.max_rank
            && short.count <= self.max_elements
            && short.bytes <= self.max_bytes
    }

    /// Returns whether the limits allow a tensor of any size.
    #[inline]
    pub(in super::super) fn allows_any_size(&self) -> bool {
        self.max_rank >= crate::MAX_RANK && self.max_elements == usize::MAX && self.max_bytes == usize::MAX
    }

    /// Returns whether every tensor and element is allowed, and its dialect writes nothing behind a header.
    #[inline]
    pub(in super::super) fn is_plain(&self) -> bool {
        self.allows_any_size() && self.max_element_bytes == usize::MAX && !self.dialect.has_section()
    }
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    use crate::{ErrorKind, TensorRef, from_slice};

    #[test]
    fn lengths_beside_one_of_0_are_checked() {
        let empty = |rank: u8, len: [u8; 3]| {
            let axes: Vec<u8> = (1..rank).flat_map(|_| len).collect();
            from_slice::<TensorRef<'_>>(&[vec![10, rank, 0], axes].concat()).map(|tensor| tensor.shape().to_vec())
        };
        assert_eq!(empty(3, [253, 1, 0]).expect("an empty tensor"), [0, 256, 256]);
        assert_eq!(empty(4, [253, 1, 0]).expect("an empty tensor"), [0, 256, 256, 256]);
        let error = empty(6, [253, 255, 255]).expect_err("more than memory can address");
        assert!(matches!(error.kind(), ErrorKind::ShapeOverflow), "{error}");
    }
}
