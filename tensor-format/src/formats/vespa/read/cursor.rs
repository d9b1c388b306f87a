//! A cursor over a JSON text: tokens, the path to them, and faults with their positions.

use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};
use core::fmt::Write;

use smallvec::SmallVec;

use super::fault_list::{Faults, Lines, RawFault, cut};
use crate::{
    DecodeError, JsonFault, Limit,
    formats::vespa::{errors::Fault, swar},
};

/// The kind of a value, told by its first character.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    String,
    Null,
    True,
    False,
    Array,
    Object,
}

/// One step of the path from the root of the text to a value.
#[derive(Clone, Debug)]
pub(super) enum Step<'a> {
    Key(Cow<'a, str>),
    Index(usize),
}

/// A position in a JSON text, with the path to the value there.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    path: SmallVec<[Step<'a>; 6]>,
    /// The faults found so far, if reading goes on after a fault.
    faults: Option<Faults>,
    max_depth: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, max_depth: usize) -> Self {
        Self { text, at: 0, path: SmallVec::new(), faults: None, max_depth }
    }

    /// Returns the cursor with a list that faults are added to, so that reading goes on after them.
    pub(super) fn collecting(self, faults: Faults) -> Self {
        Self { faults: Some(faults), ..self }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Passes over one character of ASCII.
    pub(super) fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn left(&self) -> usize {
        self.text.len().saturating_sub(self.at)
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    pub(super) fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Passes over white space.
    #[inline]
    pub(super) fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.step();
        }
    }

    /// Passes over white space, and over this character if it is next; returns whether it was.
    #[inline]
    pub(super) fn take(&mut self, wanted: u8) -> bool {
        self.skip_blanks();
        let there = self.byte() == Some(wanted);
        if there {
            self.step();
        }
        there
    }

    pub(super) fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.at >= self.text.len()
    }

    pub(super) fn push(&mut self, step: Step<'a>) {
        self.path.push(step);
    }

    pub(super) fn pop(&mut self) {
        self.path.pop();
    }

    /// Sets the index of the item that is being read.
    pub(super) fn set_index(&mut self, index: usize) {
        if let Some(step) = self.path.last_mut() {
            *step = Step::Index(index);
        }
    }

    /// Returns the kind of the next value.
    #[inline]
    pub(super) fn kind(&mut self) -> Result<Kind, DecodeError> {
        self.skip_blanks();
        let rest = self.rest();
        match rest.first() {
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            Some(b'"') => Ok(Kind::String),
            Some(b'[') => Ok(Kind::Array),
            Some(b'{') => Ok(Kind::Object),
            Some(b'n') if rest.starts_with(b"null") => Ok(Kind::Null),
            Some(b't') if rest.starts_with(b"true") => Ok(Kind::True),
            Some(b'f') if rest.starts_with(b"false") => Ok(Kind::False),
            _ => Err(self.syntax("expected a value")),
        }
    }

    /// Passes over `null`, `true` or `false`, of which `kind` says which is next.
    pub(super) fn literal(&mut self, kind: Kind) {
        self.at = self.at.saturating_add(if kind == Kind::False { 5 } else { 4 });
    }

    /// Returns whether another item of an array or object follows, and passes over the comma or the closing bracket.
    #[inline]
    pub(super) fn more(&mut self, first: &mut bool, close: u8) -> Result<bool, DecodeError> {
        self.skip_blanks();
        let byte = self.byte();
        if byte == Some(close) {
            self.step();
            return Ok(false);
        }
        if core::mem::replace(first, false) {
            return Ok(true);
        }
        if byte != Some(b',') {
            return Err(self.syntax(if close == b']' { "expected `,` or `]`" } else { "expected `,` or `}`" }));
        }
        self.step();
        self.skip_blanks();
        if self.byte() == Some(close) {
            return Err(self.syntax("a comma before the closing bracket"));
        }
        Ok(true)
    }

    /// Reads the key of the next member of an object, which becomes the last step of the path; returns it with its byte
    /// offset, or `None` behind the last member.
    pub(super) fn member(&mut self, first: &mut bool) -> Result<Option<(Cow<'a, str>, usize)>, DecodeError> {
        if !self.more(first, b'}')? {
            return Ok(None);
        }
        self.skip_blanks();
        let at = self.at;
        let key = self.key()?;
        self.push(Step::Key(key.clone()));
        Ok(Some((key, at)))
    }

    /// Reads a key and its colon.
    pub(super) fn key(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        self.skip_blanks();
        if self.byte() != Some(b'"') {
            return Err(self.syntax("expected a key in double quotes"));
        }
        let key = self.string()?;
        if self.take(b':') { Ok(key) } else { Err(self.syntax("expected `:`")) }
    }

    /// Reads a string, whose opening quote is next.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        self.step();
        let mut start = self.at;
        let mut unescaped: Option<String> = None;
        loop {
            self.at = self.at.saturating_add(swar::plain(self.rest()));
            let piece = self.text.get(start..self.at).unwrap_or_default();
            match self.byte() {
                Some(b'"') => {
                    self.step();
                    return Ok(match unescaped {
                        None => Cow::Borrowed(piece),
                        Some(mut text) => {
                            text.push_str(piece);
                            Cow::Owned(text)
                        }
                    });
                }
                Some(b'\\') => {
                    let text = unescaped.get_or_insert_default();
                    text.push_str(piece);
                    let unescaped = self.escape()?;
                    text.push(unescaped);
                    start = self.at;
                }
                Some(_) => return Err(self.syntax("a control character in a string")),
                None => return Err(self.syntax("a string without an end")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, DecodeError> {
        let escape = self.rest().get(1).copied();
        let unescaped = match escape {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return Err(self.syntax("expected an escape that JSON has")),
        };
        self.at = self.at.saturating_add(2);
        Ok(unescaped)
    }

    fn unicode_escape(&mut self) -> Result<char, DecodeError> {
        let first = self.code_unit()?;
        if let Some(unescaped) = char::from_u32(first.into()) {
            return Ok(unescaped);
        }
        let low = if self.rest().starts_with(b"\\u") { self.code_unit()? } else { 0 };
        match char::decode_utf16([first, low]).next() {
            Some(Ok(unescaped)) => Ok(unescaped),
            _ => Err(self.syntax("half of a surrogate pair")),
        }
    }

    /// Reads the four hexadecimal digits after `\u`, and returns their value.
    fn code_unit(&mut self) -> Result<u16, DecodeError> {
        let digits = self.text.get(self.at.saturating_add(2)..self.at.saturating_add(6));
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let Some(unit) = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) else {
            return Err(self.syntax("expected four hexadecimal digits after `\\u`"));
        };
        self.at = self.at.saturating_add(6);
        Ok(unit)
    }

    /// Passes over a value, which must be JSON.
    pub(super) fn skip_value(&mut self) -> Result<(), DecodeError> {
        let mut open: Vec<u8> = Vec::new();
        loop {
            let kind = self.kind()?;
            match kind {
                Kind::Number => self.number().map(|_| ())?,
                Kind::String => self.string().map(|_| ())?,
                Kind::Null | Kind::True | Kind::False => self.literal(kind),
                Kind::Array | Kind::Object => {
                    self.check_depth(0)?;
                    self.step();
                    if kind == Kind::Array && !self.take(b']') {
                        open.push(b']');
                        self.push(Step::Index(0));
                        continue;
                    }
                    if kind == Kind::Object && !self.take(b'}') {
                        open.push(b'}');
                        let key = self.key()?;
                        self.push(Step::Key(key));
                        continue;
                    }
                }
            }
            loop {
                let Some(close) = open.last().copied() else { return Ok(()) };
                if self.more(&mut false, close)? {
                    match self.path.pop() {
                        Some(Step::Index(index)) => self.push(Step::Index(index.saturating_add(1))),
                        _ => {
                            let key = self.key()?;
                            self.push(Step::Key(key));
                        }
                    }
                    break;
                }
                open.pop();
                self.pop();
            }
        }
    }

    /// Returns an error if brackets are nested deeper than the limit; `within` is the depth below the last step of the
    /// path.
    pub(super) fn check_depth(&self, within: usize) -> Result<(), DecodeError> {
        let depth = self.path.len().saturating_add(within);
        let checked = Limit::Depth.check(self.max_depth, depth.saturating_add(1));
        checked.map_err(|kind| DecodeError::new(kind).at(self.at as u64))
    }

    /// Returns what is at byte offset `at`, for error messages: the text of a value, cut if it is long, or `a list`,
    /// `an object` or `the end`.
    pub(super) fn found(&self, at: usize) -> Box<str> {
        let rest = self.text.get(at..).unwrap_or_default();
        let mut chars = rest.chars();
        match chars.next() {
            Some('[') => return "a list".into(),
            Some('{') => return "an object".into(),
            None => return "the end".into(),
            Some(_) => {}
        }
        let mut escaped = false;
        let end = if rest.starts_with('"') {
            let close = chars.position(|next| {
                let closes = next == '"' && !escaped;
                escaped = next == '\\' && !escaped;
                closes
            });
            close.map(|close| close.saturating_add(2))
        } else {
            rest.chars().position(|next| matches!(next, ',' | ']' | '}' | ':' | ' ' | '\t' | '\n' | '\r'))
        };
        cut(rest.chars().take(end.unwrap_or(usize::MAX)))
    }

    /// Reports a fault at byte offset `at`: adds it to the list of faults, or returns it as an error if there is none.
    #[cold]
    pub(super) fn fault(&mut self, at: usize, fault: Fault) -> Result<(), DecodeError> {
        let raw = RawFault::new(at, self.path_text(), fault.into());
        match self.faults.as_mut() {
            Some(faults) => faults.add(raw).map_err(|raw| Lines::new(self.text).locate(raw)),
            None => Err(Lines::new(self.text).locate(raw)),
        }
    }

    /// Notes that the value here is another than is wanted, and passes over it.
    #[cold]
    pub(super) fn refuse(&mut self, fault: impl FnOnce(Box<str>) -> Fault) -> Result<(), DecodeError> {
        let at = self.at;
        self.fault(at, fault(self.found(at)))?;
        self.skip_value()
    }

    /// Returns whether faults are collected, so that reading goes on after them.
    pub(super) fn collects(&self) -> bool {
        self.faults.is_some()
    }

    /// Returns the number of faults in the list.
    pub(super) fn faults(&self) -> usize {
        self.faults.as_ref().map_or(0, Faults::len)
    }

    /// Returns the error of a fault at byte offset `at` after which nothing more can be read.
    #[cold]
    pub(super) fn fatal(&self, at: usize, fault: Fault) -> DecodeError {
        Lines::new(self.text).locate(RawFault::new(at, self.path_text(), fault.into()))
    }

    /// Returns the error of a text that is not JSON at the cursor; `why` says what is wrong.
    #[cold]
    pub(super) fn syntax(&self, why: &str) -> DecodeError {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let why = match rest.is_empty() {
            _ if !why.starts_with("expected") => why.into(),
            true => [why, ", found the end"].concat(),
            false => [why, ", found `", &cut(rest.chars()), "`"].concat(),
        };
        let fault = JsonFault::Syntax { why: why.into() };
        Lines::new(self.text).locate(RawFault::new(self.at, self.path_text(), fault))
    }

    fn path_text(&self) -> Box<str> {
        let mut text = String::new();
        for step in &self.path {
            let plain =
                |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            // Writing to a `String` does not fail.
            let _ = match step {
                Step::Index(index) => write!(text, "[{index}]"),
                Step::Key(key) if plain(key) && text.is_empty() => write!(text, "{}", cut(key.chars())),
                Step::Key(key) if plain(key) => write!(text, ".{}", cut(key.chars())),
                Step::Key(key) => write!(text, "[\"{}\"]", cut(key.escape_debug())),
            };
        }
        text.into()
    }

    /// Returns the faults in the list, in the order of their positions, and then `last`, the one that ended the
    /// reading.
    pub(super) fn into_faults(self, last: Option<DecodeError>) -> Vec<DecodeError> {
        self.faults.map_or_else(Vec::new, |faults| faults.located(self.text, last))
    }
}
