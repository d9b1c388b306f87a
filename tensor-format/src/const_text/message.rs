//! Messages composed in constants, for checks that fail when a crate is compiled.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

use super::{bytes::copy, float::of_float};

const CAPACITY: usize = 8192;
const CUT: &str = "\n  and more";

/// A text of limited length that constants compose; what does not fit is left out, and the text says so.
///
/// Constants cannot allocate, so the size is fixed. A message that is too long is cut instead of refused: a compile
/// error with its beginning helps more than one about the buffer.
pub(crate) struct ConstText {
    bytes: [u8; CAPACITY],
    len: usize,
    is_full: bool,
}

impl ConstText {
    /// Creates an empty message.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "only used in constants, where `default` cannot be called")]
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; CAPACITY], len: 0, is_full: false }
    }

    /// Begins a message about an item, whose name is put in backticks.
    #[must_use]
    pub(crate) const fn of(item: &str) -> Self {
        Self::new().str("`").str(item).str("`")
    }

    /// Appends text.
    #[must_use]
    pub(crate) const fn str(mut self, text: &str) -> Self {
        if self.is_full {
            return self;
        }
        // Room for `CUT` is always left.
        self.is_full = text.len() > CAPACITY - CUT.len() - self.len;
        let text = if self.is_full { CUT } else { text };
        self.len = copy(text, &mut self.bytes, self.len);
        self
    }

    /// Appends a decimal number.
    #[must_use]
    pub(crate) const fn num(mut self, number: u64) -> Self {
        if number >= 10 {
            self = self.num(number / 10);
        }
        let digit = [b'0' + (number % 10) as u8];
        match core::str::from_utf8(&digit) {
            Ok(digit) => self.str(digit),
            Err(_) => self,
        }
    }

    /// Appends a decimal number with its sign.
    #[must_use]
    pub(crate) const fn int(self, number: i128) -> Self {
        self.str(if number < 0 { "-" } else { "" }).digits(number.unsigned_abs(), 1)
    }

    /// Appends a number as `Debug` writes it: the shortest decimal that reads back, with an exponent if it is very
    /// large or small.
    #[must_use]
    pub(crate) const fn float(mut self, float: f64) -> Self {
        if float.is_nan() {
            return self.str("NaN");
        }
        self = if float.is_sign_negative() { self.str("-") } else { self };
        let size = float.abs();
        if size.is_infinite() {
            return self.str("inf");
        } else if size == 0.0 {
            return self.str("0.0");
        }
        let (digits, places) = of_float(size);
        if size >= 1e-4 && size < 1e16 {
            return self.with_point(digits, places);
        }
        let after_first = digits.ilog10();
        self = if after_first == 0 { self.num(digits) } else { self.with_point(digits, -(after_first as i32)) };
        let exponent = places + after_first as i32;
        self.str(if exponent < 0 { "e-" } else { "e" }).num(exponent.unsigned_abs() as u64)
    }

    /// Appends `digits * 10^places` as a decimal number, with at least one digit after the point.
    const fn with_point(self, digits: u64, places: i32) -> Self {
        let moved = places.unsigned_abs();
        if places >= 0 {
            return self.num(digits * 10u64.pow(moved)).str(".0");
        }
        let one = 10u128.pow(moved);
        self.digits(digits as u128 / one, 1).str(".").digits(digits as u128 % one, moved as usize)
    }

    /// Appends a decimal number with at least `least` digits.
    const fn digits(mut self, number: u128, least: usize) -> Self {
        if number >= 10 || least > 1 {
            self = self.digits(number / 10, least.saturating_sub(1));
        }
        self.num((number % 10) as u64)
    }

    /// Stops compilation with the message.
    #[track_caller]
    pub(crate) const fn stop(&self) -> ! {
        panic!("{}", self.as_str())
    }

    /// Returns the message as text.
    #[must_use]
    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}
