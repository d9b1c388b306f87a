//! Lists of faults and their positions, of bounded size.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt::{self, Write};

use crate::{DecodeError, ErrorKind, JsonError, JsonFault};

/// A fault whose line and column are not counted yet.
pub(super) struct RawFault {
    at: usize,
    error: Box<JsonError>,
}

impl RawFault {
    #[cold]
    pub(super) fn new(at: usize, path: Box<str>, fault: JsonFault) -> Self {
        Self { at, error: Box::new(JsonError { line: 0, column: 0, path, fault }) }
    }

    /// Returns about the number of bytes that the fault will take in a list of errors.
    fn cost(&self) -> usize {
        // The size of an error's boxes, and of its entries in lists that grow.
        const WITHOUT_TEXTS: usize = 352;
        let mut texts = Length(self.error.path.len());
        // Counting does not fail. The texts of a fault are no longer than its message.
        write!(texts, "{}", self.error.fault).unwrap_or_default();
        texts.0.saturating_add(WITHOUT_TEXTS)
    }
}

struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.saturating_add(text.len());
        Ok(())
    }
}

/// Faults that are collected, up to a bound.
pub(super) struct Faults {
    list: Vec<RawFault>,
    max: usize,
    /// The number of bytes that further faults may take.
    room: usize,
}

impl Faults {
    /// Creates a list of at most `max` faults; by default 10 000, and no more than take about 20 bytes for each byte of
    /// the text beyond the first ones.
    pub(super) fn new(max: Option<usize>, text: &str) -> Self {
        const ALWAYS: usize = 7 << 10;
        let room = text.len().saturating_mul(20).saturating_add(ALWAYS);
        Self { list: Vec::new(), max: max.unwrap_or(10_000), room: max.map_or(room, |_| usize::MAX) }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds a fault, or returns it if there are too many.
    pub(super) fn add(&mut self, fault: RawFault) -> Result<(), RawFault> {
        let room = if self.list.len() < self.max { self.room.checked_sub(fault.cost()) } else { None };
        let Some(room) = room else { return Err(fault) };
        self.room = room;
        self.list.push(fault);
        Ok(())
    }

    /// Returns the faults in the order of their positions, and then `last`, the one that ended the reading.
    pub(super) fn located(mut self, text: &str, last: Option<DecodeError>) -> Vec<DecodeError> {
        self.list.sort_by_key(|fault| fault.at);
        let mut lines = Lines::new(text);
        self.list.into_iter().map(|fault| lines.locate(fault)).chain(last).collect()
    }
}

/// Counts the lines and columns of positions in a text, which must be asked for in ascending order.
pub(super) struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    column: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, column: 1 }
    }

    pub(super) fn locate(&mut self, fault: RawFault) -> DecodeError {
        let RawFault { at, mut error } = fault;
        for next in self.text.get(self.at..at).unwrap_or_default().chars() {
            if next == '\n' {
                self.line = self.line.saturating_add(1);
                self.column = 1;
            } else {
                self.column = self.column.saturating_add(1);
            }
        }
        self.at = at;
        (error.line, error.column) = (self.line, self.column);
        DecodeError::new(ErrorKind::Json(error)).at(at as u64)
    }
}

/// Cuts a text to 32 characters.
pub(super) fn cut(mut chars: impl Iterator<Item = char>) -> Box<str> {
    let mut text: String = chars.by_ref().take(32).collect();
    if chars.next().is_some() {
        text.push_str("...");
    }
    text.into()
}
