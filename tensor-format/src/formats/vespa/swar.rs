//! Search and conversion of runs of characters, eight bytes at a time.

const LOW: u64 = u64::from_le_bytes([0x01; 8]);
const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
/// The mask of the first and the fifth byte of a word.
const PAIRS: u64 = 0xff | 0xff << 32;
/// The lowest bits of every other byte of a word.
const LOW_OF_PAIRS: u64 = 1 | 1 << 16 | 1 << 32 | 1 << 48;

/// Returns how many bytes come before the first one that `stops` marks. `stops` must mark the highest bit of that byte,
/// and may mark any bytes after it.
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

/// Returns a word whose highest bits are set in bytes that are no digits; only the first such byte is exact.
#[inline]
fn no_digits(word: u64) -> u64 {
    let value = word ^ ZEROS;
    (value | value.wrapping_add(LOW * 0x76)) & HIGH
}

/// Returns the number of leading bytes that are digits.
#[inline]
pub(super) fn digits(bytes: &[u8]) -> usize {
    run(bytes, no_digits, |byte| !byte.is_ascii_digit())
}

/// Returns eight bytes as a word, the first one the lowest.
#[inline]
pub(super) fn word(bytes: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*bytes)
}

/// Returns the number of leading bytes of a word that are digits.
#[inline]
pub(super) fn leading_digits(word: u64) -> usize {
    (no_digits(word).trailing_zeros() >> 3) as usize
}

/// Returns byte `at` of a word.
#[inline]
pub(super) fn byte(word: u64, at: usize) -> u8 {
    word.wrapping_shr((at as u32).wrapping_mul(8)) as u8
}

/// Returns the number that the first digits of a word spell, up to eight of them; 0 for none.
#[inline]
pub(super) fn value(word: u64, digits: usize) -> u64 {
    // The other bytes become leading zeros. They are shifted out in two steps, since one shift cannot move all bits
    // out.
    let half = 32u32.wrapping_sub((digits as u32).wrapping_mul(4));
    let tens_and_ones = (word ^ ZEROS).wrapping_shl(half).wrapping_shl(half);
    let pairs = tens_and_ones.wrapping_mul(10).wrapping_add(tens_and_ones >> 8);
    // Every other byte holds two digits. Each product adds the pairs that are two places apart, in the upper half.
    let low = (pairs & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let high = (pairs >> 16 & PAIRS).wrapping_mul(1 + (10_000 << 32));
    low.wrapping_add(high) >> 32
}

/// Returns the eight digits of a number below 10^8, leading zeros included: not their text but their values, one in
/// each byte.
#[inline]
pub(super) fn digits_of(number: u32) -> u64 {
    let halves = u64::from(number / 10_000) | u64::from(number % 10_000) << 32;
    // Divides by multiplying, which is exact for numbers of two and four digits.
    let hundreds = halves.wrapping_mul(10_486) >> 20 & (0x7f | 0x7f << 32);
    let pairs = hundreds | halves.wrapping_sub(hundreds.wrapping_mul(100)) << 16;
    let tens = pairs.wrapping_mul(103) >> 10 & (LOW_OF_PAIRS * 0xf);
    tens | pairs.wrapping_sub(tens.wrapping_mul(10)) << 8
}

/// Returns the text of eight digits, whose values are one in each byte.
#[inline]
pub(super) fn text(digits: u64) -> u64 {
    digits | ZEROS
}

/// Returns the number of leading bytes that are as they are in a string of JSON: no quote, backslash or control
/// character.
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

    /// Tries every byte at every place of a word, among bytes that do not stop.
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

    #[test]
    fn the_value_of_a_word_is_that_of_its_first_digits() {
        for text in [*b"12345678", *b"00000000", *b"99999999", *b"90817263", *b"00000010"] {
            for digits in 0..=8 {
                for end in [b',', b'.', b'/', b':', 0, 0xff, b'e'] {
                    let mut cut = text;
                    cut[digits..].fill(end);
                    assert_eq!(leading_digits(word(&cut)), digits);
                    let number = core::str::from_utf8(&text[..digits]).unwrap();
                    assert_eq!(value(word(&cut), digits), number.parse::<u64>().unwrap_or(0));
                    (0..8).for_each(|at| assert_eq!(byte(word(&cut), at), cut[at]));
                }
            }
        }
    }

    #[test]
    fn the_digits_of_a_number_are_those_that_are_printed() {
        let numbers = (0..10_000).flat_map(|number| [number, number * 10_000, 99_999_999 - number * 9_999]);
        for number in numbers {
            assert_eq!(text(digits_of(number)).to_le_bytes(), alloc::format!("{number:08}").as_bytes(), "{number}");
        }
    }
}
