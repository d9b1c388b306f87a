//! Numbers as the shortest text that reads back, collected in a piece of memory.

use core::{mem, str};

use super::swar;

/// Room for a number and what separates it from the next one.
const SLOT: usize = 32;
const SIZE: usize = 2048;

/// The bit of a float's sign.
const SIGN: u32 = 1 << 31;

/// The bits of 7.038531e-26: of all floats the one whose shortest text, read as a double, lies so near the middle between
/// two floats that it is rounded to the other.
const ROUNDED_TWICE: u32 = 0x15ae_43fd;

/// The units of a [`Decimal`] in 1.
const UNITS: u64 = 100_000_000;

/// A number with at most eight decimals: how many units of 10^-8 it has, less than 10^15.
struct Decimal {
    negative: bool,
    units: u64,
}

/// The whole number that is nearest, of a number that is not negative and below 2^52.
#[inline]
fn nearest(number: f64) -> u64 {
    const TWO_TO_52: f64 = (1u64 << 52) as f64;
    // Beyond it doubles have no fraction, and the bits of their mantissas count.
    (number + TWO_TO_52).to_bits() & ((1 << 52) - 1)
}

impl Decimal {
    /// The number of these units, unless its shortest text has an exponent or it is a zero with a sign.
    #[inline]
    fn new(negative: bool, units: u64) -> Option<Self> {
        (units >= 1000 || (units == 0 && !negative)).then_some(Self { negative, units })
    }

    /// The shortest text of a double, if it is such a number.
    ///
    /// No two texts of at most 15 digits stand for the same double: one that reads back is the only one, and any other is
    /// longer.
    #[inline]
    fn of_double(number: f64) -> Option<Self> {
        let size = number.abs();
        if size >= 1e7 {
            return None;
        }
        let units = nearest(size * UNITS as f64);
        let reads_back = units as i64 as f64 / UNITS as f64 == size;
        reads_back.then(|| Self::new(number.is_sign_negative(), units)).flatten()
    }

    /// The shortest text of a float, if it has at most 6 digits, which no two floats share.
    #[inline]
    fn of_float(number: f32) -> Option<Self> {
        let size = f64::from(number.abs());
        let (scale, units) = match size {
            ..1.0 => (1e6, UNITS / 1_000_000),
            ..100.0 => (1e4, UNITS / 10_000),
            _ => return None,
        };
        let digits = nearest(size * scale);
        let reads_back = (digits as i64 as f64 / scale) as f32 == number.abs();
        reads_back.then(|| Self::new(number.is_sign_negative(), digits.wrapping_mul(units))).flatten()
    }

    /// Writes the text, and says how long it is.
    #[inline]
    fn write(&self, slot: &mut [u8; SLOT]) -> usize {
        let (whole, fraction) = (self.units / UNITS, self.units % UNITS);
        let [sign, ..] = slot;
        *sign = b'-';
        let mut at = usize::from(self.negative);
        let digits = swar::digits_of(whole as u32);
        // The last digit stays, even if it is zero.
        let zeros = (digits | 1 << 56).trailing_zeros() >> 3;
        put(slot, at, swar::text(digits) >> (zeros << 3));
        at = at.wrapping_add(8).wrapping_sub(zeros as usize);
        if fraction == 0 {
            return at;
        }
        let digits = swar::digits_of(fraction as u32);
        put(slot, at, u64::from(b'.'));
        put(slot, at.wrapping_add(1), swar::text(digits));
        at.wrapping_add(9).wrapping_sub((digits.leading_zeros() >> 3) as usize)
    }
}

/// Puts a word in its place, the lowest byte first.
#[inline]
fn put(slot: &mut [u8; SLOT], at: usize, word: u64) {
    if let Some(place) = slot.get_mut(at..at.wrapping_add(8)) {
        place.copy_from_slice(&word.to_le_bytes());
    }
}

/// Copies a text of at most 24 bytes, and says how long it is.
#[inline]
fn copy(slot: &mut [u8; SLOT], text: &str) -> usize {
    let text = text.as_bytes();
    let len = text.len();
    // Two copies of a fixed length, which may overlap, are faster than one of any length.
    if let (Some(first), Some(last)) = (text.first_chunk::<16>(), text.last_chunk::<16>()) {
        if let Some(place) = slot.first_chunk_mut() {
            *place = *first;
        }
        if let Some(place) = slot.get_mut(len.wrapping_sub(16)..len) {
            place.copy_from_slice(last);
        }
    } else if let Some(place) = slot.get_mut(..len) {
        place.copy_from_slice(text);
    }
    len
}

/// Without a fraction of zero, which says nothing but for the sign of zero.
#[inline]
fn short(text: &str) -> &str {
    match text.strip_suffix(".0") {
        Some("-0") | None => text,
        Some(whole) => whole,
    }
}

/// Prints numbers, each followed by a comma and perhaps a blank.
pub(super) struct Printer {
    bytes: [u8; SIZE],
    len: usize,
    separator: usize,
    shortest: zmij::Buffer,
}

impl Printer {
    pub(super) fn new(blanks: bool) -> Self {
        Self { bytes: [0; SIZE], len: 0, separator: if blanks { 2 } else { 1 }, shortest: zmij::Buffer::new() }
    }

    /// Whether there may be no room for another number.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.len > SIZE - SLOT
    }

    /// What has been printed since the last time, without the last comma if it is the `last` of a list.
    pub(super) fn take(&mut self, last: bool) -> &str {
        let len = mem::take(&mut self.len).saturating_sub(if last { self.separator } else { 0 });
        // Texts of numbers are ASCII.
        str::from_utf8(self.bytes.get(..len).unwrap_or_default()).unwrap_or_default()
    }

    /// Prints what `write` leaves in a slot, saying how much that is.
    #[inline]
    fn print(&mut self, write: impl FnOnce(&mut [u8; SLOT], &mut zmij::Buffer) -> usize) {
        let Self { bytes, len, separator, shortest } = self;
        let Some(slot) = bytes.get_mut(*len..).and_then(<[u8]>::first_chunk_mut) else { return };
        let end = write(slot, shortest);
        if let Some(place) = slot.get_mut(end..end.wrapping_add(2)) {
            place.copy_from_slice(b", ");
        }
        *len = len.wrapping_add(end).wrapping_add(*separator);
    }

    #[inline]
    pub(super) fn double(&mut self, number: f64) {
        self.print(|slot, shortest| match Decimal::of_double(number) {
            Some(decimal) => decimal.write(slot),
            None if number.is_finite() => copy(slot, short(shortest.format_finite(number))),
            None => copy(slot, special(number.is_nan(), number.is_sign_negative())),
        });
    }

    /// The shortest text of a float, unless reading it as a double first gives another float.
    #[inline]
    pub(super) fn float(&mut self, number: f32) {
        self.print(|slot, shortest| match Decimal::of_float(number) {
            Some(decimal) => decimal.write(slot),
            None if number.to_bits() & !SIGN == ROUNDED_TWICE => copy(slot, shortest.format_finite(f64::from(number))),
            None if number.is_finite() => copy(slot, short(shortest.format_finite(number))),
            None => copy(slot, special(number.is_nan(), number.is_sign_negative())),
        });
    }

    #[inline]
    pub(super) fn int8(&mut self, number: i8) {
        let units = u64::from(number.unsigned_abs()).wrapping_mul(UNITS);
        self.print(|slot, _| Decimal { negative: number < 0, units }.write(slot));
    }
}

fn special(nan: bool, negative: bool) -> &'static str {
    match (nan, negative) {
        (true, false) => "\"NaN\"",
        (true, true) => "\"-NaN\"",
        (false, false) => "\"Infinity\"",
        (false, true) => "\"-Infinity\"",
    }
}

#[cfg(test)]
mod tests {
    use std::{format, string::String};

    use super::*;

    fn printed(print: impl FnOnce(&mut Printer)) -> String {
        let mut printer = Printer::new(false);
        print(&mut printer);
        printer.take(true).into()
    }

    fn double(number: f64) -> String {
        printed(|printer| printer.double(number))
    }

    fn float(number: f32) -> String {
        printed(|printer| printer.float(number))
    }

    /// The same text as that of the printer of shortest texts alone.
    fn check(number: f64) -> bool {
        assert_eq!(double(number), short(zmij::Buffer::new().format_finite(number)), "{number:?}");
        Decimal::of_double(number).is_some()
    }

    fn check_float(number: f32) -> bool {
        let text = float(number);
        assert_eq!(text.parse::<f64>().unwrap() as f32, number, "{number:?}");
        assert_eq!(text, short(zmij::Buffer::new().format_finite(number)), "{number:?}");
        Decimal::of_float(number).is_some()
    }

    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 12 ^ *state >> 33
    }

    /// All that the short way of floats takes; where that would take long, some of them.
    #[test]
    fn every_float_of_few_digits_has_its_shortest_text() {
        const STEP: usize = if cfg!(debug_assertions) { 29 } else { 1 };
        let mut taken = 0;
        for digits in (0..1_000_000u32).step_by(STEP) {
            for scale in [1e6, 1e4] {
                let number = (f64::from(digits) / scale) as f32;
                taken += usize::from(check_float(if digits % 2 == 0 { number } else { -number }));
            }
        }
        assert!(taken > 1_900_000 / STEP, "{taken}");
    }

    #[test]
    fn doubles_of_few_decimals_have_their_shortest_text() {
        let (mut state, mut taken) = (1, 0);
        const COUNT: u64 = 100_000;
        for _ in 0..COUNT {
            let decimals = (random(&mut state) % 9) as u32;
            let digits = random(&mut state) % 10u64.pow(1 + (random(&mut state) % 15) as u32);
            let number = digits as f64 / 10f64.powi(decimals as i32);
            taken += u64::from(check(number));
            check(-number);
            check(f64::from_bits(number.to_bits() + 1));
            check(f64::from_bits(number.to_bits().saturating_sub(1)));
        }
        assert!(taken > COUNT / 2, "{taken}");
    }

    #[test]
    fn any_number_has_its_shortest_text() {
        let mut state = 2;
        for _ in 0..100_000 {
            let bits = random(&mut state) ^ random(&mut state) << 20;
            let number = f64::from_bits(bits);
            if number.is_finite() {
                check(number);
            }
            check((bits >> 11) as f64 / (1u64 << 53) as f64);
            let number = f32::from_bits(bits as u32);
            if number.is_finite() && bits as u32 & !SIGN != ROUNDED_TWICE {
                check_float(number);
            }
        }
    }

    #[test]
    fn bounds_of_the_short_way() {
        for number in [
            0.0,
            1.0,
            9.0,
            10.0,
            99.0,
            100.5,
            1e-5,
            9.99e-6,
            1.1e-5,
            1e-8,
            1e-7,
            0.99999999,
            0.999999994,
            9999999.0,
            9999999.99999999,
            1e7,
            1e15,
            1e16,
            123456.0,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            0.1 + 0.2,
        ] {
            check(number);
            check(-number);
            check_float(number.clamp(-3e38, 3e38) as f32);
        }
        assert_eq!(double(0.0), "0");
        assert_eq!(double(-0.0), "-0.0");
        assert_eq!(float(-0.0), "-0.0");
        assert_eq!(double(1e-5), "0.00001");
        assert_eq!(double(-2.5), "-2.5");
    }

    #[test]
    fn no_numbers_are_strings() {
        let texts = ["\"NaN\"", "\"-NaN\"", "\"Infinity\"", "\"-Infinity\""];
        let nan = f64::NAN.copysign(1.0);
        assert_eq!([nan, -nan, f64::INFINITY, f64::NEG_INFINITY].map(double), texts);
        let nan = f32::NAN.copysign(1.0);
        assert_eq!([nan, -nan, f32::INFINITY, f32::NEG_INFINITY].map(float), texts);
    }

    #[test]
    fn all_bytes() {
        for number in i8::MIN..=i8::MAX {
            assert_eq!(printed(|printer| printer.int8(number)), format!("{number}"));
        }
    }

    #[test]
    fn numbers_follow_one_another() {
        for (blanks, expected) in [(false, "0.1,-12345.678"), (true, "0.1, -12345.678")] {
            let mut printer = Printer::new(blanks);
            printer.double(0.1);
            printer.double(-12345.678);
            assert_eq!(printer.take(true), expected);
            assert_eq!(printer.take(true), "");
        }
        let (mut printer, mut count) = (Printer::new(true), 0);
        while !printer.is_full() {
            printer.double(-f64::MAX / 3.0);
            count += 1;
        }
        assert_eq!(printer.take(false), "-5.992310449541053e+307, ".repeat(count));
    }
}
