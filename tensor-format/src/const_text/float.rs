//! Converts decimal numbers to floats and back in constants, where the parsing and printing of the standard library
//! cannot be called. Both are exact: they compute with natural numbers that are wide enough, and round once.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler, which checks")]

/// The number of 64-bit words of a [`Natural`]: enough for 128 bits times 10^308, and for 128 bits before a fraction of
/// [`FRACTION`] bits.
const LIMBS: usize = 22;
/// The number of bits after the point: enough to tell the least floats apart after a division by 10^400.
const FRACTION: u32 = 1280;
/// The exponent of the smallest positive float, 2^-1074.
const LEAST: i32 = -1074;

/// A natural number in 64-bit words, the least significant first.
#[derive(Clone, Copy)]
struct Natural([u64; LIMBS]);

impl Natural {
    const fn new(number: u128) -> Self {
        let mut limbs = [0; LIMBS];
        (limbs[0], limbs[1]) = (number as u64, (number >> 64) as u64);
        Self(limbs)
    }

    const fn times(mut self, factor: u64) -> Self {
        let (mut limb, mut carry) = (0, 0);
        while limb < LIMBS {
            carry += self.0[limb] as u128 * factor as u128;
            self.0[limb] = carry as u64;
            carry >>= 64;
            limb += 1;
        }
        self
    }

    /// Divides the number by `divisor` and returns the quotient and the remainder.
    const fn over(mut self, divisor: u64) -> (Self, u64) {
        let (mut limb, mut rest) = (LIMBS, 0);
        while limb > 0 {
            limb -= 1;
            let part = (rest << 64) | self.0[limb] as u128;
            self.0[limb] = (part / divisor as u128) as u64;
            rest = part % divisor as u128;
        }
        (self, rest as u64)
    }

    /// Returns the number times `10^places`, rounded down, and whether rounding cut anything off.
    const fn moved(mut self, places: i32) -> (Self, bool) {
        let (mut left, mut is_cut) = (places.unsigned_abs(), false);
        while left > 0 {
            // The highest power of ten in 64 bits.
            let step = if left < 19 { left } else { 19 };
            let power = 10u64.pow(step);
            if places < 0 {
                let rest;
                (self, rest) = self.over(power);
                is_cut |= rest > 0;
            } else {
                self = self.times(power);
            }
            left -= step;
        }
        (self, is_cut)
    }

    const fn shifted(mut self, bits: u32) -> Self {
        let (whole, part) = ((bits / 64) as usize, bits % 64);
        let mut limb = LIMBS;
        while limb > 0 {
            limb -= 1;
            let high = if limb >= whole { self.0[limb - whole] } else { 0 };
            let low = if limb > whole { self.0[limb - whole - 1] } else { 0 };
            self.0[limb] = ((((high as u128) << 64) | low as u128) >> (64 - part)) as u64;
        }
        self
    }

    /// Returns the number of bits up to the highest that is 1.
    const fn bits(&self) -> u32 {
        let mut limb = LIMBS;
        while limb > 0 {
            limb -= 1;
            if self.0[limb] > 0 {
                return limb as u32 * 64 + u64::BITS - self.0[limb].leading_zeros();
            }
        }
        0
    }

    const fn bit(&self, at: u32) -> bool {
        self.0[(at / 64) as usize] >> (at % 64) & 1 == 1
    }

    /// Returns the number without its last `dropped` bits, at least one, rounded to the nearest number and from the
    /// middle to the even one. `is_cut` says that the number was rounded down before. The result has less than 64 bits.
    const fn rounded(&self, dropped: u32, is_cut: bool) -> u64 {
        let (mut number, mut at) = (0, self.bits());
        while at > dropped {
            at -= 1;
            number = (number << 1) | self.bit(at) as u64;
        }
        let half = dropped - 1;
        let mut is_beyond = is_cut;
        let mut at = 0;
        while at < half && !is_beyond {
            is_beyond = self.bit(at);
            at += 1;
        }
        number + (self.bit(half) && (is_beyond || number % 2 == 1)) as u64
    }
}

/// Returns the float nearest to `digits * 10^places`; `None` if that is greater than the greatest float.
pub(crate) const fn to_float(digits: u128, places: i32) -> Option<f64> {
    if digits == 0 || places < -400 {
        return Some(0.0);
    }
    if places > 308 {
        return None;
    }
    // Of a whole number, too, there are bits to drop.
    let fraction = if places < 0 { FRACTION } else { 64 };
    let (number, is_cut) = Natural::new(digits).shifted(fraction).moved(places);
    let least_bit = number.bits() as i32 - f64::MANTISSA_DIGITS as i32 - fraction as i32;
    let exponent = if least_bit > LEAST { least_bit } else { LEAST };
    if exponent > f64::MAX_EXP - f64::MANTISSA_DIGITS as i32 {
        return None;
    }
    let mantissa = number.rounded((exponent + fraction as i32) as u32, is_cut);
    // The highest bit of the mantissa, which no subnormal has, counts the exponent up by one.
    let float = f64::from_bits((((exponent - LEAST) as u64) << (f64::MANTISSA_DIGITS - 1)) + mantissa);
    if float.is_finite() { Some(float) } else { None }
}

/// Returns the shortest decimal that reads back as a float, as `digits * 10^places`; the float is finite and above
/// zero. Of those with as many digits it is the one nearest to the float; at a power of two, where another might be
/// shorter by one digit, that one is not looked for.
pub(crate) const fn of_float(float: f64) -> (u64, i32) {
    let mut count = 1;
    loop {
        let (digits, places) = with_digits(float, count);
        match to_float(digits as u128, places) {
            // 17 digits tell all floats apart.
            Some(read) if read == float || count == 17 => return (digits, places),
            _ => count += 1,
        }
    }
}

/// Returns the nearest decimal of `count` digits, as `digits * 10^places`.
const fn with_digits(float: f64, count: u32) -> (u64, i32) {
    let (fraction_bits, bits) = (f64::MANTISSA_DIGITS - 1, float.to_bits());
    let (stored, fraction) = ((bits >> fraction_bits) as i32, bits % (1 << fraction_bits));
    let (mantissa, exponent) = match stored {
        0 => (fraction, LEAST),
        _ => (fraction + (1 << fraction_bits), stored - 1 + LEAST),
    };
    let (up, down) = if exponent < 0 { (0, exponent.unsigned_abs()) } else { (exponent.unsigned_abs(), 0) };
    let highest_bit = exponent + (u64::BITS - 1 - mantissa.leading_zeros()) as i32;
    // About log10(2) of the bits; one more or less is seen from the digits.
    let mut places = (highest_bit * 30_103).div_euclid(100_000) + 1 - count as i32;
    loop {
        // 64 bits more, so that there are bits to drop.
        let (number, is_cut) = Natural::new(mantissa as u128).shifted(up + 64).moved(-places);
        let digits = number.rounded(down + 64, is_cut);
        if digits >= 10u64.pow(count) {
            places += 1;
        } else if digits < 10u64.pow(count - 1) {
            places -= 1;
        } else {
            return (digits, places);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String};

    use proptest::prelude::*;

    use super::{of_float, to_float};

    const FLOATS: [f64; 18] = [
        5e-324,
        f64::MIN_POSITIVE,
        2.225_073_858_507_201e-308,
        f64::MAX,
        f64::EPSILON,
        1.0,
        9_007_199_254_740_993.0,
        0.1,
        0.300_000_000_000_000_04,
        66_380_440.470_324_63,
        1e22,
        1e23,
        1e30,
        1e300,
        6.022_140_76e23,
        f32::MAX as f64,
        5e-5,
        2.5e-300,
    ];

    fn read(digits: u128, places: i32) -> f64 {
        to_float(digits, places).unwrap_or(f64::INFINITY)
    }

    fn expected(digits: u128, places: i32) -> f64 {
        format!("{digits}e{places}").parse().unwrap()
    }

    fn text_of(float: f64) -> String {
        let (digits, places) = of_float(float);
        format!("{digits}e{places}")
    }

    #[test]
    fn floats_are_read_back_from_as_few_digits_as_the_standard_library_writes() {
        for float in FLOATS {
            let text = text_of(float);
            assert_eq!(text.parse::<f64>().unwrap(), float, "{text}");
            let (of_std, of_text) = (format!("{float:e}"), format!("{:e}", text.parse::<f64>().unwrap()));
            assert_eq!(of_text, of_std);
            let count = |text: &str| text.split('e').next().unwrap().bytes().filter(u8::is_ascii_digit).count();
            assert_eq!(count(&text), count(&of_std), "{text} {of_std}");
        }
    }

    #[test]
    fn the_middle_between_floats_goes_to_the_even_one() {
        // 2^53 + 1 and 2^53 + 3, and half of the least float with the numbers beside it.
        for digits in [9_007_199_254_740_993, 9_007_199_254_740_995, 9_007_199_254_740_997] {
            assert_eq!(read(digits, 0), expected(digits, 0));
            assert_eq!(read(digits * 10 + 1, -1), expected(digits * 10 + 1, -1));
        }
        let half = 24_703_282_292_062_327_208_299_439_430_479_780_057;
        for digits in [half, half + 1, half * 3, 1] {
            assert_eq!(read(digits, -361), expected(digits, -361));
        }
    }

    #[test]
    fn what_no_float_can_be_is_none_or_zero() {
        assert_eq!(to_float(17_976_931_348_623_157, 292), Some(f64::MAX));
        assert_eq!(
            (to_float(17_976_931_348_623_159, 292), to_float(1, 309), to_float(1, i32::MAX)),
            (None, None, None)
        );
        assert_eq!((to_float(u128::MAX, 269), to_float(u128::MAX, 270)), (Some(expected(u128::MAX, 269)), None));
        for places in [-324, -400, -401, i32::MIN] {
            assert_eq!((to_float(2, places), to_float(0, places)), (Some(0.0), Some(0.0)));
        }
        assert_eq!(to_float(u128::MAX, -400), Some(0.0));
        assert_eq!(to_float(0, i32::MAX), Some(0.0));
    }

    proptest! {
        #[test]
        fn decimals_are_read_as_the_standard_library_reads_them(bits: u128, shift in 0u32..128, places in -400..320) {
            let digits = bits >> shift;
            prop_assert_eq!(read(digits, places), expected(digits, places));
        }

        #[test]
        fn floats_are_read_back(bits in 1u64..0x7ff0_0000_0000_0000) {
            let float = f64::from_bits(bits);
            let (digits, places) = of_float(float);
            prop_assert_eq!(read(digits.into(), places), float);
            prop_assert_eq!(text_of(float).parse::<f64>().unwrap(), float);
        }

        #[test]
        fn short_decimals_come_back_with_their_digits(digits in 1u64..1_000_000_000_000_000, places in -300i32..290) {
            let (found, moved) = of_float(read(digits.into(), places));
            let zeros = places.abs_diff(moved);
            let same = match moved < places {
                true => found == digits * 10u64.pow(zeros),
                false => found * 10u64.pow(zeros) == digits,
            };
            prop_assert!(same, "{}e{} {}e{}", digits, places, found, moved);
        }
    }
}
