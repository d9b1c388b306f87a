//! Canonical JSON, the one spelling of a value: compact, keys in the order of their bytes, text without escapes, as the
//! C++ peer prints it.

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
};
use core::fmt::Write;

use smallvec::SmallVec;

use super::{
    Fields,
    lex::{Fault, Lexer, MAX_DEPTH, unescape},
};
use crate::EncodeError;

/// Writes the canonical text of a value whose text was checked. Of several fields of one name the last counts.
pub(in super::super) fn write_value(out: &mut String, text: &str) {
    // A checked text has no fault.
    let _: Result<(), Fault> = write_next(out, &mut Lexer::new(text, MAX_DEPTH), &mut Nested::of(text));
}

fn write_next(out: &mut String, lexer: &mut Lexer<'_>, nested: &mut Nested<'_>) -> Result<(), Fault> {
    match lexer.next_byte() {
        Some(b'"') => write_text(out, &unescape(lexer.string()?)),
        Some(b'{') => {
            nested.opened = nested.opened.saturating_add(1);
            let mut fields: SmallVec<[(Cow<'_, str>, usize, usize); 8]> = SmallVec::new();
            lexer.object(|lexer, key| {
                fields.push((unescape(key), lexer.offset(), nested.opened));
                nested.pass(lexer)
            })?;
            let behind = (lexer.offset(), nested.opened);
            fields.sort_by(|a, b| a.0.cmp(&b.0));
            let mut writer = Object::begin(out);
            for (position, (key, at, opened)) in fields.iter().enumerate() {
                if fields.get(position.saturating_add(1)).is_none_or(|(next, ..)| next != key) {
                    lexer.seek(*at);
                    nested.opened = *opened;
                    write_next(writer.key(key), lexer, nested)?;
                }
            }
            writer.end();
            lexer.seek(behind.0);
            nested.opened = behind.1;
        }
        Some(b'[') => {
            nested.opened = nested.opened.saturating_add(1);
            out.push('[');
            lexer.array(|lexer, index| {
                if index > 0 {
                    out.push(',');
                }
                write_next(out, lexer, nested)
            })?;
            out.push(']');
        }
        Some(b't' | b'f' | b'n') => out.push_str(lexer.raw()?),
        _ => write_number(out, lexer.raw()?),
    }
    Ok(())
}

/// The ends of the lists and objects in a text. An object's keys are sorted before it is written, so each of its values
/// is passed over before it is read. Without this table the innermost object of `{"a":{"b":{"c":1}}}` would be read
/// once more for every object around it, and a deep value as often as it is deep.
struct Nested<'t> {
    text: &'t str,
    /// For each list and object, in the order in which they open: the offset behind it, and how many have opened up to
    /// there. Filled when it is first needed.
    ends: SmallVec<[(usize, usize); 8]>,
    /// The number of lists and objects that opened before the next value.
    opened: usize,
}

impl<'t> Nested<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, ends: SmallVec::new(), opened: 0 }
    }

    /// Skips one value; a list or object is skipped at once, by `ends`, the table of where each of them ends.
    fn pass(&mut self, lexer: &mut Lexer<'_>) -> Result<(), Fault> {
        if !matches!(lexer.next_byte(), Some(b'{' | b'[')) {
            return lexer.value();
        }
        if self.ends.is_empty() {
            self.read(&mut Lexer::new(self.text, MAX_DEPTH))?;
        }
        // `ends` has every list and object of the text.
        if let Some((end, opened)) = self.ends.get(self.opened) {
            lexer.seek(*end);
            self.opened = *opened;
        }
        Ok(())
    }

    fn read(&mut self, lexer: &mut Lexer<'_>) -> Result<(), Fault> {
        let own = self.ends.len();
        match lexer.next_byte() {
            Some(b'{') => {
                self.ends.push((0, 0));
                lexer.object(|lexer, _| self.read(lexer))?;
            }
            Some(b'[') => {
                self.ends.push((0, 0));
                lexer.array(|lexer, _| self.read(lexer))?;
            }
            _ => return lexer.value(),
        }
        let opened = self.ends.len();
        if let Some(end) = self.ends.get_mut(own) {
            *end = (lexer.offset(), opened);
        }
        Ok(())
    }
}

/// A writer of an object, whose caller passes the keys in the order of their bytes.
pub(in super::super) struct Object<'o> {
    out: &'o mut String,
    first: bool,
}

impl<'o> Object<'o> {
    pub(in super::super) fn begin(out: &'o mut String) -> Self {
        out.push('{');
        Self { out, first: true }
    }

    /// Writes a key; the caller writes the value to what is returned.
    pub(in super::super) fn key(&mut self, key: &str) -> &mut String {
        if !self.first {
            self.out.push(',');
        }
        self.first = false;
        write_text(self.out, key);
        self.out.push(':');
        self.out
    }

    pub(in super::super) fn end(self) {
        self.out.push('}');
    }
}

/// Writes an object: the values of `keys` by `write`, and the fields `others` between them, all in the order of the
/// bytes of their names.
pub(in super::super) fn write_object(
    out: &mut String,
    keys: &[&str],
    others: &Fields<'_>,
    mut write: impl FnMut(&mut String, &str) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    let mut others = others.iter().peekable();
    let mut object = Object::begin(out);
    for key in keys {
        while let Some((other, value)) = others.next_if(|(other, _)| other < key) {
            value.write(object.key(other));
        }
        write(object.key(key), key)?;
    }
    others.for_each(|(other, value)| value.write(object.key(other)));
    object.end();
    Ok(())
}

/// Writes a text as a JSON string.
pub(in super::super) fn write_text(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f)) {
        let (plain, special) = rest.split_at_checked(at).unwrap_or_default();
        out.push_str(plain);
        match special.bytes().next().unwrap_or_default() {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            0x8 => out.push_str("\\b"),
            b'\t' => out.push_str("\\t"),
            b'\n' => out.push_str("\\n"),
            0xc => out.push_str("\\f"),
            b'\r' => out.push_str("\\r"),
            // Writing to a string does not fail.
            byte => write!(out, "\\u{byte:04x}").unwrap_or_default(),
        }
        rest = special.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
    out.push('"');
}

/// Writes a number: an integer of 64 bits as it is, any other as a double.
fn write_number(out: &mut String, text: &str) {
    if !text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
        if text == "-0" {
            return out.push('0');
        }
        if text.parse::<u64>().is_ok() || text.parse::<i64>().is_ok() {
            return out.push_str(text);
        }
    }
    if let Ok(number) = text.parse() {
        write_double(out, number);
    }
}

/// Writes the shortest digits that are read as the same number: plain between 1e-5 and 1e15, else with an exponent of
/// at least two digits.
fn write_double(out: &mut String, number: f64) {
    if number.is_sign_negative() {
        out.push('-');
    }
    if number == 0.0 {
        return out.push_str("0.0");
    }
    let scientific = format!("{:e}", number.abs());
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return };
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or_default();
    // The number of digits before the point.
    let whole = exponent.saturating_add(1);
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let zeros = |n: i32| "0".repeat(usize::try_from(n).unwrap_or_default());
    if count <= whole && whole <= 15 {
        out.push_str(&digits);
        out.push_str(&zeros(whole.saturating_sub(count)));
        out.push_str(".0");
    } else if 0 < whole && whole <= 15 {
        let (before, after) = digits.split_at_checked(whole.unsigned_abs() as usize).unwrap_or_default();
        out.push_str(before);
        out.push('.');
        out.push_str(after);
    } else if -4 < whole && whole <= 0 {
        out.push_str("0.");
        out.push_str(&zeros(whole.saturating_neg()));
        out.push_str(&digits);
    } else {
        out.push_str(mantissa);
        let sign = if exponent < 0 { '-' } else { '+' };
        write!(out, "e{sign}{:02}", exponent.unsigned_abs()).unwrap_or_default();
    }
}

/// Writes a list of numbers.
pub(in super::super) fn write_numbers(out: &mut String, numbers: &[usize]) {
    out.push('[');
    for (at, number) in numbers.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_integer(out, *number);
    }
    out.push(']');
}

/// Writes a number that is not negative.
pub(in super::super) fn write_integer(out: &mut String, number: usize) {
    match u8::try_from(number) {
        Ok(digit @ 0..=9) => out.push(char::from(b'0'.saturating_add(digit))),
        _ => out.push_str(&number.to_string()),
    }
}
