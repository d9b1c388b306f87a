//! Walks over JSON in constants.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

use super::{Check, same};
use crate::Number;

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

    /// A string without escapes: where its text begins and ends.
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

    /// Passes over a string.
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

    /// Passes over any value.
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

    /// After an entry: whether another follows, or the list ends with `close`.
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

    /// Whether a list that was just opened is empty; its end is passed then.
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

    /// `true`; whatever else stands there is false.
    #[track_caller]
    pub(super) const fn boolean(mut self) -> (Self, bool) {
        self = self.blank();
        let start = self.at;
        self = self.skip();
        let is_true = self.slice(start, self.at).len() >= 4 && self.is(start, start + 4, "true");
        (self, is_true)
    }

    /// A number, read exactly: its digits are a whole number of at most 53 bits, its point and exponent move it by at most
    /// 22 places.
    #[track_caller]
    pub(super) const fn number(mut self) -> (Self, Option<Number>) {
        const TOO_LONG: &str = "expected a number of at most 15 digits, moved by at most 22 places";
        self = self.blank();
        let negative = self.peek() == b'-';
        if negative {
            self.at += 1;
        }
        let (start, mut digits, mut places): (usize, i128, i32) = (self.at, 0, 0);
        let (mut is_whole, mut after_point) = (true, false);
        while self.peek().is_ascii_digit() || (self.peek() == b'.' && !after_point) {
            if self.peek() == b'.' {
                (is_whole, after_point) = (false, true);
            } else {
                digits = digits * 10 + (self.peek() - b'0') as i128;
                places -= after_point as i32;
            }
            self.at += 1;
            if digits >= 1 << 65 {
                self.malformed(TOO_LONG);
            }
        }
        if self.at == start {
            self.malformed("expected a number");
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            is_whole = false;
            let lessens = self.peek() == b'-';
            if matches!(self.peek(), b'-' | b'+') {
                self.at += 1;
            }
            let mut exponent: i32 = 0;
            while self.peek().is_ascii_digit() && exponent < 1000 {
                exponent = exponent * 10 + (self.peek() - b'0') as i32;
                self.at += 1;
            }
            places += if lessens { -exponent } else { exponent };
        }
        let number = if negative { -digits } else { digits };
        if is_whole {
            return (self, Some(Number::Int(number)));
        }
        let (mut scale, mut left) = (1.0, places.unsigned_abs());
        if digits >= 1 << 53 || left > 22 {
            self.malformed(TOO_LONG);
        }
        while left > 0 {
            scale *= 10.0;
            left -= 1;
        }
        let number = if places < 0 { number as f64 / scale } else { number as f64 * scale };
        (self, Some(Number::Float(number)))
    }

    pub(super) const fn empty_ahead(&self) -> bool {
        let mut at = self.at;
        while at < self.text.len() && matches!(self.text[at], b' ' | b'\t' | b'\r' | b'\n') {
            at += 1;
        }
        at < self.text.len() && matches!(self.text[at], b'}' | b']')
    }
}
