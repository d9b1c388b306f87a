//! Headers as most are, read without a word about what is wrong with others: that is the general reader's part.

use super::element_type::from_byte;
use crate::ElementType;

/// A header of elements of fixed size, with no axis of length 0 or above 65 535, whose elements are all there.
pub(super) struct Plain<'a> {
    pub(super) element_type: ElementType,
    /// The length of the header.
    pub(super) len: usize,
    pub(super) count: usize,
    /// The length of the elements.
    pub(super) bytes: usize,
    /// What follows the header.
    pub(super) rest: &'a [u8],
}

impl<'a> Plain<'a> {
    /// Reads a header of rank `rank` at the front of `input`; `lens` has room for its lengths. The loop is over `lens`
    /// and not over `rank`, so that a compiler can unroll it and keep the lengths in registers.
    #[inline(always)]
    pub(super) fn read(input: &'a [u8], rank: usize, lens: &mut [usize]) -> Option<Self> {
        let (&[byte, found], mut rest) = input.split_first_chunk()?;
        if usize::from(found) != rank || rank > lens.len() {
            return None;
        }
        let element_type = from_byte(byte)?;
        let size = element_type.size()?;
        let mut count: usize = 1;
        for (axis, len) in lens.iter_mut().enumerate() {
            if axis >= rank {
                break;
            }
            (*len, rest) = match rest {
                [short @ 1..=252, rest @ ..] => (usize::from(*short), rest),
                [253, high, low, rest @ ..] if (*high, *low) >= (0, 253) => {
                    (usize::from(u16::from_be_bytes([*high, *low])), rest)
                }
                _ => return None,
            };
            count = count.checked_mul(*len)?;
        }
        let bytes = count.checked_mul(size).filter(|bytes| *bytes <= rest.len())?;
        Some(Self { element_type, len: input.len().saturating_sub(rest.len()), count, bytes, rest })
    }
}
