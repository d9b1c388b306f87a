//! Walks over JSON in constants.

use super::Check;
use crate::{Bound, const_text::float::to_float};

const TOO_LONG: &str = "expected a number whose digits take at most 128 bits";
/// The largest exponent that is told apart: beyond it every number is too large or too small for a float, whatever
/// digits a file has.
const FARTHEST: i32 = 1 << 30;

impl<'a> Check<'a> {
    pub(super) const fn blank(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\r' | b'\n') {
            self.at += 1;
        }
    }

    pub(super) const fn peek(&self) -> u8 {
        if self.at < self.text.len() { self.text[self.at] } else { 0 }
    }

    /// Moves past a byte if it is next.
    const fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == byte;
        if is_next {
            self.at += 1;
        }
        is_next
    }

    #[track_caller]
    pub(super) const fn expect(&mut self, byte: u8, why: &str) {
        self.blank();
        if !self.take(byte) {
            self.malformed(why);
        }
    }

    /// Opens a list or object, and returns whether it has an entry; if not, moves past its end.
    #[track_caller]
    pub(super) const fn open(&mut self, bracket: u8, why: &str) -> bool {
        self.expect(bracket, why);
        self.blank();
        // In ASCII the closing brackets are two behind the opening ones.
        !self.take(bracket + 2)
    }

    /// Reads a string without escapes.
    #[track_caller]
    pub(super) const fn string(&mut self) -> &'a [u8] {
        self.expect(b'"', "expected a string");
        let start = self.at;
        while self.peek() != b'"' {
            if self.at >= self.text.len() || self.peek() == b'\\' {
                self.malformed("expected a closed string without escapes");
            }
            self.at += 1;
        }
        let text = self.text.split_at(self.at).0.split_at(start).1;
        self.at += 1;
        text
    }

    /// Reads the key of an entry, and moves to the value.
    #[track_caller]
    pub(super) const fn key(&mut self) -> &'a [u8] {
        let key = self.string();
        self.expect(b':', "expected `:`");
        key
    }

    /// Moves past a string.
    #[track_caller]
    const fn text(&mut self) {
        self.expect(b'"', "expected a string");
        while self.peek() != b'"' {
            self.take(b'\\');
            if self.at >= self.text.len() {
                self.malformed("expected the end of the string");
            }
            self.at += 1;
        }
        self.at += 1;
    }

    /// Moves past any value.
    #[track_caller]
    pub(super) const fn skip(&mut self) {
        self.blank();
        let mut depth = 0;
        loop {
            match self.peek() {
                b'"' => self.text(),
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                }
                b']' | b'}' if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => self.at += 1,
                0 | b',' | b':' | b']' | b'}' => self.malformed("expected a value"),
                _ => {
                    while !matches!(self.peek(), 0 | b',' | b':' | b']' | b'}' | b' ' | b'\t' | b'\r' | b'\n') {
                        self.at += 1;
                    }
                }
            }
            self.blank();
            if depth == 0 {
                return;
            }
        }
    }

    /// Returns, after an entry of a list or object, whether another one follows; if not, moves past `close`, which ends
    /// it.
    #[track_caller]
    pub(super) const fn more(&mut self, close: u8) -> bool {
        self.blank();
        let more = self.take(b',');
        if !more && !self.take(close) {
            self.malformed("expected `,` or the end of the list");
        }
        more
    }

    #[track_caller]
    pub(super) const fn integer(&mut self) -> i64 {
        self.blank();
        let negative = self.take(b'-');
        let start = self.at;
        let value = self.digits(0, i64::MAX as u128, "expected a length up to 2^63 - 1") as i64;
        if self.at == start || matches!(self.peek(), b'.' | b'e' | b'E') || (negative && value != 1) {
            self.malformed("expected a length or -1");
        }
        if negative { -1 } else { value }
    }

    #[track_caller]
    pub(super) const fn boolean(&mut self) -> bool {
        self.blank();
        let (len, value) = match self.text.split_at(self.at).1 {
            [b't', b'r', b'u', b'e', ..] => (4, true),
            [b'f', b'a', b'l', b's', b'e', ..] => (5, false),
            _ => self.malformed("expected `true` or `false`"),
        };
        self.at += len;
        value
    }

    /// Reads the digits that follow those of `number`, up to a number of `max`.
    #[track_caller]
    const fn digits(&mut self, mut number: u128, max: u128, too_large: &str) -> u128 {
        while self.peek().is_ascii_digit() {
            let digit = (self.peek() - b'0') as u128;
            if number > (max - digit) / 10 {
                self.malformed(too_large);
            }
            number = number * 10 + digit;
            self.at += 1;
        }
        number
    }

    /// Reads the digits before a point, after it, or of an exponent, of which there is one at least.
    #[track_caller]
    const fn some_digits(&mut self, before: u128) -> u128 {
        let start = self.at;
        let number = self.digits(before, u128::MAX, TOO_LONG);
        if self.at == start {
            self.malformed("expected a number");
        }
        number
    }

    /// Reads a number as the reader of definitions at run time does: without point and exponent a whole one, else the
    /// nearest `f64`. Its digits must make a whole number of at most 128 bits, which is more than any writer of such a
    /// number needs.
    #[track_caller]
    pub(super) const fn number(&mut self) -> Bound {
        self.blank();
        let negative = self.take(b'-');
        let (mut digits, mut places) = (self.some_digits(0), 0i32);
        if !matches!(self.peek(), b'.' | b'e' | b'E') {
            let number = if negative { 0i128.checked_sub_unsigned(digits) } else { 0i128.checked_add_unsigned(digits) };
            let Some(number) = number else { self.malformed(TOO_LONG) };
            return Bound::Int(number);
        }
        if self.take(b'.') {
            let start = self.at;
            digits = self.some_digits(digits);
            places -= (self.at - start) as i32;
        }
        if self.take(b'e') || self.take(b'E') {
            let lessens = self.take(b'-');
            if !lessens {
                self.take(b'+');
            }
            let exponent = self.some_digits(0);
            let exponent = if exponent < FARTHEST as u128 { exponent as i32 } else { FARTHEST };
            places += if lessens { -exponent } else { exponent };
        }
        let Some(float) = to_float(digits, places) else { self.malformed("expected a number that `f64` can hold") };
        Bound::Float(if negative { -float } else { float })
    }
}

// What the compiler refuses is a panic here, and caught.
#[cfg(all(test, panic = "unwind"))]
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

    fn number(text: &str) -> Bound {
        let mut check = check(text);
        let number = check.number();
        assert_eq!(check.at, text.len(), "{text}");
        number
    }

    fn refused(text: &'static str) -> String {
        let payload = catch_unwind(|| number(text)).unwrap_err();
        payload.downcast_ref::<String>().unwrap().clone()
    }

    #[test]
    fn numbers_of_a_file_are_exact() {
        for text in ["0", "-0", "7", "-129", "18446744073709551615", "170141183460469231731687303715884105727"] {
            assert_eq!(number(text), Bound::Int(text.parse().unwrap()));
        }
        let least = format!("{}", i128::MIN);
        assert_eq!(number(&least), Bound::Int(i128::MIN));
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
            assert_eq!(number(text), Bound::Float(text.parse().unwrap()), "{text}");
        }
        let sign = |text| matches!(number(text), Bound::Float(zero) if zero.is_sign_negative());
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
        let mut check = check(&text);
        let found = check.rules();
        prop_assert_eq!(check.at, text.len());
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
