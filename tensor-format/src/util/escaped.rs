//! Writes texts from outside to a terminal or a log, with escapes for characters that would control it.

use core::fmt::{self, Write};

/// Wraps a value and writes its text with escapes such as `\n` or `\u{1b}` for control characters and those that change
/// the direction of text. Everything else stays as it is, quotes and backslashes too.
pub(crate) struct Escaped<T>(pub(crate) T);

impl<T: fmt::Display> fmt::Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

struct Escaping<'w, 'f>(&'w mut fmt::Formatter<'f>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.find(steers) {
            let (before, from) = rest.split_at(at);
            self.0.write_str(before)?;
            let mut letters = from.chars();
            letters.next().map_or(Ok(()), |letter| write!(self.0, "{}", letter.escape_debug()))?;
            rest = letters.as_str();
        }
        self.0.write_str(rest)
    }
}

/// Returns whether a character can control a terminal: control characters, ends of lines, and those that change the
/// direction of text (`Bidi_Control` of Unicode).
fn steers(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        let of = |text: &str| Escaped(text).to_string();
        assert_eq!(of("\x1b[31m\r\n\t\0\x7f\u{9b}"), "\\u{1b}[31m\\r\\n\\t\\0\\u{7f}\\u{9b}");
        assert_eq!(of("a\u{202e}b\u{2066}\u{200f}\u{61c}\u{2028}"), "a\\u{202e}b\\u{2066}\\u{200f}\\u{61c}\\u{2028}");
        let plain = "é \"quoted\" it's \\ c:\\a 日本 👩\u{200d}🔬 a\u{301}";
        assert_eq!((of(plain), of("")), (plain.to_string(), "".to_string()));
    }
}
