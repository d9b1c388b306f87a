//! The bytes of strings in JSON: up to where they go, and which of them need an escape.

/// Returns the number of bytes before the first quote, backslash or control character.
#[inline]
pub(super) fn plain_len(bytes: &[u8]) -> usize {
    len_without(bytes, false)
}

/// Returns whether a string of these bytes has nothing but ASCII, and no escape.
#[inline]
pub(super) fn is_plain_ascii(bytes: &[u8]) -> bool {
    len_without(bytes, true) == bytes.len()
}

/// Returns the number of bytes before the first quote, backslash or control character, or that is none of ASCII if `ascii`
/// is set.
#[inline(always)]
fn len_without(bytes: &[u8], ascii: bool) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGHEST: u64 = ONES << 7;
    // Eight bytes are looked at together: the highest bit of a byte is set if it is below `than`. Bytes above the lowest
    // such may have it set too, so that only the lowest counts.
    let below = |word: u64, than: u8| word.wrapping_sub(ONES * u64::from(than)) & !word;
    let equal = |word: u64, byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    let mut len = 0;
    while let Some(word) = bytes.get(len..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(*word);
        let special = below(word, b' ') | equal(word, b'"') | equal(word, b'\\') | if ascii { word } else { 0 };
        if special & HIGHEST != 0 {
            return len + (special & HIGHEST).trailing_zeros() as usize / 8;
        }
        len += 8;
    }
    let rest = bytes.get(len..).unwrap_or_default();
    let special = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\') || (ascii && !byte.is_ascii());
    len + rest.iter().position(special).unwrap_or(rest.len())
}

/// Returns the number of bytes up to the end of a string, its quote included.
pub(super) fn string_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'"', b'\\', bytes.get(at..).unwrap_or_default()) {
        at += found + 1;
        if bytes.get(at - 1) == Some(&b'"') {
            break;
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, byte by byte.
    fn slow(bytes: &[u8]) -> usize {
        bytes.iter().position(|byte| *byte < 0x20 || matches!(byte, b'"' | b'\\')).unwrap_or(bytes.len())
    }

    #[test]
    fn what_needs_an_escape_is_found_wherever_it_is() {
        for byte in 0..=u8::MAX {
            for other in [b'a', byte.wrapping_add(1), byte.wrapping_sub(1), byte ^ 0x80, 0x7f, 0xff] {
                for at in 0..24 {
                    let mut bytes = [other; 24];
                    bytes[at] = byte;
                    assert_eq!(plain_len(&bytes), slow(&bytes), "{byte:#x} at {at} among {other:#x}");
                    assert_eq!(plain_len(&bytes[..at]), slow(&bytes[..at]), "{other:#x}, {at} times");
                    let is_plain = slow(&bytes) == bytes.len() && bytes.is_ascii();
                    assert_eq!(is_plain_ascii(&bytes), is_plain, "{byte:#x} at {at} among {other:#x}");
                }
            }
        }
    }
}
