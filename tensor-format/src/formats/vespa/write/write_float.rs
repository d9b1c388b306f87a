//! Writes numbers as the shortest text that reads back.
//!
//! `zmij` finds that text for any float. A [`Decimal`] is found by one multiplication and one division instead, in a
//! third of the time: numbers of few decimals are what files are full of.

use alloc::string::String;
use core::{mem, str};

use super::swar;

/// The bytes reserved for one decimal: its text, the separator behind it, and spare room, since the text is written in
/// whole words of eight bytes that may reach past its end.
const SLOT: usize = 32;
/// The size in bytes of the memory in which the texts of decimals are collected.
const SIZE: usize = 64 * SLOT;

/// The bit of a float's sign.
const SIGN: u32 = 1 << 31;

/// The bits of 7.038531e-26. Its shortest text, read as a double and rounded to a float, gives the neighbouring float:
/// it is the only float for which that is so.
const ROUNDED_TWICE: u32 = 0x15ae_43fd;

/// The number of units of a [`Decimal`] that make 1.
const UNITS: u64 = 100_000_000;

/// A number with at most eight decimals: how many units of 10^-8 it has, less than 10^15.
pub(super) struct Decimal {
    negative: bool,
    units: u64,
}

/// From this number on doubles have no fraction, and the bits of their mantissas are the number.
const TWO_TO_52: f64 = (1u64 << 52) as f64;

/// Returns the whole number nearest to a number that is not negative and below 2^52.
#[inline]
fn nearest(number: f64) -> u64 {
    (number + TWO_TO_52).to_bits() & ((1 << 52) - 1)
}

impl Decimal {
    /// Creates the decimal of `units` units of 10^-8; `None` if its shortest text has an exponent or it is a zero with
    /// a sign.
    #[inline]
    fn new(negative: bool, units: u64) -> Option<Self> {
        (units >= 1000 || (units == 0 && !negative)).then_some(Self { negative, units })
    }

    /// Returns the double as a decimal, if that is its shortest text.
    ///
    /// No two texts of at most 15 digits are read as the same double: one that reads back is the only one, and any
    /// other is longer.
    #[inline]
    fn of_double(number: f64) -> Option<Self> {
        let size = number.abs();
        if size >= 1e7 {
            return None;
        }
        let units = nearest(size * UNITS as f64);
        // The product may be rounded to another number of units: then it does not read back, and is none.
        let reads_back = units as i64 as f64 / UNITS as f64 == size;
        reads_back.then(|| Self::new(number.is_sign_negative(), units)).flatten()
    }

    /// Returns the float as a decimal, if its shortest text is one of at most 6 digits, which no two floats share.
    #[inline]
    fn of_float(number: f32) -> Option<Self> {
        let size = f64::from(number.abs());
        let (scale, units) = match size {
            ..1.0 => (1e6, UNITS / 1_000_000),
            ..100.0 => (1e4, UNITS / 10_000),
            ..10_000.0 => (1e2, UNITS / 100),
            _ => return None,
        };
        let digits = nearest(size * scale);
        let reads_back = (digits as i64 as f64 / scale) as f32 == number.abs();
        reads_back.then(|| Self::new(number.is_sign_negative(), digits.wrapping_mul(units))).flatten()
    }

    /// Writes the text of the decimal to `slot`, and returns its number of bytes.
    #[inline]
    fn write(&self, slot: &mut [u8; SLOT]) -> usize {
        let (whole, fraction) = (self.units / UNITS, self.units % UNITS);
        let [sign, ..] = slot;
        *sign = b'-';
        let mut at = usize::from(self.negative);
        if whole < 10 {
            put(slot, at, swar::text(whole));
            at = at.wrapping_add(1);
        } else {
            let digits = swar::digits_of(whole as u32);
            let zeros = digits.trailing_zeros() >> 3;
            put(slot, at, swar::text(digits) >> (zeros << 3));
            at = at.wrapping_add(8).wrapping_sub(zeros as usize);
        }
        if fraction == 0 {
            return at;
        }
        let digits = swar::digits_of(fraction as u32);
        put(slot, at, u64::from(b'.'));
        put(slot, at.wrapping_add(1), swar::text(digits));
        // Zeros at the end of the text are the highest bytes. Counted from the other end they cost less.
        at.wrapping_add(9).wrapping_sub((digits.swap_bytes().trailing_zeros() >> 3) as usize)
    }
}

/// Writes the eight bytes of a word to `slot` from `at` on, the lowest byte first.
#[inline]
fn put(slot: &mut [u8; SLOT], at: usize, word: u64) {
    if let Some(place) = slot.get_mut(at..at.wrapping_add(8)) {
        place.copy_from_slice(&word.to_le_bytes());
    }
}

/// Returns the text of a number without a fraction of zero: `1` for `1.0`. `-0.0` stays as it is.
#[inline]
fn short(text: &str) -> &str {
    match text.strip_suffix(".0") {
        Some("-0") | None => text,
        Some(whole) => whole,
    }
}

/// A number that can be printed.
pub(super) trait Printed: Copy {
    /// Returns the number as a [`Decimal`], if its shortest text is that of one.
    fn decimal(self) -> Option<Decimal>;
    /// Returns whether the number is finite and not whole, and the printer of floats is certain to make its shortest
    /// text.
    fn is_fraction(self) -> bool;
    /// Returns the number as a float.
    fn float(self) -> impl zmij::Float;
    /// Returns the shortest text that reads back.
    fn text(self, shortest: &mut zmij::Buffer) -> &str;
}

impl Printed for f64 {
    #[inline]
    fn decimal(self) -> Option<Decimal> {
        Decimal::of_double(self)
    }

    #[inline]
    fn is_fraction(self) -> bool {
        let size = self.abs();
        size < TWO_TO_52 && size + TWO_TO_52 - TWO_TO_52 != size
    }

    #[inline]
    fn float(self) -> impl zmij::Float {
        self
    }

    #[inline]
    fn text(self, shortest: &mut zmij::Buffer) -> &str {
        if self.is_finite() {
            short(shortest.format_finite(self))
        } else {
            special(self.is_nan(), self.is_sign_negative())
        }
    }
}

impl Printed for f32 {
    #[inline]
    fn decimal(self) -> Option<Decimal> {
        Decimal::of_float(self)
    }

    #[inline]
    fn is_fraction(self) -> bool {
        const TWO_TO_23: f32 = (1u32 << 23) as f32;
        let size = self.abs();
        size < TWO_TO_23 && size + TWO_TO_23 - TWO_TO_23 != size && size > f32::from_bits(ROUNDED_TWICE)
    }

    #[inline]
    fn float(self) -> impl zmij::Float {
        self
    }

    /// Returns the shortest text of a float, unless reading it as a double first gives another float.
    #[inline]
    fn text(self, shortest: &mut zmij::Buffer) -> &str {
        if self.to_bits() & !SIGN == ROUNDED_TWICE {
            f64::from(self).text(shortest)
        } else if self.is_finite() {
            short(shortest.format_finite(self))
        } else {
            special(self.is_nan(), self.is_sign_negative())
        }
    }
}

/// Prints numbers, each followed by a comma. Decimals are collected in a piece of memory.
pub(super) struct FloatPrinter {
    piece: [u8; SIZE],
    len: usize,
    /// Whether a blank follows each comma.
    blanks: bool,
    shortest: zmij::Buffer,
    /// Whether most numbers of late were decimals, so that it pays to try all.
    decimals: bool,
}

impl FloatPrinter {
    pub(super) fn new(blanks: bool) -> Self {
        Self { piece: [0; SIZE], len: 0, blanks, shortest: zmij::Buffer::new(), decimals: false }
    }

    /// Appends the texts of numbers, each with a comma behind it.
    #[inline]
    pub(super) fn print<N: Printed>(&mut self, numbers: impl ExactSizeIterator<Item = N> + Clone, text: &mut String) {
        if !self.decimals && numbers.clone().next().is_none_or(|first| first.decimal().is_none()) {
            return self.print_long(numbers, text);
        }
        let (count, mut others) = (numbers.len(), 0usize);
        for number in numbers {
            if self.len > SIZE.saturating_sub(SLOT) {
                text.push_str(self.take());
            }
            if !self.collect(number) {
                others = others.wrapping_add(1);
                text.push_str(self.take());
                append(number.text(&mut self.shortest), self.blanks, text);
            }
        }
        text.push_str(self.take());
        self.decimals = others <= count >> 1;
    }

    /// Appends numbers of which few are decimals.
    #[inline]
    fn print_long<N: Printed>(&mut self, numbers: impl Iterator<Item = N> + Clone, text: &mut String) {
        let fractions = numbers.clone().fold(true, |all, number| all & number.is_fraction());
        if fractions && !self.blanks {
            for number in numbers {
                text.push_str(self.shortest.format_finite(number.float()));
                text.push(',');
            }
            return;
        }
        for number in numbers {
            append(number.text(&mut self.shortest), self.blanks, text);
        }
    }

    /// Adds the text of a number and its comma to the collected ones, if it is a decimal and there is room; returns
    /// whether it did.
    #[inline]
    fn collect(&mut self, number: impl Printed) -> bool {
        let Some(decimal) = number.decimal() else { return false };
        let Some(slot) = self.piece.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) else { return false };
        let end = decimal.write(slot);
        if let Some(place) = slot.get_mut(end..end.wrapping_add(2)) {
            place.copy_from_slice(b", ");
        }
        self.len = self.len.wrapping_add(end).wrapping_add(if self.blanks { 2 } else { 1 });
        true
    }

    /// Returns the texts collected since the last call.
    fn take(&mut self) -> &str {
        // Texts of numbers are ASCII.
        str::from_utf8(self.piece.get(..mem::take(&mut self.len)).unwrap_or_default()).unwrap_or_default()
    }
}

#[inline]
fn append(number: &str, blank: bool, text: &mut String) {
    text.push_str(number);
    text.push(',');
    if blank {
        text.push(' ');
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
    use alloc::{format, vec::Vec};

    use super::*;

    fn print(printer: &mut FloatPrinter, number: impl Printed) -> String {
        let mut text = String::new();
        printer.print([number].into_iter(), &mut text);
        text.strip_suffix(',').unwrap().into()
    }

    fn double(number: f64) -> String {
        print(&mut FloatPrinter::new(false), number)
    }

    fn float(number: f32) -> String {
        print(&mut FloatPrinter::new(false), number)
    }

    /// Returns whether the text is the one that the printer of shortest texts alone gives.
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

    /// Compares every float that the fast path takes, or some of them where all would take long.
    #[test]
    fn every_float_of_few_digits_has_its_shortest_text() {
        const STEP: usize = if cfg!(debug_assertions) { 29 } else { 1 };
        let mut taken = 0;
        for digits in (0..1_000_000u32).step_by(STEP) {
            for scale in [1e6, 1e4, 1e2] {
                let number = (f64::from(digits) / scale) as f32;
                taken += usize::from(check_float(if digits % 2 == 0 { number } else { -number }));
            }
        }
        assert!(taken > 2_900_000 / STEP, "{taken}");
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
            assert_eq!(float(number.into()), format!("{number}"));
            assert_eq!(f32::from(number).text(&mut zmij::Buffer::new()), format!("{number}"));
        }
    }

    #[test]
    fn numbers_follow_one_another() {
        for (blanks, separator) in [(false, ","), (true, ", ")] {
            let (mut printer, mut text) = (FloatPrinter::new(blanks), String::new());
            let longest = [-1_234_567.123_456_78; 300];
            for _ in 0..3 {
                printer.print(longest.into_iter(), &mut text);
            }
            assert_eq!(text, format!("-1234567.12345678{separator}").repeat(3 * longest.len()));
        }
    }

    /// Compares runs of long numbers, also with one among them that takes more work, with the text of each number.
    #[test]
    fn runs_of_long_numbers_have_the_texts_of_each() {
        fn check(numbers: &[impl Printed], each: impl Iterator<Item = String>) {
            let mut text = String::new();
            FloatPrinter::new(false).print(numbers.iter().copied(), &mut text);
            assert_eq!(text, each.map(|each| each + ",").collect::<String>());
        }
        let others = [0.0, -0.0, 1e300, f64::NAN, f64::INFINITY, 2.0, TWO_TO_52, TWO_TO_52 - 0.5, 4e-320, 1e22, 0.5];
        for other in [1.0 / 3.0].into_iter().chain(others) {
            let numbers = [-1.0 / 3.0, 1e7 / 3.0, other, other, 2e-9 / 3.0];
            check(&numbers, numbers.into_iter().map(double));
            let numbers = numbers.map(|number| number as f32);
            check(&numbers, numbers.into_iter().map(float));
        }
        let numbers = [1.0f32 / 3.0, f32::from_bits(ROUNDED_TWICE), 8_388_608.0, 8_388_607.5, 1e-45];
        check(&numbers, numbers.into_iter().map(float));
    }

    #[test]
    fn decimals_are_tried_again_and_texts_do_not_depend_on_it() {
        let mut printer = FloatPrinter::new(false);
        let numbers: Vec<f64> =
            (0..1000).map(|index| if index / 200 % 2 == 0 { 1.0 / 3.0 } else { f64::from(index) / 8.0 }).collect();
        let mut tried = Vec::new();
        for run in numbers.chunks(64) {
            let mut text = String::new();
            printer.print(run.iter().copied(), &mut text);
            let one_by_one = run.iter().map(|number| double(*number) + ",");
            assert_eq!(text, one_by_one.collect::<String>());
            tried.push(printer.decimals);
        }
        // A run that begins with decimals is printed as decimals until half of its numbers are none.
        let decimals: Vec<usize> = (0..tried.len()).filter(|run| tried[*run]).collect();
        assert_eq!(decimals, [4, 5, 10, 11, 12]);
    }
}
