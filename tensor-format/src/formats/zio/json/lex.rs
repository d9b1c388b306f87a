//! Faults in the JSON of a label, and their texts.

use alloc::{boxed::Box, string::String};

use crate::formats::zio::message_error::{MessageFault, Stage};
pub(in super::super) use crate::util::json_cursor::unescape;
use crate::{
    DecodeError,
    formats::zio::errors::{fault_at, shorten},
    util::json_cursor::{self, Cursor, FromFault},
};

/// The deepest nesting that options can allow: reading recurses.
pub(in super::super) const MAX_DEPTH: usize = 512;

/// A cursor over the text of a label.
pub(in super::super) type Lexer<'t> = Cursor<'t, Fault>;

/// A reason why a text is not JSON, and its byte offset.
#[derive(Debug)]
pub(in super::super) struct Fault {
    what: MessageFault,
    at: usize,
    expected: &'static str,
    found: Box<str>,
}

impl FromFault for Fault {
    #[cold]
    fn from_fault(fault: json_cursor::Fault, text: &str, at: usize) -> Self {
        use json_cursor::Fault as F;
        let expected = match fault {
            F::NoValue => "a value",
            F::NotTheEnd => "the end of the text",
            F::NoString => "a string",
            F::NoColon => "`:`",
            F::NoComma { close: b']' } => "`,` or `]`",
            F::NoComma { .. } => "`,` or `}`",
            F::Control => "an escape in place of a control character",
            F::OpenString => "`\"`",
            F::Escape => "a letter of an escape",
            F::Hex => "four hexadecimal digits",
            F::LoneSurrogate => "both halves of a surrogate pair",
            F::NoDigit => "a digit",
            F::TooLarge { .. } => "a number that a double can hold",
            F::TooDeep => "no deeper nesting than the limit",
        };
        let rest = text.get(at..).unwrap_or_default();
        let (what, found) = match fault {
            F::TooDeep => (MessageFault::LabelTooDeep, "another list or object".into()),
            F::TooLarge { len } => (MessageFault::LabelNotJson, shorten(rest.get(..len).unwrap_or(rest))),
            _ => {
                let found = rest.chars().next().map_or(String::new(), |c| alloc::format!("`{}`", c.escape_debug()));
                (MessageFault::LabelNotJson, found.into())
            }
        };
        Self { what, at, expected, found }
    }
}

impl From<Fault> for DecodeError {
    fn from(fault: Fault) -> Self {
        fault_at(Stage::Label, fault.what, "label", fault.expected, fault.found, fault.at)
    }
}
