//! Finds the first paragraph of a documentation that only the compiler knows, as that of `#[doc = include_str!(..)]`.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

/// Returns the first paragraph of a text of `N` bytes in one line, its words as they are, and the length of the line.
#[must_use]
pub const fn first_paragraph<const N: usize>(text: &str) -> ([u8; N], usize) {
    let (text, mut line, mut len) = (text.as_bytes(), [0; N], 0);
    // What is between two words: how many lines end there.
    let (mut i, mut ends, mut is_space) = (0, 0, false);
    while i < text.len() {
        let byte = text[i];
        i += 1;
        if byte.is_ascii_whitespace() {
            is_space = true;
            ends += (byte == b'\n') as usize;
            continue;
        }
        if len > 0 && ends > 1 {
            break;
        }
        if len > 0 && is_space {
            // Spaces within a line are kept, those around the end of a line are one.
            let mut from = if ends == 0 { i - 1 } else { i };
            while ends == 0 && text[from - 1].is_ascii_whitespace() {
                from -= 1;
            }
            if ends > 0 {
                line[len] = b' ';
                len += 1;
            }
            while from < i - 1 {
                line[len] = text[from];
                len += 1;
                from += 1;
            }
        }
        (ends, is_space) = (0, false);
        line[len] = byte;
        len += 1;
    }
    (line, len)
}

/// Returns a line that [`first_paragraph`] found.
#[must_use]
pub const fn line_of<const N: usize>(line: &'static ([u8; N], usize)) -> &'static str {
    match core::str::from_utf8(line.0.split_at(line.1).0) {
        Ok(text) => text,
        Err(_) => panic!("only whole characters are taken"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_up_to_an_empty_one() {
        let found = |text| {
            let (line, len) = first_paragraph::<64>(text);
            alloc::string::String::from_utf8(line[..len].to_vec()).unwrap()
        };
        assert_eq!(found("  One  word,\n\tnext line. \r\n \n another\n"), "One  word, next line.");
        assert_eq!(found("\n \n\nAfter empty lines: é\n"), "After empty lines: é");
        assert_eq!(found(""), "");
        assert_eq!(found(" \n\n "), "");
    }
}
