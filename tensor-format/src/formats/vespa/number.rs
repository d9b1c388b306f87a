//! Numbers: their texts, and the strings that stand for infinities and NaN.

use alloc::vec::Vec;

use super::{
    cell::{Cell, Cells, each},
    swar,
    text::{Cursor, Kind, cut},
};
use crate::{DecodeError, error::VespaFault};

/// The text of a number, and whether it has neither fraction nor exponent.
#[derive(Clone, Copy)]
pub(super) struct NumberText<'a> {
    text: &'a str,
    integer: bool,
}

/// The end of a number that begins at `at`, and whether it is an integer; or what is wrong at that end.
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

/// NaN with this sign.
fn nan(negative: bool) -> f64 {
    const SIGN: u64 = 1 << 63;
    let quiet = f64::NAN.to_bits() & !SIGN;
    f64::from_bits(if negative { quiet | SIGN } else { quiet })
}

/// The number that a text stands for if it is no number itself: an infinity or NaN, in any letter case.
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

/// The nearest double. A zero without fraction and exponent has no sign.
#[inline]
pub(super) fn parse(number: NumberText<'_>) -> f64 {
    let value: f64 = number.text.parse().unwrap_or_default();
    if number.integer && value == 0.0 { 0.0 } else { value }
}

/// The number of a string that holds the text of a JSON number.
pub(super) fn numeric(text: &str) -> Option<f64> {
    let mut cursor = Cursor::new(text, 0, None);
    let number = cursor.number().ok()?;
    (number.text.len() == text.len()).then(|| parse(number))
}

/// What a cell of the type holds.
pub(super) const INT8: &str = "a whole number from -128 to 127";

impl<'a> Cursor<'a> {
    /// The text of a number, whose first character stands here.
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

    /// The next number of a list and where it begins, if a comma and at most one blank stand before it.
    #[inline]
    fn next_number(&mut self) -> Option<(NumberText<'a>, usize)> {
        let bytes = self.text().as_bytes();
        if self.byte() != Some(b',') {
            return None;
        }
        let mut start = self.at().saturating_add(1);
        if bytes.get(start) == Some(&b' ') {
            start = start.saturating_add(1);
        }
        let (b'-' | b'0'..=b'9') = bytes.get(start)? else { return None };
        let (end, Ok(integer)) = scan(bytes, start) else { return None };
        self.go_to(end);
        Some((NumberText { text: self.text().get(start..end)?, integer }, start))
    }

    /// The value where a number belongs. `None` after a fault, which is noted; the value is passed over.
    pub(super) fn value(&mut self, strings: bool) -> Result<Option<f64>, DecodeError> {
        let kind = self.kind()?;
        let at = self.at();
        let found = match kind {
            Kind::Number => return self.number().map(|number| Some(parse(number))),
            Kind::Null => {
                self.literal(kind);
                return Ok(Some(nan(false)));
            }
            Kind::String => {
                let text = self.string()?;
                let number = special(&text).or_else(|| strings.then(|| numeric(&text)).flatten());
                if number.is_some() {
                    return Ok(number);
                }
                let found = self.found(at);
                let fault = match looks_numeric(&text) {
                    true => VespaFault::NumberAsString { found },
                    false => VespaFault::NotANumber { found },
                };
                return self.fault(at, fault).map(|()| None);
            }
            Kind::True | Kind::False => {
                self.literal(kind);
                self.found(at)
            }
            Kind::Array | Kind::Object => {
                let found = self.found(at);
                self.fault(at, VespaFault::NotANumber { found })?;
                return self.skip_value().map(|()| None);
            }
        };
        self.fault(at, VespaFault::NotANumber { found }).map(|()| None)
    }

    /// Notes that no cell holds the number at a place.
    #[cold]
    pub(super) fn not_representable(&mut self, at: usize) -> Result<(), DecodeError> {
        let found = self.found(at);
        self.fault(at, VespaFault::NotRepresentable { expected: INT8, found })
    }

    /// The numbers of a list up to its closing bracket, the opening one being passed over already. At most `max` are kept;
    /// all are counted. A list or object among them is a fault of nesting.
    pub(super) fn row(&mut self, cells: &mut Cells, max: usize, strings: bool) -> Result<usize, DecodeError> {
        each!(cells, cells => self.row_of(cells, max, strings))
    }

    #[inline]
    fn row_of<C: Cell>(&mut self, cells: &mut Vec<C>, max: usize, strings: bool) -> Result<usize, DecodeError> {
        let (mut first, mut count) = (true, 0usize);
        while self.more(&mut first, b']')? {
            let kind = self.kind()?;
            let at = self.at();
            let number = match kind {
                Kind::Number => Some(parse(self.number()?)),
                _ => {
                    self.set_index(count);
                    self.other_in_row(kind, strings)?
                }
            };
            if let Some(number) = number {
                match C::of(number) {
                    Some(cell) if count < max => cells.push(cell),
                    Some(_) => {}
                    None => {
                        self.set_index(count);
                        self.not_representable(at)?;
                    }
                }
            }
            count = count.saturating_add(1);
            while count < max {
                let Some((number, at)) = self.next_number() else { break };
                match C::of(parse(number)) {
                    Some(cell) => cells.push(cell),
                    None => {
                        self.set_index(count);
                        self.not_representable(at)?;
                    }
                }
                count = count.saturating_add(1);
            }
        }
        Ok(count)
    }

    fn other_in_row(&mut self, kind: Kind, strings: bool) -> Result<Option<f64>, DecodeError> {
        if kind != Kind::Array {
            return self.value(strings);
        }
        let at = self.at();
        let found = self.found(at);
        self.fault(at, VespaFault::Nesting { expected: "a number", found })?;
        self.skip_value().map(|()| None)
    }
}

/// Whether a string was likely meant as a number: what Java takes as one.
fn looks_numeric(text: &str) -> bool {
    let text = text.trim();
    let text = text.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(text);
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let hex = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X"));
    special(text).is_some()
        || text.parse::<f64>().is_ok()
        || hex.is_some_and(|hex| hex.contains(['p', 'P']) && hex.starts_with(|next: char| next.is_ascii_hexdigit()))
}

/// A text for people, in quotes.
pub(super) fn quoted(text: &str) -> alloc::boxed::Box<str> {
    ["\"", &cut(text.escape_debug()), "\""].concat().into()
}
