//! A cursor over strict JSON, one value at a time: what is passed over is checked as what is read.
//!
//! It works where `serde_json` does not: in crates without it, at any depth up to a limit of the caller, and with the
//! byte offset of every fault. The cursor says what is wrong; a format says it in its own words, as [`FromFault`].
//! Values are handed out as they are written, so that numbers keep their digits and nothing is copied.

use alloc::{borrow::Cow, string::String};
use core::marker::PhantomData;

/// The reason why a text is not JSON, or not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// No value begins here.
    NoValue,
    /// Something follows the value.
    NotTheEnd,
    /// No string begins here.
    NoString,
    /// A key has no colon.
    NoColon,
    /// Neither a comma nor this closing bracket follows an item.
    NoComma { close: u8 },
    /// A control character in a string.
    Control,
    /// A string has no end.
    OpenString,
    /// An escape that JSON does not have.
    Escape,
    /// Other than four hexadecimal digits.
    Hex,
    /// Half of a surrogate pair.
    LoneSurrogate,
    /// A number lacks a digit.
    NoDigit,
    /// A number of this many bytes that no double holds.
    TooLarge { len: usize },
    /// Lists and objects inside one another beyond the limit.
    TooDeep,
}

/// The error of a format for a fault of a text.
pub(crate) trait FromFault {
    /// Returns the error for a fault at a byte offset of the text.
    fn from_fault(fault: Fault, text: &str, at: usize) -> Self;
}

/// A place in a text, whose faults become errors `F`.
pub(crate) struct Cursor<'t, F> {
    text: &'t str,
    at: usize,
    depth_left: usize,
    faults: PhantomData<fn() -> F>,
}

impl<'t, F: FromFault> Cursor<'t, F> {
    /// Returns a cursor at the beginning of a text in which at most `max_depth` lists and objects are inside one
    /// another. Each takes stack where values are read in one another.
    pub(crate) fn new(text: &'t str, max_depth: usize) -> Self {
        Self { text, at: 0, depth_left: max_depth, faults: PhantomData }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    #[inline]
    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.step();
        }
    }

    /// Returns the first byte of the next value.
    #[inline]
    pub(crate) fn next_byte(&mut self) -> Option<u8> {
        self.space();
        self.peek()
    }

    /// Returns where the next value begins.
    pub(crate) fn offset(&mut self) -> usize {
        self.space();
        self.at
    }

    /// Goes to a place where a value begins or ends.
    pub(crate) fn seek(&mut self, at: usize) {
        self.at = at;
    }

    #[cold]
    fn wrong(&self, fault: Fault) -> F {
        F::from_fault(fault, self.text, self.at)
    }

    #[inline]
    fn eat(&mut self, byte: u8, fault: Fault) -> Result<(), F> {
        if self.peek() != Some(byte) {
            return Err(self.wrong(fault));
        }
        self.step();
        Ok(())
    }

    /// Passes over one value.
    pub(crate) fn value(&mut self) -> Result<(), F> {
        match self.next_byte() {
            Some(b'"') => self.string().map(|_| ()),
            Some(b'{') => self.object(|cursor, _| cursor.value()),
            Some(b'[') => self.array(|cursor, _| cursor.value()),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.wrong(Fault::NoValue)),
        }
    }

    /// Passes over one value and returns its text.
    #[inline]
    pub(crate) fn raw(&mut self) -> Result<&'t str, F> {
        let start = self.offset();
        self.value()?;
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    /// Checks that nothing but white space is left.
    pub(crate) fn end(&mut self) -> Result<(), F> {
        if self.next_byte().is_none() { Ok(()) } else { Err(self.wrong(Fault::NotTheEnd)) }
    }

    fn word(&mut self, word: &'static str) -> Result<(), F> {
        if !self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            return Err(self.wrong(Fault::NoValue));
        }
        self.at = self.at.saturating_add(word.len());
        Ok(())
    }

    #[inline]
    fn enter(&mut self) -> Result<(), F> {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                self.step();
                Ok(())
            }
            None => Err(self.wrong(Fault::TooDeep)),
        }
    }

    #[inline]
    fn leave(&mut self) {
        self.step();
        self.depth_left = self.depth_left.saturating_add(1);
    }

    /// Reads an object; `each` is given every key as it is written and must read its value.
    pub(crate) fn object<E: From<F>>(
        &mut self,
        mut each: impl FnMut(&mut Self, &'t str) -> Result<(), E>,
    ) -> Result<(), E> {
        self.entries(b'}', |cursor, _| {
            cursor.space();
            let key = cursor.string()?;
            cursor.space();
            cursor.eat(b':', Fault::NoColon)?;
            each(cursor, key)
        })
    }

    /// Reads a list; `each` is given the position of every item and must read it.
    pub(crate) fn array<E: From<F>>(&mut self, each: impl FnMut(&mut Self, usize) -> Result<(), E>) -> Result<(), E> {
        self.entries(b']', each)
    }

    #[inline]
    fn entries<E: From<F>>(
        &mut self,
        close: u8,
        mut each: impl FnMut(&mut Self, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        self.enter()?;
        if self.next_byte() != Some(close) {
            let mut index: usize = 0;
            loop {
                each(self, index)?;
                index = index.saturating_add(1);
                if self.next_byte() != Some(b',') {
                    break;
                }
                self.step();
            }
        }
        if self.peek() != Some(close) {
            return Err(self.wrong(Fault::NoComma { close }).into());
        }
        self.leave();
        Ok(())
    }

    /// Reads a value with `read`; where that fails, passes over the value.
    pub(crate) fn attempt<R, E>(&mut self, read: impl FnOnce(&mut Self) -> Result<R, E>) -> Result<Result<R, E>, F> {
        let (at, depth_left) = (self.at, self.depth_left);
        let result = read(self);
        if result.is_err() {
            (self.at, self.depth_left) = (at, depth_left);
            self.value()?;
        }
        Ok(result)
    }

    /// Reads a string and returns the text between its quotes as it is written.
    #[inline]
    pub(crate) fn string(&mut self) -> Result<&'t str, F> {
        self.eat(b'"', Fault::NoString)?;
        let start = self.at;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            let plain = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            self.at = self.at.saturating_add(plain.unwrap_or(rest.len()));
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(_) => return Err(self.wrong(Fault::Control)),
                None => return Err(self.wrong(Fault::OpenString)),
            }
        }
        let inner = self.text.get(start..self.at).unwrap_or_default();
        self.step();
        Ok(inner)
    }

    fn escape(&mut self) -> Result<(), F> {
        self.step();
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.step(),
            Some(b'u') => {
                self.step();
                match self.hex()? {
                    0xd800..0xdc00 => {
                        self.eat(b'\\', Fault::LoneSurrogate)?;
                        self.eat(b'u', Fault::LoneSurrogate)?;
                        if !(0xdc00..0xe000).contains(&self.hex()?) {
                            return Err(self.wrong(Fault::LoneSurrogate));
                        }
                    }
                    0xdc00..0xe000 => return Err(self.wrong(Fault::LoneSurrogate)),
                    _ => {}
                }
            }
            _ => return Err(self.wrong(Fault::Escape)),
        }
        Ok(())
    }

    fn hex(&mut self) -> Result<u32, F> {
        let digits = self.text.get(self.at..self.at.saturating_add(4));
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let Some(number) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
            return Err(self.wrong(Fault::Hex));
        };
        self.at = self.at.saturating_add(4);
        Ok(number)
    }

    #[inline]
    fn digits(&mut self) -> Result<(), F> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.wrong(Fault::NoDigit));
        }
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        self.at = self.at.saturating_add(digits);
        Ok(())
    }

    #[inline]
    fn number(&mut self) -> Result<(), F> {
        /// No number of fewer characters without an exponent is beyond a double.
        const SHORT: usize = 300;
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.step();
        }
        if self.peek() == Some(b'0') {
            self.step();
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.step();
            self.digits()?;
        }
        let exponent = matches!(self.peek(), Some(b'e' | b'E'));
        if exponent {
            self.step();
            if let Some(b'+' | b'-') = self.peek() {
                self.step();
            }
            self.digits()?;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        if (exponent || text.len() > SHORT) && !text.parse().is_ok_and(f64::is_finite) {
            return Err(F::from_fault(Fault::TooLarge { len: text.len() }, self.text, start));
        }
        Ok(())
    }
}

/// Resolves the escapes of a checked string.
pub(crate) fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.as_bytes().contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let mut chars = after.chars();
        let hex = |text: &str, at: usize| {
            let end = at.saturating_add(4);
            text.get(at..end).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or_default()
        };
        let (character, width) = match chars.next() {
            Some('b') => ('\u{8}', 1),
            Some('f') => ('\u{c}', 1),
            Some('n') => ('\n', 1),
            Some('r') => ('\r', 1),
            Some('t') => ('\t', 1),
            Some('u') => match hex(after, 1) {
                high @ 0xd800..0xdc00 => {
                    let low = hex(after, 7) & 0x3ff;
                    let code = ((high & 0x3ff) << 10 | low).saturating_add(0x1_0000);
                    (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 11)
                }
                code => (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 5),
            },
            Some(other) => (other, other.len_utf8()),
            None => break,
        };
        out.push(character);
        rest = after.get(width..).unwrap_or_default();
    }
    out.push_str(rest);
    Cow::Owned(out)
}
