//! Goes over the text of a JSON document, checking its grammar: RFC 8259.

use std::borrow::Cow;

use tensor_format::DecodeError;

use super::strings::{plain_len, string_len};
use crate::{Fault, FaultKind, Options, Stage};

impl<'a> Slot<'a> {
    /// Returns the value of a string.
    pub(super) fn string(self) -> Result<Cow<'a, str>, DecodeError> {
        Scanner::new(self.text, &Options::new()).string()
    }

    /// Returns the lengths of a shape: a list of at most 255 integers from 0 on. The text is a value, of which the
    /// grammar was checked.
    pub(super) fn lengths(self) -> Option<Vec<u64>> {
        let items = self.text.strip_prefix('[')?.strip_suffix(']')?;
        let trimmed = items.trim_ascii();
        if trimmed.is_empty() {
            return Some(Vec::new());
        }
        let mut lengths = Vec::with_capacity(4);
        for item in trimmed.split(',') {
            let digits = item.trim_ascii();
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            let len = digits.parse::<i64>().ok().filter(|_| is_number && lengths.len() < 255)?;
            lengths.push(len.unsigned_abs());
        }
        Some(lengths)
    }

    /// Returns the first axis of a shape whose value is no length.
    #[cold]
    pub(super) fn first_no_length(self) -> Option<usize> {
        let items = self.text.strip_prefix('[')?.strip_suffix(']')?.split(',');
        items
            .into_iter()
            .position(|item| item.trim().parse::<u64>().ok().and_then(|len| i64::try_from(len).ok()).is_none())
    }
}

/// What a value is, as its first byte says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Object,
    Array,
    String,
    Number,
    Bool,
    Null,
    /// One of the words for floats that are not finite, or no JSON at all.
    Word,
}

#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    depth: usize,
    max_depth: usize,
    /// Whether words such as `NaN` are accepted for floats that are not finite.
    words: bool,
}

/// A value: its text, and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Scanner<'a> {
    /// Begins at the start of a text.
    pub(super) fn new(text: &'a str, options: &Options) -> Self {
        Self { text, at: 0, depth: 0, max_depth: options.max_depth, words: false }
    }

    /// Begins at a value within so many brackets.
    pub(super) fn within(text: &'a str, at: usize, depth: usize, options: &Options) -> Self {
        Self { at, depth, ..Self::new(text, options) }
    }

    pub(super) fn fault(&self, kind: FaultKind, expected: impl Into<Cow<'static, str>>, at: usize) -> DecodeError {
        let rest = self.text.get(at..).unwrap_or_default();
        let found = rest.chars().take(24).collect::<String>();
        located(self.text, at, Fault::new(Stage::Json, kind, expected, found))
    }

    fn expected(&self, expected: &'static str) -> DecodeError {
        self.fault(FaultKind::NotJson, expected, self.at)
    }

    /// Skips white space and returns the next byte.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    /// Skips white space and this byte; returns whether it was there.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    pub(super) fn value_type(&mut self) -> Result<Type, DecodeError> {
        Ok(match self.peek() {
            Some(b'{') => Type::Object,
            Some(b'[') => Type::Array,
            Some(b'"') => Type::String,
            Some(b't' | b'f') => Type::Bool,
            Some(b'n') => Type::Null,
            Some(b'-') if self.text.as_bytes().get(self.at + 1) == Some(&b'I') => Type::Word,
            Some(b'-' | b'0'..=b'9') => Type::Number,
            Some(b'N' | b'I') => Type::Word,
            _ => return Err(self.expected("a value")),
        })
    }

    fn open(&mut self) -> Result<(), DecodeError> {
        if self.depth >= self.max_depth {
            let expected = format!("at most {} brackets in one another (`Options::max_depth`)", self.max_depth);
            return Err(self.fault(FaultKind::TooDeep, expected, self.at));
        }
        self.depth += 1;
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.at += 1;
    }

    /// Reads an object: calls `member` with each key and its offset, when the value is next, which it must read.
    pub(super) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, Cow<'a, str>, usize) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.open()?;
        if self.peek() == Some(b'}') {
            self.close();
            return Ok(());
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.expected("a key"));
            }
            let at = self.at;
            let key = self.string()?;
            if !self.eat(b':') {
                return Err(self.expected("`:`"));
            }
            member(self, key, at)?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.close();
                    return Ok(());
                }
                _ => return Err(self.expected("`,` or `}`")),
            }
        }
    }

    /// Reads an array: calls `item` with the index of each value, when the value is next, which it must read.
    pub(super) fn array(
        &mut self,
        mut item: impl FnMut(&mut Self, usize) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.open()?;
        if self.peek() == Some(b']') {
            self.close();
            return Ok(());
        }
        for index in 0.. {
            item(self, index)?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.close();
                    break;
                }
                _ => return Err(self.expected("`,` or `]`")),
            }
        }
        Ok(())
    }

    /// Skips a value, and returns its text and where it is.
    pub(super) fn skip(&mut self) -> Result<Slot<'a>, DecodeError> {
        self.peek();
        let start = self.at;
        // One bit for each open bracket, the innermost lowest: 1 for an object.
        let mut open = 0u128;
        let outside = self.depth;
        loop {
            match self.value_type()? {
                kind @ (Type::Object | Type::Array) => {
                    self.open()?;
                    let object = kind == Type::Object;
                    open = open << 1 | u128::from(object);
                    if self.peek() != Some(if object { b'}' } else { b']' }) {
                        if object {
                            self.key()?;
                        }
                        continue;
                    }
                }
                Type::String => drop(self.string()?),
                Type::Number => drop(self.number()?),
                Type::Bool => drop(self.bool()?),
                Type::Null => self.word("null")?,
                Type::Word => self.non_finite()?,
            }
            loop {
                if self.depth == outside {
                    return Ok(Slot { text: self.text.get(start..self.at).unwrap_or_default(), at: start });
                }
                let object = open & 1 == 1;
                match (self.peek(), object) {
                    (Some(b','), true) => {
                        self.at += 1;
                        self.key()?;
                        break;
                    }
                    (Some(b','), false) => {
                        self.at += 1;
                        break;
                    }
                    (Some(b'}'), true) | (Some(b']'), false) => {
                        self.close();
                        open >>= 1;
                    }
                    (_, true) => return Err(self.expected("`,` or `}`")),
                    (_, false) => return Err(self.expected("`,` or `]`")),
                }
            }
        }
    }

    /// Skips the elements of a tensor, and returns their text and where it is. Of a list only the end is looked for.
    pub(super) fn skip_data(&mut self) -> Result<Slot<'a>, DecodeError> {
        if self.value_type()? != Type::Array {
            return self.skip();
        }
        let (start, bytes) = (self.at, self.text.as_bytes());
        let (mut at, mut depth) = (start, 0);
        while let Some(found) = memchr::memchr3(b'[', b']', b'"', bytes.get(at..).unwrap_or_default()) {
            at += found + 1;
            match bytes.get(at - 1) {
                Some(b'[') if self.depth + depth >= self.max_depth => break,
                Some(b'[') => depth += 1,
                Some(b']') => depth -= 1,
                _ => {
                    at += string_len(bytes.get(at..).unwrap_or_default());
                    // Mostly another string is next.
                    while let Some([b',', b'"', string @ ..]) = bytes.get(at..) {
                        at += 2 + string_len(string);
                    }
                }
            }
            if depth == 0 {
                self.at = at;
                return Ok(Slot { text: self.text.get(start..at).unwrap_or_default(), at: start });
            }
        }
        // There is no end: what is wrong is found by the grammar.
        self.skip()
    }

    /// Checks the grammar of a value; words such as `NaN` are accepted for floats if `words` is set.
    pub(super) fn check(text: &'a str, at: usize, words: bool) -> Result<(), DecodeError> {
        let mut scanner = Self::new(text, &Options::new());
        (scanner.at, scanner.words) = (at, words);
        scanner.skip().map(drop)
    }

    /// Returns whether a text is one value, and nothing else.
    pub(super) fn is_value(text: &str) -> bool {
        let mut scanner = Scanner::new(text, &Options::new());
        scanner.skip().is_ok() && scanner.peek().is_none()
    }

    fn key(&mut self) -> Result<(), DecodeError> {
        if self.peek() != Some(b'"') {
            return Err(self.expected("a key"));
        }
        self.string()?;
        if self.eat(b':') { Ok(()) } else { Err(self.expected("`:`")) }
    }

    fn word(&mut self, word: &'static str) -> Result<(), DecodeError> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let after = rest.get(word.len()).is_some_and(u8::is_ascii_alphanumeric);
        if !rest.starts_with(word.as_bytes()) || after {
            return Err(self.expected("a value"));
        }
        self.at += word.len();
        Ok(())
    }

    fn non_finite(&mut self) -> Result<(), DecodeError> {
        if !self.words {
            return Err(self.expected("JSON, which has no form for floats that are not finite: send binary data"));
        }
        let word = ["NaN", "Infinity", "-Infinity"];
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.word(word.into_iter().find(|word| rest.starts_with(word)).unwrap_or("NaN"))
    }

    pub(super) fn bool(&mut self) -> Result<bool, DecodeError> {
        let value = self.text.as_bytes().get(self.at) == Some(&b't');
        self.word(if value { "true" } else { "false" })?;
        Ok(value)
    }

    /// Reads a number and returns its text.
    pub(super) fn number(&mut self) -> Result<&'a str, DecodeError> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let first = start + usize::from(bytes.get(start) == Some(&b'-'));
        let mut end = digits(first);
        let leading = bytes.get(first) == Some(&b'0') && end > first + 1;
        if end == first || leading {
            self.at = first;
            return Err(self.expected("a number"));
        }
        if bytes.get(end) == Some(&b'.') {
            let fraction = digits(end + 1);
            if fraction == end + 1 {
                self.at = fraction;
                return Err(self.expected("a digit"));
            }
            end = fraction;
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let from = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits(from);
            if exponent == from {
                self.at = exponent;
                return Err(self.expected("a digit"));
            }
            end = exponent;
        }
        self.at = end;
        Ok(self.text.get(start..end).unwrap_or_default())
    }

    /// Reads a string, which begins at the next byte.
    #[inline]
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        self.at += 1;
        let first = self.plain();
        // Most strings have no escape.
        if self.text.as_bytes().get(self.at) == Some(&b'"') {
            self.at += 1;
            return Ok(Cow::Borrowed(first));
        }
        self.string_with_escapes(first).map(Cow::Owned)
    }

    /// Reads the rest of a string, which begins as given.
    #[cold]
    fn string_with_escapes(&mut self, first: &str) -> Result<String, DecodeError> {
        // Room for what most texts have, so that few move.
        let mut text = String::with_capacity(32.max(2 * first.len()));
        text.push_str(first);
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => text.push(self.escape()?),
                _ => return Err(self.expected("the end of a string, or a character that needs no escape")),
            }
            text.push_str(self.plain());
        }
    }

    /// Reads what a string has as it is, up to an escape or the end.
    #[inline]
    fn plain(&mut self) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let plain = rest.get(..plain_len(rest.as_bytes())).unwrap_or_default();
        self.at += plain.len();
        plain
    }

    /// Reads an escape, which begins at the next byte.
    fn escape(&mut self) -> Result<char, DecodeError> {
        let start = self.at;
        let byte = self.text.as_bytes().get(start + 1).copied();
        self.at += 2;
        Ok(match byte {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'u') => {
                let first = self.hex(start)?;
                let lone = |scanner: &Self| {
                    scanner.fault(FaultKind::LoneSurrogate, "an escape that stands for a character", start)
                };
                match first {
                    0xd800..=0xdbff => {
                        if !self.text.get(self.at..).is_some_and(|rest| rest.starts_with("\\u")) {
                            return Err(lone(self));
                        }
                        self.at += 2;
                        let second = self.hex(start)?;
                        if !(0xdc00..=0xdfff).contains(&second) {
                            return Err(lone(self));
                        }
                        let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                        char::from_u32(code).ok_or_else(|| lone(self))?
                    }
                    code => char::from_u32(code).ok_or_else(|| lone(self))?,
                }
            }
            _ => return Err(self.fault(FaultKind::NotJson, "an escape", start)),
        })
    }

    fn hex(&mut self, start: usize) -> Result<u32, DecodeError> {
        let digits = self.text.get(self.at..self.at.saturating_add(4));
        let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += 4;
        code.ok_or_else(|| self.fault(FaultKind::NotJson, "four hexadecimal digits", start))
    }

    /// Refuses anything but white space up to the end.
    pub(super) fn end(&mut self) -> Result<(), DecodeError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("the end of the JSON")),
        }
    }
}

/// Adds line and column of a fault in a text.
pub(super) fn located(text: &str, at: usize, mut fault: Fault) -> DecodeError {
    fault.position = position(text, at).or_else(|| position(text, text.len()));
    fault.at(at)
}

/// Returns the line and the column in characters of a byte offset, counted from 1; `None` past the end.
pub(crate) fn position(text: &str, at: usize) -> Option<(u64, u64)> {
    let before = text.get(..at)?;
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Some((line as u64, column as u64))
}
