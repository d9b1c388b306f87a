//! Values of a JSON text with their positions in it.
//!
//! `serde_json` checks the whole text first and then hands out the parts of each object and list as they are written.
//! So every fault has the exact place of its value, numbers are judged by their digits, and nothing recurses into what
//! is ignored.

use alloc::{boxed::Box, format, string::String};
use core::fmt;

use serde_core::{
    Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

use super::MAX_JSON_BYTES;
use crate::{DecodeError, ErrorKind, JsonError, JsonFault, Limit};

/// Returns the offset where the parser stopped, and its message without line and column.
#[cold]
pub(in super::super) fn place_of(text: &str, error: &serde_json::Error) -> (usize, Box<str>) {
    let words = format!("{error}");
    let why = words.rsplit_once(" at line ").map_or(&*words, |(why, _)| why).into();
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let line_at = lines.fold(0, |sum: usize, line| sum.saturating_add(line.len()));
    (line_at.saturating_add(error.column().saturating_sub(1)), why)
}

/// Returns the error of a fault at an offset of the text; `path` is that to the value at fault.
#[cold]
pub(in super::super) fn located(text: &str, offset: usize, path: Box<str>, fault: JsonFault) -> DecodeError {
    let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
    let line = before.iter().filter(|byte| **byte == b'\n').count().saturating_add(1);
    let last = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let column = last.iter().filter(|byte| !matches!(byte, 0x80..0xc0)).count().saturating_add(1);
    DecodeError::new(ErrorKind::Json(Box::new(JsonError { line, column, path, fault }))).at(offset as u64)
}

/// A value of a JSON text, with its text and the path to it.
pub(super) struct Node<'t, 'p> {
    text: &'t str,
    raw: &'t str,
    way: Option<(&'p Node<'t, 'p>, PathStep)>,
}

#[derive(Clone, Copy)]
enum PathStep {
    Field(&'static str),
    Item(usize),
}

impl<'t> Node<'t, '_> {
    /// Returns the value that fills the text.
    pub(super) fn root(text: &'t str) -> Result<Self, DecodeError> {
        Limit::Text.check(MAX_JSON_BYTES, text.len())?;
        let whole = Node { text, raw: text, way: None };
        match serde_json::from_str::<&RawValue>(text) {
            Ok(value) => Ok(Node { raw: value.get(), ..whole }),
            Err(error) => Err(whole.syntax(text, &error)),
        }
    }

    /// Returns the fields of an object that have these names. A name that comes twice is an error; others are ignored.
    pub(super) fn fields<'p, const N: usize>(
        &'p self,
        names: [&'static str; N],
    ) -> Result<[Option<Node<'t, 'p>>; N], DecodeError> {
        self.expect(b'{', "an object")?;
        let mut found = [const { None }; N];
        self.visit(|raw_key, raw| {
            let key: String = serde_json::from_str(raw_key).map_err(|error| self.syntax(raw_key, &error))?;
            let slot = names.iter().zip(&mut found).find(|(name, _)| **name == key);
            let Some((&name, slot)) = slot else { return Ok(()) };
            let field = Node { text: self.text, raw, way: Some((self, PathStep::Field(name))) };
            if slot.is_some() {
                return Err(self.fault_at(raw_key, JsonFault::DuplicateField { name }));
            }
            *slot = Some(field);
            Ok(())
        })?;
        Ok(found)
    }

    /// Calls `each` with the items of a list in order.
    pub(super) fn items(
        &self,
        expected: &'static str,
        mut each: impl FnMut(Node<'t, '_>) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.expect(b'[', expected)?;
        let mut index: usize = 0;
        self.visit(|_, raw| {
            let item = Node { text: self.text, raw, way: Some((self, PathStep::Item(index))) };
            index = index.saturating_add(1);
            each(item)
        })
    }

    /// Returns the value as a boolean.
    pub(super) fn boolean(&self) -> Result<bool, DecodeError> {
        match self.raw {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wrong_type("true or false")),
        }
    }

    /// Returns the value as a string. `expected` describes it in the error for another value.
    pub(super) fn string(&self, expected: &'static str) -> Result<String, DecodeError> {
        self.expect(b'"', expected)?;
        serde_json::from_str(self.raw).map_err(|error| self.syntax(self.raw, &error))
    }

    /// Returns the text of the value if it is an integer; `-0` is not. `expected` describes it in the error for another
    /// value.
    pub(super) fn integer(&self, expected: &'static str) -> Result<&'t str, DecodeError> {
        let digits = self.raw.strip_prefix('-').unwrap_or(self.raw);
        let is_integer = digits.bytes().all(|byte| byte.is_ascii_digit()) && self.raw != "-0";
        if is_integer { Ok(self.raw) } else { Err(self.wrong_type(expected)) }
    }

    /// Returns the text of the value if it is a number. `expected` describes it in the error for another value.
    pub(super) fn number(&self, expected: &'static str) -> Result<&'t str, DecodeError> {
        match self.raw.as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => Ok(self.raw),
            _ => Err(self.wrong_type(expected)),
        }
    }

    fn expect(&self, first: u8, expected: &'static str) -> Result<(), DecodeError> {
        if self.raw.as_bytes().first() == Some(&first) { Ok(()) } else { Err(self.wrong_type(expected)) }
    }

    #[cold]
    fn wrong_type(&self, expected: &'static str) -> DecodeError {
        self.fault(JsonFault::WrongType { expected, found: self.found() })
    }

    /// Returns the value's text as error messages show it.
    pub(super) fn found(&self) -> Box<str> {
        const SHOWN: usize = 64;
        match self.raw.as_bytes().first() {
            Some(b'{') => "an object".into(),
            Some(b'[') => "a list".into(),
            _ => match self.raw.char_indices().nth(SHOWN) {
                Some((end, _)) => format!("{}...", self.raw.get(..end).unwrap_or_default()).into(),
                None => self.raw.into(),
            },
        }
    }

    /// Returns the error of a fault of this value.
    #[cold]
    pub(super) fn fault(&self, fault: JsonFault) -> DecodeError {
        self.fault_at(self.raw, fault)
    }

    /// Returns the error of a fault where `part`, a slice of the text, begins.
    #[cold]
    fn fault_at(&self, part: &str, fault: JsonFault) -> DecodeError {
        self.error(self.offset_of(part), fault)
    }

    #[cold]
    fn syntax(&self, part: &str, error: &serde_json::Error) -> DecodeError {
        let (within, why) = place_of(part, error);
        self.error(self.offset_of(part).saturating_add(within), JsonFault::Syntax { why })
    }

    fn error(&self, offset: usize, fault: JsonFault) -> DecodeError {
        located(self.text, offset, format!("{self}").into(), fault)
    }

    fn offset_of(&self, part: &str) -> usize {
        part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr())
    }

    /// Calls `each` with the texts of key and value of each field of an object, or of each item of a list, whose key is
    /// empty.
    fn visit(&self, each: impl FnMut(&'t str, &'t str) -> Result<(), DecodeError>) -> Result<(), DecodeError> {
        let mut fault = None;
        let result =
            serde_json::Deserializer::from_str(self.raw).deserialize_any(RawVisitor { each, fault: &mut fault });
        match (fault, result) {
            (Some(fault), _) => Err(fault),
            (None, Ok(())) => Ok(()),
            (None, Err(error)) => Err(self.syntax(self.raw, &error)),
        }
    }
}

/// Writes the path from the root, such as `[2].rules.shape[0]`.
impl fmt::Display for Node<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((parent, step)) = self.way else { return Ok(()) };
        parent.fmt(f)?;
        match step {
            PathStep::Field(name) if parent.way.is_none() => f.write_str(name),
            PathStep::Field(name) => write!(f, ".{name}"),
            PathStep::Item(index) => write!(f, "[{index}]"),
        }
    }
}

/// A visitor that calls `each` for every field of an object or item of a list; an error of `each` is kept in `fault`.
struct RawVisitor<'f, F> {
    each: F,
    fault: &'f mut Option<DecodeError>,
}

impl<'t, F: FnMut(&'t str, &'t str) -> Result<(), DecodeError>> RawVisitor<'_, F> {
    fn take<E: Error>(&mut self, key: &'t str, value: &'t str) -> Result<(), E> {
        (self.each)(key, value).map_err(|error| {
            *self.fault = Some(error);
            E::custom("refused")
        })
    }
}

impl<'t, F: FnMut(&'t str, &'t str) -> Result<(), DecodeError>> Visitor<'t> for RawVisitor<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list")
    }

    fn visit_map<A: MapAccess<'t>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
            self.take(key.get(), value.get())?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'t>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(item) = list.next_element::<&RawValue>()? {
            self.take("", item.get())?;
        }
        Ok(())
    }
}
