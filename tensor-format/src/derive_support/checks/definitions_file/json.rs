//! A cursor over JSON text, for use in constants.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

use super::Check;
use crate::const_text::str_eq::same_bytes as same;
use crate::{Bound, const_text::float::to_float};

const TOO_LONG: &str = "expected a number whose digits take at most 128 bits";
/// The largest exponent that is told apart: beyond it every number is too large or too small for a float, whatever
/// digits a file has.
const FARTHEST: i32 = 1 << 30;

impl<'a> Check<'a> {
    pub(super) const fn blank(mut self) -> Self {
        while self.at < self.text.len() && matches!(self.text[self.at], b' ' | b'\t' | b'\r' | b'\n') {
            self.at += 1;
        }
        self
    }

    pub(super) const fn peek(&self) -> u8 {
        if self.at < self.text.len() { self.text[self.at] } else { 0 }
    }

    #[track_caller]
    pub(super) const fn expect(mut self, byte: u8, why: &str) -> Self {
        self = self.blank();
        if self.peek() != byte {
            self.malformed(why);
        }
        self.at += 1;
        self
    }

    /// Reads a string without escapes and returns the byte offsets at which its text begins and ends.
    #[track_caller]
    pub(super) const fn string(mut self) -> (Self, usize, usize) {
        self = self.expect(b'"', "expected a string");
        let start = self.at;
        while self.peek() != b'"' {
            if self.at >= self.text.len() || self.peek() == b'\\' {
                self.malformed("expected a closed string without escapes");
            }
            self.at += 1;
        }
        let end = self.at;
        self.at += 1;
        (self, start, end)
    }

    pub(super) const fn slice(&self, start: usize, end: usize) -> &'a [u8] {
        self.text.split_at(end).0.split_at(start).1
    }

    pub(super) const fn is(&self, start: usize, end: usize, text: &str) -> bool {
        same(self.slice(start, end), text.as_bytes())
    }

    /// Moves past a string.
    #[track_caller]
    pub(super) const fn text(mut self) -> Self {
        self = self.expect(b'"', "expected a string");
        while self.peek() != b'"' {
            if self.peek() == b'\\' {
                self.at += 1;
            }
            if self.at >= self.text.len() {
                self.malformed("expected the end of the string");
            }
            self.at += 1;
        }
        self.at += 1;
        self
    }

    /// Moves past any value.
    #[track_caller]
    pub(super) const fn skip(mut self) -> Self {
        self = self.blank();
        let mut depth = 0;
        loop {
            match self.peek() {
                b'"' => self = self.text(),
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                }
                b']' | b'}' if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                0 => self.malformed("expected a value"),
                b',' | b':' if depth > 0 => self.at += 1,
                b',' | b':' | b']' | b'}' => self.malformed("expected a value"),
                _ => {
                    while !matches!(self.peek(), 0 | b',' | b':' | b']' | b'}' | b' ' | b'\t' | b'\r' | b'\n') {
                        self.at += 1;
                    }
                }
            }
            self = self.blank();
            if depth == 0 {
                return self;
            }
        }
    }

    /// Returns, after an entry of a list or object, whether another one follows; if not, moves past `close`, which ends
    /// it.
    #[track_caller]
    pub(super) const fn more(mut self, close: u8) -> (Self, bool) {
        self = self.blank();
        let byte = self.peek();
        if byte != b',' && byte != close {
            self.malformed("expected `,` or the end of the list");
        }
        self.at += 1;
        (self, byte == b',')
    }

    /// Returns whether the list or object that was just opened is empty; if so, moves past `close`, which ends it.
    pub(super) const fn empty(mut self, close: u8) -> (Self, bool) {
        self = self.blank();
        if self.peek() == close {
            self.at += 1;
            return (self, true);
        }
        (self, false)
    }

    #[track_caller]
    pub(super) const fn integer(mut self) -> (Self, i64) {
        self = self.blank();
        let negative = self.peek() == b'-';
        if negative {
            self.at += 1;
        }
        let start = self.at;
        let mut value: i64 = 0;
        while self.peek().is_ascii_digit() {
            value = match value.checked_mul(10) {
                Some(value) => match value.checked_add((self.peek() - b'0') as i64) {
                    Some(value) => value,
                    None => self.malformed("expected a length up to 2^63 - 1"),
                },
                None => self.malformed("expected a length up to 2^63 - 1"),
            };
            self.at += 1;
        }
        if self.at == start || matches!(self.peek(), b'.' | b'e' | b'E') || (negative && value != 1) {
            self.malformed("expected a length or -1");
        }
        (self, if negative { -1 } else { value })
    }

    #[track_caller]
    pub(super) const fn boolean(mut self) -> (Self, bool) {
        self = self.blank();
        let left = self.text.len() - self.at;
        let is_true = left >= 4 && self.is(self.at, self.at + 4, "true");
        let is_false = left >= 5 && self.is(self.at, self.at + 5, "false");
        if !is_true && !is_false {
            self.malformed("expected `true` or `false`");
        }
        self.at += if is_true { 4 } else { 5 };
        (self, is_true)
    }

    /// Reads one or more digits and appends them to the value `number`: those before a point, after it, or of an
    /// exponent.
    #[track_caller]
    const fn some_digits(mut self, mut number: u128) -> (Self, u128) {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            number = match number.checked_mul(10) {
                Some(tens) => match tens.checked_add((self.peek() - b'0') as u128) {
                    Some(number) => number,
                    None => self.malformed(TOO_LONG),
                },
                None => self.malformed(TOO_LONG),
            };
            self.at += 1;
        }
        if self.at == start {
            self.malformed("expected a number");
        }
        (self, number)
    }

    /// Reads a number as the reader of definitions at run time does: without point and exponent a whole one, else the
    /// nearest `f64`. Its digits must make a whole number of at most 128 bits, which is more than any writer of such a
    /// number needs.
    #[track_caller]
    pub(super) const fn number(mut self) -> (Self, Option<Bound>) {
        self = self.blank();
        let negative = self.peek() == b'-';
        if negative {
            self.at += 1;
        }
        let (mut digits, mut places): (u128, i32) = (0, 0);
        (self, digits) = self.some_digits(digits);
        if !matches!(self.peek(), b'.' | b'e' | b'E') {
            let number = if negative { 0i128.checked_sub_unsigned(digits) } else { 0i128.checked_add_unsigned(digits) };
            return match number {
                Some(number) => (self, Some(Bound::Int(number))),
                None => self.malformed(TOO_LONG),
            };
        }
        if self.peek() == b'.' {
            self.at += 1;
            let start = self.at;
            (self, digits) = self.some_digits(digits);
            places -= (self.at - start) as i32;
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            let lessens = self.peek() == b'-';
            if matches!(self.peek(), b'-' | b'+') {
                self.at += 1;
            }
            let exponent;
            (self, exponent) = self.some_digits(0);
            let exponent = if exponent < FARTHEST as u128 { exponent as i32 } else { FARTHEST };
            places += if lessens { -exponent } else { exponent };
        }
        match to_float(digits, places) {
            Some(float) => (self, Some(Bound::Float(if negative { -float } else { float }))),
            None => self.malformed("expected a number that `f64` can hold"),
        }
    }

    pub(super) const fn empty_ahead(&self) -> bool {
        let mut at = self.at;
        while at < self.text.len() && matches!(self.text[at], b' ' | b'\t' | b'\r' | b'\n') {
            at += 1;
        }
        at < self.text.len() && matches!(self.text[at], b'}' | b']')
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use alloc::{format, string::String};
    use std::panic::catch_unwind;

    #[cfg(feature = "json")]
    use proptest::prelude::*;

    use super::*;
    use crate::{const_text::message::ConstText, derive_support::checks::definitions_file::Policy};

    fn check(text: &str) -> Check<'_> {
        Check { text: text.as_bytes(), at: 0, file: "file", policy: Policy::Exact, report: ConstText::new(), faults: 0 }
    }

    fn number(text: &str) -> Option<Bound> {
        let (after, number) = check(text).number();
        assert_eq!(after.at, text.len(), "{text}");
        number
    }

    fn refused(text: &'static str) -> String {
        let payload = catch_unwind(|| number(text)).unwrap_err();
        payload.downcast_ref::<String>().unwrap().clone()
    }

    #[test]
    fn numbers_of_a_file_are_exact() {
        for text in ["0", "-0", "7", "-129", "18446744073709551615", "170141183460469231731687303715884105727"] {
            assert_eq!(number(text), Some(Bound::Int(text.parse().unwrap())));
        }
        let least = format!("{}", i128::MIN);
        assert_eq!(number(&least), Some(Bound::Int(i128::MIN)));
        let floats = [
            "0.0",
            "-0.5",
            "0.30000000000000004",
            "3.4028234663852886e38",
            "1e-30",
            "-1E+300",
            "5e-324",
            "2e-400",
            "0e99999999999",
            "0.12345678901234567890123456789012345678",
            "17976931348623157e292",
        ];
        for text in floats {
            assert_eq!(number(text), Some(Bound::Float(text.parse().unwrap())), "{text}");
        }
        let sign = |text| matches!(number(text), Some(Bound::Float(zero)) if zero.is_sign_negative());
        assert!(sign("-0.0") && !sign("0.0"));
    }

    #[test]
    fn what_is_no_exact_number_is_refused() {
        for text in ["", "-", ".5", "1.", "1.e5", "1e", "1e-", "x", "+1"] {
            assert!(refused(text).ends_with("expected a number"), "{text}");
        }
        for text in [
            "340282366920938463463374607431768211456",
            "170141183460469231731687303715884105728",
            "0.1234567890123456789012345678901234567890",
        ] {
            assert!(refused(text).ends_with(TOO_LONG), "{text}");
        }
        for text in ["1e309", "-17976931348623159e292", "1e99999999999"] {
            assert!(refused(text).ends_with("expected a number that `f64` can hold"), "{text}");
        }
    }

    #[cfg(feature = "json")]
    fn judge(range: crate::ValueRange) -> Result<(), TestCaseError> {
        use crate::{
            TensorRules,
            decthings::{Dialect, rules_to_json},
        };

        let rules = TensorRules { range: Some(&range), ..TensorRules::ANY };
        let rules = TensorRules { axes: crate::AxisRules::new(&[]), ..rules };
        let text = rules_to_json(rules, Dialect::Documented).unwrap();
        let (after, found) = check(&text).rules();
        prop_assert_eq!(after.at, text.len());
        prop_assert_eq!(found.range, Some(range), "{}", text);
        Ok(())
    }

    #[cfg(feature = "json")]
    #[test]
    fn ranges_with_long_numbers_are_read_as_they_are_written() {
        let floats = [0.300_000_000_000_000_04, f32::MAX.into(), f64::MAX, 1e-30, 5e-324, 1e16, 1e22, -1.0 / 3.0];
        for float in floats {
            judge(crate::ValueRange::new(Some(Bound::Float(float)), Some(Bound::Int(i128::MAX)))).unwrap();
        }
    }

    #[cfg(feature = "json")]
    proptest! {
        #[test]
        fn ranges_are_read_as_they_are_written(bits: u64, small in -1.0f64..1.0, whole: i128, excludes: bool) {
            for bound in [Bound::Float(f64::from_bits(bits)), Bound::Float(small), Bound::Int(whole)] {
                if matches!(bound, Bound::Float(float) if float.is_infinite()) {
                    continue;
                }
                let other = Some(Bound::Float(small));
                for (min, max) in [(Some(bound), None), (None, Some(bound)), (Some(bound), other)] {
                    let range = crate::ValueRange::new(min, max);
                    judge(if excludes { range.without_max() } else { range })?;
                }
            }
        }
    }
}
