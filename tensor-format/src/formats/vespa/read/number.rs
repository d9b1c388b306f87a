//! Numbers: their texts, and the strings that mean infinities and NaN.

use alloc::vec::Vec;
use core::mem;

use super::{
    cursor::{Cursor, Kind},
    fault_list::cut,
    read_float,
};
use crate::{
    DecodeError,
    formats::vespa::{
        Options,
        cell::{Cell, Cells, each},
        errors::Fault,
        swar,
    },
};

/// The text of a number, and whether it has neither fraction nor exponent.
#[derive(Clone, Copy)]
pub(super) struct NumberText<'a> {
    text: &'a str,
    integer: bool,
}

/// Returns the end of a number that begins at `at`, and whether it is an integer; if it is malformed, the offset of the
/// fault and the reason.
#[inline]
fn scan(bytes: &[u8], at: usize) -> (usize, Result<bool, &'static str>) {
    let byte = |at: usize| bytes.get(at).copied();
    let digits = |at: usize| swar::digits(bytes.get(at..).unwrap_or_default());
    let mut at = if byte(at) == Some(b'-') { at.saturating_add(1) } else { at };
    let leading_zero = byte(at) == Some(b'0');
    let count = digits(at);
    at = at.saturating_add(count);
    if count == 0 {
        return (at, Err("expected a digit"));
    }
    if leading_zero && count > 1 {
        return (at, Err("a number with a leading zero"));
    }
    let mut integer = true;
    if byte(at) == Some(b'.') {
        at = at.saturating_add(1);
        integer = false;
        let count = digits(at);
        at = at.saturating_add(count);
        if count == 0 {
            return (at, Err("expected a digit after the point"));
        }
    }
    if let Some(b'e' | b'E') = byte(at) {
        at = at.saturating_add(1);
        integer = false;
        if let Some(b'+' | b'-') = byte(at) {
            at = at.saturating_add(1);
        }
        let count = digits(at);
        at = at.saturating_add(count);
        if count == 0 {
            return (at, Err("expected a digit in the exponent"));
        }
    }
    (at, Ok(integer))
}

/// Returns the NaN with this sign.
fn nan(negative: bool) -> f64 {
    const SIGN: u64 = 1 << 63;
    let quiet = f64::NAN.to_bits() & !SIGN;
    f64::from_bits(if negative { quiet | SIGN } else { quiet })
}

/// Returns the number that a text means if it is no number itself: an infinity or NaN, in any letter case.
pub(super) fn special(text: &str) -> Option<f64> {
    let (negative, name) = match text.as_bytes() {
        [b'-', ..] => (true, text.get(1..)?),
        [b'+', ..] => (false, text.get(1..)?),
        _ => (false, text),
    };
    let is = |word: &str| name.eq_ignore_ascii_case(word);
    if is("nan") {
        Some(nan(negative))
    } else if is("inf") || is("infinity") {
        Some(if negative { f64::NEG_INFINITY } else { f64::INFINITY })
    } else {
        None
    }
}

/// Returns the double nearest to a number. A zero without fraction and exponent has no sign.
#[inline]
fn parse(number: NumberText<'_>) -> f64 {
    let value: f64 = number.text.parse().unwrap_or_default();
    if number.integer && value == 0.0 { 0.0 } else { value }
}

/// The values that are accepted as numbers. Vespa's two readers differ in them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Numbers, `null` and the words for infinities and NaN. The integer `-0` has no sign.
    Constant,
    /// As `Constant`, and numbers in strings.
    ConstantOrString,
    /// Numbers, also in strings, and the words, but not `null`. `-0` keeps its sign.
    Document,
}

impl Numbers {
    pub(super) fn of(options: &Options) -> Self {
        match (options.is_document(), options.numeric_strings) {
            (true, _) => Numbers::Document,
            (false, true) => Numbers::ConstantOrString,
            (false, false) => Numbers::Constant,
        }
    }

    /// Returns the number that a string means: an infinity, NaN, or a number if numbers in strings are accepted.
    pub(super) fn in_string(self, text: &str) -> Option<f64> {
        special(text).or_else(|| if self == Numbers::Constant { None } else { self.numeric(text) })
    }

    /// Returns the number of a string that holds the text of a JSON number.
    fn numeric(self, text: &str) -> Option<f64> {
        let mut cursor = Cursor::new(text, 0);
        let number = cursor.number().ok()?;
        (number.text.len() == text.len()).then(|| self.signed(parse(number), text.as_bytes()))
    }

    /// Returns a number read from `text`; a zero gets the sign that the profile gives it.
    #[inline]
    fn signed(self, number: f64, text: &[u8]) -> f64 {
        if number == 0.0 && self == Numbers::Document && text.first() == Some(&b'-') { -0.0 } else { number }
    }
}

/// The progress in a list of numbers, whose opening bracket was passed over.
pub(super) struct NumberRow {
    first: bool,
    count: usize,
    max: usize,
    numbers: Numbers,
}

impl NumberRow {
    /// Creates the progress at the start of a list of which at most `max` numbers are kept.
    pub(super) fn new(max: usize, numbers: Numbers) -> Self {
        Self { first: true, count: 0, max, numbers }
    }

    /// Returns how many numbers were read so far, those that are not kept included.
    pub(super) fn count(&self) -> usize {
        self.count
    }
}

/// The numbers that a cell of type int8 can hold, in words.
pub(super) const INT8: &str = "a whole number from -128 to 127";

impl<'a> Cursor<'a> {
    /// Reads the text of a number, whose first character is next.
    #[inline]
    pub(super) fn number(&mut self) -> Result<NumberText<'a>, DecodeError> {
        let start = self.at();
        let (end, integer) = scan(self.text().as_bytes(), start);
        self.go_to(end);
        match integer {
            Ok(integer) => Ok(NumberText { text: self.text().get(start..end).unwrap_or_default(), integer }),
            Err(why) => Err(self.syntax(why)),
        }
    }

    /// Reads the text of a number, `null`, `true` or `false`.
    pub(super) fn plain_value(&mut self, kind: Kind) -> Result<&'a str, DecodeError> {
        if kind == Kind::Number {
            return self.number().map(|number| number.text);
        }
        let start = self.at();
        self.literal(kind);
        Ok(self.text().get(start..self.at()).unwrap_or_default())
    }

    /// Reads the next value as a number. If it is none, passes over it, reports the fault, and returns `None`.
    pub(super) fn value(&mut self, numbers: Numbers) -> Result<Option<f64>, DecodeError> {
        let kind = self.kind()?;
        let at = self.at();
        let found = match kind {
            Kind::Number => {
                let text = self.rest();
                let number = match read_float::leading(text) {
                    Some((number, length)) => {
                        self.go_to(at.saturating_add(length));
                        number
                    }
                    None => parse(self.number()?),
                };
                return Ok(Some(numbers.signed(number, text)));
            }
            Kind::Null if numbers != Numbers::Document => {
                self.literal(kind);
                return Ok(Some(nan(false)));
            }
            Kind::String => {
                let text = self.string()?;
                let number = numbers.in_string(&text);
                if number.is_some() {
                    return Ok(number);
                }
                let found = self.found(at);
                let fault = match looks_numeric(&text) {
                    true => Fault::NumberAsString { found },
                    false => Fault::NotANumber { found },
                };
                return self.fault(at, fault).map(|()| None);
            }
            Kind::Null | Kind::True | Kind::False => {
                self.literal(kind);
                self.found(at)
            }
            Kind::Array | Kind::Object => {
                return self.refuse(|found| Fault::NotANumber { found }).map(|()| None);
            }
        };
        self.fault(at, Fault::NotANumber { found }).map(|()| None)
    }

    /// Reports the fault that no cell can hold the number at byte offset `at`.
    #[cold]
    pub(super) fn not_representable(&mut self, at: usize) -> Result<(), DecodeError> {
        let found = self.found(at);
        self.fault(at, Fault::NotRepresentable { expected: INT8, found })
    }

    /// Reads numbers of a list and appends them to `cells`, up to its closing bracket or until there are `most` cells;
    /// returns whether the list ended. A list or object among the numbers is a fault of nesting.
    pub(super) fn row(&mut self, row: &mut NumberRow, cells: &mut Cells, most: usize) -> Result<bool, DecodeError> {
        each!(cells, cells => self.row_of(row, cells, most))
    }

    /// Reads numbers as [`row`](Self::row) does, into the vector of one cell type.
    #[inline]
    pub(super) fn row_of<C: Cell>(
        &mut self,
        row: &mut NumberRow,
        cells: &mut Vec<C>,
        most: usize,
    ) -> Result<bool, DecodeError> {
        loop {
            let room = row.max.saturating_sub(row.count).min(most.saturating_sub(cells.len()));
            let (taken, length) = plain_numbers(self.rest(), row.first, cells, room);
            row.first &= taken == 0;
            row.count = row.count.saturating_add(taken);
            self.go_to(self.at().saturating_add(length));
            self.set_index(row.count.saturating_sub(1));
            if cells.len() >= most {
                return Ok(false);
            }
            if !self.more(&mut row.first, b']')? {
                return Ok(true);
            }
            self.set_index(row.count);
            let kind = self.kind()?;
            let at = self.at();
            let number = if kind == Kind::Array { self.list_in_row()? } else { self.value(row.numbers)? };
            match number.map(C::of) {
                Some(Some(cell)) if row.count < row.max => cells.push(cell),
                Some(None) => self.not_representable(at)?,
                Some(Some(_)) | None => {}
            }
            row.count = row.count.saturating_add(1);
        }
    }

    /// Reports the fault of a list among numbers, and passes over it.
    fn list_in_row(&mut self) -> Result<Option<f64>, DecodeError> {
        self.refuse(|found| Fault::Nesting { expected: "a number", found }).map(|()| None)
    }
}

/// Reads numbers while they are written in the usual way, at most `max`. Returns how many, and the length of their
/// text, which begins with a comma unless they are the first of a list.
#[inline]
fn plain_numbers<C: Cell>(text: &[u8], mut first: bool, cells: &mut Vec<C>, max: usize) -> (usize, usize) {
    let (mut rest, mut count) = (text, 0usize);
    while count < max {
        let mut next = rest;
        if !mem::replace(&mut first, false) {
            let [b',', after @ ..] = next else { break };
            next = after;
        }
        while let [b' ' | b'\n' | b'\r' | b'\t', after @ ..] = next {
            next = after;
        }
        let Some((number, length)) = read_float::leading(next) else { break };
        let (Some(cell), Some(after)) = (C::of(number), next.get(length..)) else { break };
        cells.push(cell);
        count = count.wrapping_add(1);
        rest = after;
    }
    (count, text.len().wrapping_sub(rest.len()))
}

/// Returns whether a string was likely meant as a number, as Java reads it.
fn looks_numeric(text: &str) -> bool {
    let text = text.trim();
    let text = text.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(text);
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let hex = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X"));
    special(text).is_some()
        || text.parse::<f64>().is_ok()
        || hex.is_some_and(|hex| hex.contains(['p', 'P']) && hex.starts_with(|next: char| next.is_ascii_hexdigit()))
}

/// Returns a text in quotes, escaped and cut, for error messages.
pub(super) fn quoted(text: &str) -> alloc::boxed::Box<str> {
    ["\"", &cut(text.escape_debug()), "\""].concat().into()
}
