//! Strict JSON, one value at a time: what is passed over is checked as what is read.

use alloc::{borrow::Cow, string::String};

use super::super::errors::{fault_at, shorten};
use crate::{DecodeError, MessageFault, Stage};

/// The deepest nesting that options can allow: reading recurses.
pub(in super::super) const MAX_DEPTH: usize = 512;

/// Why a text is not JSON, and where.
#[derive(Debug)]
pub(in super::super) struct Fault {
    what: MessageFault,
    at: usize,
    expected: &'static str,
    found: alloc::boxed::Box<str>,
}

impl From<Fault> for DecodeError {
    fn from(fault: Fault) -> Self {
        fault_at(Stage::Label, fault.what, "label", fault.expected, fault.found, fault.at)
    }
}

/// A place in a text.
#[derive(Clone)]
pub(in super::super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    depth_left: usize,
}

impl<'t> Lexer<'t> {
    pub(in super::super) fn new(text: &'t str, max_depth: usize) -> Self {
        Self { text, at: 0, depth_left: max_depth.min(MAX_DEPTH) }
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

    /// The first byte of the next value.
    #[inline]
    pub(in super::super) fn next_byte(&mut self) -> Option<u8> {
        self.space();
        self.peek()
    }

    /// Where the next value begins.
    pub(in super::super) fn offset(&mut self) -> usize {
        self.space();
        self.at
    }

    /// Goes to a place where a value begins or ends.
    pub(in super::super) fn seek(&mut self, at: usize) {
        self.at = at;
    }

    #[cold]
    fn wrong(&self, expected: &'static str) -> Fault {
        let found = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        let found = found.map_or(String::new(), |c| alloc::format!("`{}`", c.escape_debug()));
        Fault { what: MessageFault::LabelNotJson, at: self.at, expected, found: found.into() }
    }

    #[inline]
    fn eat(&mut self, byte: u8, expected: &'static str) -> Result<(), Fault> {
        if self.peek() != Some(byte) {
            return Err(self.wrong(expected));
        }
        self.step();
        Ok(())
    }

    /// Passes over one value.
    pub(in super::super) fn value(&mut self) -> Result<(), Fault> {
        match self.next_byte() {
            Some(b'"') => self.string().map(|_| ()),
            Some(b'{') => self.object(|lexer, _| lexer.value()),
            Some(b'[') => self.array(|lexer, _| lexer.value()),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.wrong("a value")),
        }
    }

    /// Passes over one value and returns its text.
    #[inline]
    pub(in super::super) fn raw(&mut self) -> Result<&'t str, Fault> {
        let start = self.offset();
        self.value()?;
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    /// Nothing but white space may be left.
    pub(in super::super) fn end(&mut self) -> Result<(), Fault> {
        match self.next_byte() {
            Some(_) => Err(self.wrong("the end of the text")),
            None => Ok(()),
        }
    }

    fn word(&mut self, word: &'static str) -> Result<(), Fault> {
        if !self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            return Err(self.wrong("a value"));
        }
        self.at = self.at.saturating_add(word.len());
        Ok(())
    }

    #[inline]
    fn enter(&mut self) -> Result<(), Fault> {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                self.step();
                Ok(())
            }
            None => Err(Fault {
                what: MessageFault::LabelTooDeep,
                at: self.at,
                expected: "no deeper nesting than the limit",
                found: "another list or object".into(),
            }),
        }
    }

    #[inline]
    fn leave(&mut self) {
        self.step();
        self.depth_left = self.depth_left.saturating_add(1);
    }

    /// Reads an object; `each` is given every key as it is written and must read its value.
    pub(in super::super) fn object<E: From<Fault>>(
        &mut self,
        mut each: impl FnMut(&mut Self, &'t str) -> Result<(), E>,
    ) -> Result<(), E> {
        self.enter()?;
        if self.next_byte() != Some(b'}') {
            loop {
                self.space();
                let key = self.string()?;
                self.space();
                self.eat(b':', "`:`")?;
                each(self, key)?;
                if self.next_byte() != Some(b',') {
                    break;
                }
                self.step();
            }
        }
        if self.peek() != Some(b'}') {
            return Err(self.wrong("`,` or `}`").into());
        }
        self.leave();
        Ok(())
    }

    /// Reads a list; `each` is given the position of every item and must read it.
    pub(in super::super) fn array<E: From<Fault>>(
        &mut self,
        mut each: impl FnMut(&mut Self, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        self.enter()?;
        if self.next_byte() != Some(b']') {
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
        if self.peek() != Some(b']') {
            return Err(self.wrong("`,` or `]`").into());
        }
        self.leave();
        Ok(())
    }

    /// Reads a value with `read`; where that fails, passes over the value.
    pub(in super::super) fn attempt<R, E>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<R, E>,
    ) -> Result<Result<R, E>, Fault> {
        let before = self.clone();
        let result = read(self);
        if result.is_err() {
            *self = before;
            self.value()?;
        }
        Ok(result)
    }

    /// Reads a string and returns the text between its quotes as it is written.
    #[inline]
    pub(in super::super) fn string(&mut self) -> Result<&'t str, Fault> {
        self.eat(b'"', "a string")?;
        let start = self.at;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            let plain = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            self.at = self.at.saturating_add(plain.unwrap_or(rest.len()));
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(_) => return Err(self.wrong("an escape in place of a control character")),
                None => return Err(self.wrong("`\"`")),
            }
        }
        let inner = self.text.get(start..self.at).unwrap_or_default();
        self.step();
        Ok(inner)
    }

    fn escape(&mut self) -> Result<(), Fault> {
        const LONE: &str = "both halves of a surrogate pair";
        self.step();
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.step(),
            Some(b'u') => {
                self.step();
                match self.hex()? {
                    0xd800..0xdc00 => {
                        self.eat(b'\\', LONE)?;
                        self.eat(b'u', LONE)?;
                        if !(0xdc00..0xe000).contains(&self.hex()?) {
                            return Err(self.wrong(LONE));
                        }
                    }
                    0xdc00..0xe000 => return Err(self.wrong(LONE)),
                    _ => {}
                }
            }
            _ => return Err(self.wrong("a letter of an escape")),
        }
        Ok(())
    }

    fn hex(&mut self) -> Result<u32, Fault> {
        let digits = self.text.get(self.at..self.at.saturating_add(4));
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let Some(number) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
            return Err(self.wrong("four hexadecimal digits"));
        };
        self.at = self.at.saturating_add(4);
        Ok(number)
    }

    #[inline]
    fn digits(&mut self) -> Result<(), Fault> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.wrong("a digit"));
        }
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        self.at = self.at.saturating_add(digits);
        Ok(())
    }

    #[inline]
    fn number(&mut self) -> Result<(), Fault> {
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
            let what = MessageFault::LabelNotJson;
            return Err(Fault { what, at: start, expected: "a number that a double can hold", found: shorten(text) });
        }
        Ok(())
    }
}

/// Resolves the escapes of a checked string.
pub(in super::super) fn unescape(raw: &str) -> Cow<'_, str> {
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
