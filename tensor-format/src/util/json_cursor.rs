//! A cursor over strict JSON, one value at a time: what is skipped is checked like what is read.
//!
//! It works where `serde_json` does not: without that crate, at any depth up to a limit of the caller, and with the
//! byte offset of every fault. The cursor finds a [`Fault`]; each format makes its own error of it by [`FromFault`].
//! Values are returned as they are written, so that numbers keep their digits and nothing is copied.

use alloc::{borrow::Cow, string::String};
use core::marker::PhantomData;

/// The reason why a text is not JSON, or is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A value is expected, but none begins here.
    NoValue,
    /// Something follows the value.
    NotTheEnd,
    /// A string is expected, but none begins here.
    NoString,
    /// A key has no colon.
    NoColon,
    /// An item is followed neither by a comma nor by the closing bracket `close`.
    NoComma { close: u8 },
    /// A string contains a control character.
    Control,
    /// A string has no closing quote.
    OpenString,
    /// A string contains an escape that JSON does not have.
    Escape,
    /// An escape `\u` is not followed by four hexadecimal digits.
    Hex,
    /// A string contains one half of a surrogate pair without the other.
    LoneSurrogate,
    /// A number lacks a digit.
    NoDigit,
    /// A number, of `len` bytes, is too large for a 64-bit float.
    TooLarge { len: usize },
    /// Lists and objects are nested deeper than the limit.
    TooDeep,
}

/// An error type of a format that can be made of a [`Fault`].
pub(crate) trait FromFault {
    /// Creates the error for a fault at byte offset `at` of the text.
    fn from_fault(fault: Fault, text: &str, at: usize) -> Self;
}

/// A position in a JSON text; faults become errors of type `F`.
pub(crate) struct Cursor<'t, F> {
    text: &'t str,
    at: usize,
    depth_left: usize,
    faults: PhantomData<fn() -> F>,
}

impl<'t, F: FromFault> Cursor<'t, F> {
    /// Creates a cursor at the start of a text in which lists and objects may be nested at most `max_depth` deep. Each
    /// level takes memory of the stack where values are read in one another.
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

    /// Skips white space and returns the first byte of the next value.
    #[inline]
    pub(crate) fn next_byte(&mut self) -> Option<u8> {
        self.space();
        self.peek()
    }

    /// Skips white space and returns the byte offset at which the next value begins.
    pub(crate) fn offset(&mut self) -> usize {
        self.space();
        self.at
    }

    /// Moves to a byte offset, at which a value begins or ends.
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

    /// Skips one value, which is checked.
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

    /// Skips one value, which is checked, and returns its text.
    #[inline]
    pub(crate) fn raw(&mut self) -> Result<&'t str, F> {
        let start = self.offset();
        self.value()?;
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    /// Checks that nothing but white space follows.
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

    /// Reads an object; calls `each` with every key as it is written, which must read the value.
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

    /// Reads a value with `read`; if that fails, skips the value and returns the error as a value.
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
        /// The number of characters below which a number without an exponent fits into a 64-bit float.
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

/// Returns a string, which has been checked, with its escapes replaced by the characters they encode.
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
