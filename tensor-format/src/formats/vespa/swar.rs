//! Runs of characters, eight bytes at a time.

const LOW: u64 = u64::from_le_bytes([0x01; 8]);
const HIGH: u64 = u64::from_le_bytes([0x80; 8]);

/// How many bytes come before the first that `stops` marks; it must mark the highest bit of such bytes, and may mark any
/// bytes after the first.
#[inline]
fn run(bytes: &[u8], stops: impl Fn(u64) -> u64, stop: impl Fn(u8) -> bool) -> usize {
    let mut at = 0usize;
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let marks = stops(u64::from_le_bytes(*chunk)) & HIGH;
        if marks != 0 {
            return at.saturating_add(marks.trailing_zeros() as usize >> 3);
        }
        at = at.saturating_add(8);
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at.saturating_add(rest.iter().position(|byte| stop(*byte)).unwrap_or(rest.len()))
}

/// The number of leading digits.
#[inline]
pub(super) fn digits(bytes: &[u8]) -> usize {
    let stops = |word: u64| {
        let value = word ^ (LOW * 0x30);
        value | value.wrapping_add(LOW * 0x76)
    };
    run(bytes, stops, |byte| !byte.is_ascii_digit())
}

/// The number of leading bytes that stand for themselves in a string of JSON: no quote, backslash or control character.
#[inline]
pub(super) fn plain(bytes: &[u8]) -> usize {
    let zero = |word: u64| word.wrapping_sub(LOW) & !word;
    let stops = |word: u64| {
        let control = word.wrapping_sub(LOW * 0x20) & !word;
        control | zero(word ^ (LOW * 0x22)) | zero(word ^ (LOW * 0x5c))
    };
    run(bytes, stops, |byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte at every place of a word, among bytes that do not stop.
    #[test]
    fn runs_end_at_the_first_byte_that_stops() {
        for at in 0..20 {
            for byte in 0..=u8::MAX {
                for after in [b'0', b'"', 0x80, 0xff] {
                    let mut text = [b'7'; 24];
                    text[at] = byte;
                    text[at + 1] = after;
                    let slow = |stop: &dyn Fn(u8) -> bool| text.iter().position(|byte| stop(*byte)).unwrap_or(24);
                    assert_eq!(digits(&text), slow(&|byte| !byte.is_ascii_digit()), "{text:?}");
                    assert_eq!(plain(&text), slow(&|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f)), "{text:?}");
                }
            }
        }
    }
}
