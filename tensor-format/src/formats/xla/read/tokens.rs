//! The tokens of the text of shapes.

use crate::{DecodeError, ErrorKind};

/// A token of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Token<'t> {
    /// A word that begins with a letter.
    Name(&'t str),
    /// Digits, perhaps with a sign, and whatever letters and points touch them.
    Number(&'t str),
    /// `<=`.
    AtMost,
    /// Any other character.
    Mark(char),
    /// The end of the text.
    End,
}

/// A text that is being read, cut into tokens, of which the next one is known.
pub(in super::super) struct Lexer<'t> {
    text: &'t str,
    /// The offset where the next token begins.
    at: usize,
    next: Token<'t>,
    /// The offset where the next token ends.
    end: usize,
}

impl<'t> Lexer<'t> {
    pub(in super::super) fn new(text: &'t str) -> Result<Self, DecodeError> {
        let mut lexer = Self { text, at: 0, next: Token::End, end: 0 };
        lexer.advance()?;
        Ok(lexer)
    }

    /// Returns the next token.
    pub(in super::super) fn peek(&self) -> Token<'t> {
        self.next
    }

    /// Returns the byte offset of the next token.
    pub(in super::super) fn at(&self) -> u64 {
        self.at as u64
    }

    /// Steps over the next token.
    pub(in super::super) fn advance(&mut self) -> Result<(), DecodeError> {
        self.at = self.blank_end()?;
        let rest = self.text.get(self.at..).unwrap_or_default();
        let (token, len) = token(rest);
        self.next = token;
        self.end = self.at.saturating_add(len);
        Ok(())
    }

    /// Steps over a mark if it is next; returns whether it was.
    pub(in super::super) fn take(&mut self, mark: char) -> Result<bool, DecodeError> {
        let found = self.next == Token::Mark(mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Steps over a mark that must be next; `field` and `expected` describe it in the error.
    pub(in super::super) fn expect(
        &mut self,
        mark: char,
        field: &'static str,
        expected: &'static str,
    ) -> Result<(), DecodeError> {
        if self.take(mark)? { Ok(()) } else { Err(self.syntax(field, expected)) }
    }

    /// Steps over a name if it is next; returns whether it was.
    pub(in super::super) fn take_name(&mut self, name: &str) -> Result<bool, DecodeError> {
        let found = self.next == Token::Name(name);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Returns the error of a next token that is not the expected one.
    #[cold]
    pub(in super::super) fn syntax(&self, field: &'static str, expected: &'static str) -> DecodeError {
        self.syntax_at(self.at, self.text.get(self.at..self.end).unwrap_or_default(), field, expected)
    }

    fn syntax_at(&self, at: usize, found: &str, field: &'static str, expected: &'static str) -> DecodeError {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count().saturating_add(1);
        let column = before.chars().rev().take_while(|c| *c != '\n').count().saturating_add(1);
        // A token may be as long as the text; an error shows only its beginning.
        let found: alloc::string::String = found.chars().take(40).collect();
        let kind = ErrorKind::Syntax {
            field,
            line: line as u64,
            column: column as u64,
            expected,
            found: found.into_boxed_str(),
        };
        DecodeError::new(kind).at(at as u64)
    }

    /// Returns the offset where the blanks and comments behind the last token end.
    fn blank_end(&self) -> Result<usize, DecodeError> {
        let mut rest = self.text.get(self.end..).unwrap_or_default();
        loop {
            rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
            let at = self.text.len().saturating_sub(rest.len());
            let Some(comment) = rest.strip_prefix("/*") else { return Ok(at) };
            let Some((_, behind)) = comment.split_once("*/") else {
                return Err(self.syntax_at(at, "/*", "shape", "a comment that ends with `*/`"));
            };
            rest = behind;
        }
    }
}

/// Returns the token at the front of the text, and its length in bytes.
fn token(rest: &str) -> (Token<'_>, usize) {
    let mut chars = rest.chars();
    let Some(first) = chars.next() else { return (Token::End, 0) };
    let signed = first == '-' && chars.next().is_some_and(|c| c.is_ascii_digit());
    if rest.starts_with("<=") {
        (Token::AtMost, 2)
    } else if signed || first.is_ascii_digit() {
        let word = front(rest, |c| is_word(c) || c == '.' || (signed && c == '-'));
        (Token::Number(word), word.len())
    } else if is_word(first) {
        let word = front(rest, is_word);
        (Token::Name(word), word.len())
    } else {
        (Token::Mark(first), first.len_utf8())
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the characters at the front of `text` for which `belongs` is true.
fn front(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    text.split_once(|c| !belongs(c)).map_or(text, |(front, _)| front)
}
