//! A fast reader of the usual numbers, eight digits at a time: no exponent, not too many digits.
//!
//! This file is here for speed alone. A parser of any float does not know JSON's grammar, so it needs a second look at
//! each text, and takes half as long again for numbers of few decimals. The few texts that are not read here are left
//! to the standard library.
//!
//! [`leading`] returns the nearest double where a few steps settle which one that is, and `None` for any other text, be
//! it a number or not.

use crate::formats::vespa::swar;

/// The number of bytes that are looked at: the longest number that is read, and what follows it.
const WINDOW: usize = 40;

const TENS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
const TENS_AS_DOUBLES: [f64; 8] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7];
const TEN_TO_THE_EIGHTH: u64 = 100_000_000;

/// `1 / 10^scale`, which is between `factor` and `factor + 1`, in units of `2^-(63 + shift)`; `factor` has 64 bits.
#[derive(Clone, Copy)]
struct Reciprocal {
    factor: u64,
    shift: u32,
}

/// The reciprocals of all scales whose power of five has no more than 64 bits. That of 10^0 would be exact, and is left
/// out.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler, which checks")]
const RECIPROCALS: [Reciprocal; 28] = {
    let mut all = [Reciprocal { factor: 0, shift: 0 }; 28];
    let (mut scale, mut five) = (1, 1u64);
    while scale < all.len() {
        five *= 5;
        let bits = u64::BITS - five.leading_zeros();
        let factor = (1u128 << (63 + bits)) / five as u128;
        all[scale] = Reciprocal { factor: factor as u64, shift: bits + scale as u32 };
        scale += 1;
    }
    all
};

/// Returns the number at the beginning of a text, and its length; a zero without fraction has no sign.
#[inline]
pub(super) fn leading(text: &[u8]) -> Option<(f64, usize)> {
    match text.first_chunk() {
        Some(window) => in_window(window),
        None => near_the_end(text),
    }
}

#[cold]
fn near_the_end(text: &[u8]) -> Option<(f64, usize)> {
    let mut window = [0; WINDOW];
    window.get_mut(..text.len())?.copy_from_slice(text);
    in_window(&window)
}

#[inline]
fn in_window(window: &[u8; WINDOW]) -> Option<(f64, usize)> {
    // Each sign has code of its own, so that the processor need not wait for the sign to know where the digits begin.
    match window {
        [b'-', unsigned @ ..] => {
            let (number, length) = in_unsigned(unsigned)?;
            // A zero of one digit has no fraction, and so no sign.
            let whole_zero = number == 0.0 && length == 1;
            Some((if whole_zero { 0.0 } else { -number }, length.wrapping_add(1)))
        }
        [unsigned @ .., _] => in_unsigned(unsigned),
    }
}

#[inline]
fn in_unsigned(window: &[u8; WINDOW - 1]) -> Option<(f64, usize)> {
    let (whole, digits, after) = match window {
        // Most often the point follows one digit. The place of the fraction is then known without a count.
        [digit @ b'0'..=b'9', after @ b'.', ..] => (u64::from(digit & 0xf), 1, *after),
        [first, ..] => {
            let word = swar::word(window.first_chunk()?);
            let digits = swar::leading_digits(word);
            // Not the usual number, or one of many digits before the point.
            if !matches!(digits, 1..=7) || (*first == b'0' && digits > 1) {
                return None;
            }
            (swar::value(word, digits), digits, swar::byte(word, digits))
        }
    };
    if after != b'.' {
        return (!is_exponent(after)).then_some((whole as i64 as f64, digits));
    }
    let fraction_at = digits.wrapping_add(1);
    let (value, digits) = with_fraction(whole, window.get(fraction_at..)?.first_chunk()?)?;
    Some((value, fraction_at.wrapping_add(digits)))
}

fn is_exponent(byte: u8) -> bool {
    byte | 0x20 == b'e'
}

/// Returns the number with this whole part and the fraction at the start of `text`, and the number of digits of the
/// fraction.
#[inline]
fn with_fraction(whole: u64, text: &[u8; 24]) -> Option<(f64, usize)> {
    let first = swar::word(text.first_chunk()?);
    let digits = swar::leading_digits(first);
    if digits < 8 {
        if digits == 0 || is_exponent(swar::byte(first, digits)) {
            return None;
        }
        let all = whole.wrapping_mul(*TENS.get(digits)?).wrapping_add(swar::value(first, digits));
        // Both are below 2^53, and so exact as doubles: the quotient is rounded once.
        return Some((all as i64 as f64 / TENS_AS_DOUBLES.get(digits)?, digits));
    }
    let all = whole.wrapping_mul(TEN_TO_THE_EIGHTH).wrapping_add(swar::value(first, 8));
    let second = swar::word(text.get(8..)?.first_chunk()?);
    let digits = swar::leading_digits(second);
    if digits < 8 {
        return last_digits(all, second, digits, 8);
    }
    let all = all.checked_mul(TEN_TO_THE_EIGHTH)?.checked_add(swar::value(second, 8))?;
    let third = swar::word(text.last_chunk()?);
    match swar::leading_digits(third) {
        8 => None,
        digits => last_digits(all, third, digits, 16),
    }
}

/// Returns the number whose digits are those of `all` and the first `digits`, less than eight, of `word`. The digits of
/// `word` and the last `before` of `all` are behind the point; their number is returned too.
#[inline]
fn last_digits(all: u64, word: u64, digits: usize, before: usize) -> Option<(f64, usize)> {
    if is_exponent(swar::byte(word, digits)) {
        return None;
    }
    let all = all.checked_mul(*TENS.get(digits)?)?.checked_add(swar::value(word, digits))?;
    let scale = before.wrapping_add(digits);
    Some((quotient(all, scale)?, scale))
}

/// Returns `digits / 10^scale`; `None` if it is too near the middle between two doubles.
#[inline]
fn quotient(digits: u64, scale: usize) -> Option<f64> {
    if digits == 0 {
        return Some(0.0);
    }
    let Reciprocal { factor, shift } = *RECIPROCALS.get(scale).filter(|_| scale > 0)?;
    let zeros = digits.leading_zeros();
    let product = u128::from(digits << zeros).wrapping_mul(factor.into());
    // The upper half of the product of two numbers with 64 bits: it has 63 or 64 bits, and misses less than 2 of the
    // exact product, part of it the lower half and part the end of the reciprocal that was cut off.
    let upper = (product >> 64) as u64;
    let missing_bit = (!upper >> 63) as u32;
    let upper = upper << missing_bit;
    // The lower 11 bits do not fit a double, and 0x400 is their middle. The exact product is up to 4 more, so that just
    // below the middle the way to round is not certain.
    if matches!(upper & 0x7ff, 0x3fc..=0x3ff) {
        return None;
    }
    let mantissa = (upper >> 11).wrapping_add(upper >> 10 & 1);
    let exponent = 1086u64.wrapping_sub(u64::from(missing_bit.wrapping_add(shift).wrapping_add(zeros)));
    // Added, not joined by OR: the leading bit of the mantissa, and a carry of rounding beyond it, count for the
    // exponent.
    Some(f64::from_bits((exponent << 52).wrapping_add(mantissa)))
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String};

    use super::*;

    /// Returns whether the number is read, with other text behind it and with none.
    fn check(text: &str) -> bool {
        let integer = !text.contains('.');
        let value: f64 = text.parse().unwrap();
        let value = if integer && value == 0.0 { 0.0 } else { value };
        let found = leading(text.as_bytes());
        if let Some((found, length)) = found {
            assert_eq!((found.to_bits(), length), (value.to_bits(), text.len()), "{text}");
        }
        for end in [",", "]", " ", "\n", ",1", "-", "x", "}00000000000000000000000000000000000000"] {
            let followed = format!("{text}{end}");
            assert_eq!(leading(followed.as_bytes()), found, "{followed}");
        }
        for end in ["e", "E", "e5", "E-5"] {
            assert_eq!(leading(format!("{text}{end}").as_bytes()), None, "{text}{end}");
        }
        found.is_some()
    }

    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            self.0 >> 12 ^ self.0 >> 33
        }

        fn below(&mut self, end: u64) -> u64 {
            self.next() % end
        }

        fn digits(&mut self, count: u64) -> String {
            (0..count).map(|_| char::from(b'0' + self.below(10) as u8)).collect()
        }
    }

    #[test]
    fn what_is_common_is_taken() {
        for text in [
            "0",
            "-0",
            "7",
            "-7",
            "10",
            "1234567",
            "-9999999",
            "0.0",
            "-0.0",
            "0.5",
            "-0.25",
            "3.1415",
            "1.00",
            "0.10",
            "123.4567",
            "9999999.9999999",
            "0.1234567",
            "0.12345678",
            "0.123456789",
            "0.1234567890123456",
            "0.12345678901234567",
            "0.012345678901234567",
            "-12.345678901234567",
            "0.10000000149011612",
            "0.00000000",
        ] {
            assert!(check(text), "{text}");
        }
    }

    #[test]
    fn nothing_is_said_of_other_texts() {
        for text in [
            "",
            "-",
            ".",
            "-.5",
            ".5",
            "1.",
            "1.,",
            "-1.]",
            "00",
            "01",
            "-01",
            "00.5",
            "+1",
            "e",
            "1e5",
            "1.5e5",
            "1E0",
            "12345678",
            "123456789.5",
            "0.1234567890123456789012345",
            "99999999999.99999999",
            "x",
            "\"1\"",
            "--1",
            "- 1",
        ] {
            assert_eq!(leading(text.as_bytes()), None, "{text}");
            assert_eq!(leading(format!("{text}{}", " ".repeat(WINDOW)).as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn middles_between_two_doubles_are_left_to_others() {
        // 2^53 + 1, and 1 + 2^-53, cut off and with another digit.
        for text in ["9007199.254740993", "1.0000000000000001", "1.00000000000000011", "1.00000000000000012"] {
            check(text);
        }
        assert_eq!(quotient(90_071_992_547_409_930, 1), None);
        assert_eq!(quotient(90_071_992_547_409_931, 1), Some(9_007_199_254_740_994.0));
        assert_eq!(quotient(90_071_992_547_409_929, 1), Some(9_007_199_254_740_992.0));
    }

    /// Compares numbers with as many digits before and behind the point as are read, and with some more.
    #[test]
    fn every_number_is_the_nearest_double() {
        let (mut random, mut taken) = (Random(1), 0);
        const COUNT: u64 = 100_000;
        for _ in 0..COUNT {
            let sign = if random.below(2) == 0 { "" } else { "-" };
            let whole = match random.below(3) {
                0 => 0,
                1 => random.below(10),
                _ => {
                    let digits = random.below(8) as u32;
                    random.below(10u64.pow(digits))
                }
            };
            let digits = random.below(20);
            let mut fraction = random.digits(digits);
            if random.below(8) == 0 {
                let zeros = random.below(20) as usize;
                fraction = format!("{}{fraction}", "0".repeat(zeros));
            }
            let point = if fraction.is_empty() { "" } else { "." };
            taken += u64::from(check(&format!("{sign}{whole}{point}{fraction}")));
        }
        assert!(taken > COUNT * 3 / 4, "{taken}");
    }

    /// Compares doubles as they are printed, and the texts next to the middle between two doubles.
    #[test]
    fn doubles_and_what_lies_between_them() {
        let mut random = Random(2);
        for _ in 0..20_000 {
            let exponent = random.below(40);
            let bits = (1023 - 20 + exponent) << 52 | random.next() & ((1 << 52) - 1);
            let (low, high) = (f64::from_bits(bits), f64::from_bits(bits + 1));
            check(&format!("{low}"));
            check(&format!("{}", low as f32));
            let digits = random.below(22) as usize;
            check(&format!("{low:.digits$}"));
            check(&format!("{:.digits$}", low + (high - low) / 2.0));
        }
    }

    /// Compares all quotients of the table with exact arithmetic.
    #[test]
    fn quotients_are_the_nearest_doubles() {
        let mut random = Random(3);
        for scale in 1..RECIPROCALS.len() {
            for _ in 0..1_000 {
                let digits = random.next() << 12 >> random.below(64);
                let exact: f64 = format!("{digits}e-{scale}").parse().unwrap();
                let found = quotient(digits, scale);
                assert!(found.is_none_or(|found| found == exact), "{digits}e-{scale}");
            }
        }
        assert_eq!(quotient(1, 0), None);
        assert_eq!(quotient(1, RECIPROCALS.len()), None);
        assert_eq!(quotient(0, 5), Some(0.0));
    }
}
