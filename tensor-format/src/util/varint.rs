//! Integers of variable length, as Decthings defines them: one byte below 253, else a tag byte and a big-endian integer
//! of 2, 4 or 8 bytes.
//!
//! It is on this floor because packed elements of variable size carry their lengths in this form in every format.

use alloc::vec::Vec;

/// The reason why bytes are not a varint, an integer of variable length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VarintError {
    /// The input ends within the varint, which takes `needed` bytes in all.
    Truncated { needed: usize },
    /// The same value has a shorter form.
    NonCanonical { value: u64 },
}

/// Returns the number of bytes that an integer takes in its shortest form.
#[inline]
pub(crate) const fn len(value: u64) -> usize {
    match value {
        0..=252 => 1,
        253..=0xffff => 3,
        0x1_0000..=0xffff_ffff => 5,
        _ => 9,
    }
}

/// Returns the shortest form of an integer, at most 5 bytes, packed into a little-endian integer, and the number of
/// bytes.
#[inline]
pub(crate) const fn short_bits(value: u32) -> (u64, u32) {
    match value {
        0..=252 => (value as u64, 1),
        253..=0xffff => (253 | ((value as u16).swap_bytes() as u64) << 8, 3),
        0x1_0000.. => (254 | (value.swap_bytes() as u64) << 8, 5),
    }
}

/// Returns the shortest form of an integer: an array whose first bytes are used, and how many.
#[inline]
pub(crate) const fn encode(value: u64) -> ([u8; 9], usize) {
    let be = value.to_be_bytes();
    match value {
        0..=252 => ([be[7], 0, 0, 0, 0, 0, 0, 0, 0], 1),
        253..=0xffff => ([253, be[6], be[7], 0, 0, 0, 0, 0, 0], 3),
        0x1_0000..=0xffff_ffff => ([254, be[4], be[5], be[6], be[7], 0, 0, 0, 0], 5),
        _ => ([255, be[0], be[1], be[2], be[3], be[4], be[5], be[6], be[7]], 9),
    }
}

/// Appends the shortest form of an integer.
#[inline]
pub(crate) fn push(out: &mut Vec<u8>, value: u64) {
    if value < 253 {
        out.push(value as u8);
    } else {
        let (bytes, len) = encode(value);
        out.extend_from_slice(bytes.split_at_checked(len).map_or(&[], |(head, _)| head));
    }
}

/// Reads the integer at the front of `bytes`, and returns it with its length in bytes.
#[inline]
pub(crate) fn read(bytes: &[u8], allow_non_canonical: bool) -> Result<(u64, usize), VarintError> {
    match bytes.first() {
        None => Err(VarintError::Truncated { needed: 1 }),
        Some(&first @ 0..=252) => Ok((u64::from(first), 1)),
        Some(&tag) => read_long(tag, bytes.get(1..).unwrap_or_default(), allow_non_canonical),
    }
}

#[inline]
fn read_long(tag: u8, rest: &[u8], allow_non_canonical: bool) -> Result<(u64, usize), VarintError> {
    // With the least value that needs this form.
    let (value, width, least) = match tag {
        253 => (rest.first_chunk().map(|b| u64::from(u16::from_be_bytes(*b))), 3, 253),
        254 => (rest.first_chunk().map(|b| u64::from(u32::from_be_bytes(*b))), 5, 0x1_0000),
        _ => (rest.first_chunk().map(|b| u64::from_be_bytes(*b)), 9, 0x1_0000_0000),
    };
    let value = value.ok_or(VarintError::Truncated { needed: width })?;
    if value >= least || allow_non_canonical { Ok((value, width)) } else { Err(VarintError::NonCanonical { value }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries_round_trip() {
        for value in [0, 252, 253, 819, 65_535, 65_536, u64::from(u32::MAX), u64::from(u32::MAX) + 1, u64::MAX] {
            let mut out = Vec::new();
            push(&mut out, value);
            assert_eq!(out.len(), len(value));
            assert_eq!(read(&out, false), Ok((value, out.len())));
            if let Ok(value) = u32::try_from(value) {
                let (bits, len) = short_bits(value);
                assert_eq!(bits.to_le_bytes()[..len as usize], out);
                assert_eq!(bits >> (8 * len), 0);
            }
            for end in 0..out.len() {
                assert!(matches!(read(&out[..end], false), Err(VarintError::Truncated { .. })));
            }
        }
    }

    #[test]
    fn longer_forms_are_refused_unless_allowed() {
        assert_eq!(read(&[253, 0, 5], false), Err(VarintError::NonCanonical { value: 5 }));
        assert_eq!(read(&[253, 0, 5], true), Ok((5, 3)));
    }

    /// What the documentation says, digit by digit.
    fn slowly(bytes: &[u8], allow_non_canonical: bool) -> Result<(u64, usize), VarintError> {
        let needed = match bytes.first() {
            None => 1,
            Some(tag) => [1, 3, 5, 9][usize::from(tag.saturating_sub(252))],
        };
        if bytes.len() < needed {
            return Err(VarintError::Truncated { needed });
        }
        let digits = if needed == 1 { &bytes[..1] } else { &bytes[1..needed] };
        let value = digits.iter().fold(0, |value, digit| value * 256 + u64::from(*digit));
        let shortest =
            if value < 253 { 1 } else { [3, 5, 9][usize::from(value >> 16 > 0) + usize::from(value >> 32 > 0)] };
        if shortest < needed && !allow_non_canonical {
            return Err(VarintError::NonCanonical { value });
        }
        Ok((value, needed))
    }

    #[test]
    fn all_of_few_bytes_and_all_at_the_bounds() {
        let check = |bytes: &[u8]| {
            for lenient in [false, true] {
                let read = read(bytes, lenient);
                assert_eq!(read, slowly(bytes, lenient), "{bytes:?}");
                if let (Ok((value, taken)), false) = (read, lenient) {
                    let mut out = Vec::new();
                    push(&mut out, value);
                    assert_eq!((out.as_slice(), len(value)), (&bytes[..taken], taken));
                }
            }
        };
        // Miri takes a thousand times as long.
        let step = if cfg!(miri) { 251 } else { 1 };
        check(&[]);
        for first in 0..=255 {
            check(&[first]);
            for second in (0..=255).step_by(step) {
                check(&[first, second]);
            }
        }
        for rest in (0..=u16::MAX).step_by(step) {
            check(&[&[253], rest.to_be_bytes().as_slice()].concat());
        }
        let digits = [0, 1, 252, 253, 255];
        for tag in [254, 255] {
            for number in (0..5usize.pow(8)).step_by(step) {
                let mut rest = number;
                let bytes: Vec<u8> = (0..8)
                    .map(|_| {
                        let digit = digits[rest % 5];
                        rest /= 5;
                        digit
                    })
                    .collect();
                let len = if tag == 254 { number % 6 } else { 8 - usize::from(number % 100 == 0) };
                check(&[&[tag], &bytes[8 - len..]].concat());
            }
        }
    }
}
