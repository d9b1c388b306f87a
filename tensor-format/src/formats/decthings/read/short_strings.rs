//! Runs of short strings: their UTF-8 is checked together with the lengths between them.

use crate::{DecodeError, variable::text_of};

/// The most bytes that are checked at once: they stay in the nearest cache until they are read.
const WINDOW: usize = 4096;

/// The greatest length, in bytes, of a string whose length takes one byte that is also ASCII.
pub(super) const LONGEST: usize = 127;

/// Calls `take` with up to `count` strings, each behind its length, from the front of `bytes`. Returns how many there
/// were and the number of bytes that they take.
///
/// A length below 128 is ASCII itself, so lengths and strings together are valid UTF-8 if every string is, and the
/// other way round if every string begins and ends between two characters. It stops before a string that is longer, not
/// whole or not valid.
#[inline]
pub(in super::super) fn take_short<'de>(
    bytes: &'de [u8],
    count: usize,
    mut take: impl FnMut(&'de str) -> Result<(), DecodeError>,
) -> Result<(usize, usize), DecodeError> {
    let window = valid_front(bytes.get(..len_of_short(bytes, count)).unwrap_or_default());
    let (mut rest, mut taken) = (window, 0_usize);
    while let Some((text, after)) = split_short(rest) {
        take(text)?;
        rest = after;
        taken = taken.wrapping_add(1);
    }
    Ok((taken, window.len().saturating_sub(rest.len())))
}

/// Returns how many bytes the short strings at the front of `bytes` take, up to `count` strings and `WINDOW` bytes. A list
/// may have few between two long ones: to check more than these would be for nothing.
#[inline]
fn len_of_short(bytes: &[u8], count: usize) -> usize {
    let bytes = bytes.get(..WINDOW).unwrap_or(bytes);
    let mut len = 0_usize;
    for _ in 0..count {
        match bytes.get(len).map(|short| usize::from(*short)) {
            Some(short) if short <= LONGEST && short < bytes.len().wrapping_sub(len) => {
                len = len.wrapping_add(short).wrapping_add(1);
            }
            _ => break,
        }
    }
    len
}

/// Splits `rest`, which begins with the length of a string, into that string and what follows; `None` if the length is
/// not below 128.
#[inline]
fn split_short(rest: &str) -> Option<(&str, &str)> {
    let len = rest.bytes().next().filter(u8::is_ascii)?;
    rest.get(1..)?.split_at_checked(usize::from(len))
}

/// Returns the valid UTF-8 at the front of `bytes`.
fn valid_front(bytes: &[u8]) -> &str {
    match text_of(bytes) {
        Ok(text) => text,
        Err(error) => bytes.get(..error.valid_up_to()).and_then(|front| text_of(front).ok()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec::Vec};

    use super::*;

    fn texts(bytes: &[u8], count: usize) -> (Vec<&str>, usize) {
        let mut texts = Vec::new();
        let (taken, len) = take_short(bytes, count, |text| {
            texts.push(text);
            Ok(())
        })
        .unwrap();
        assert_eq!(taken, texts.len());
        (texts, len)
    }

    #[test]
    fn it_stops_before_what_is_not_a_short_string() {
        assert_eq!(texts(b"\x01a\x00\x03bcd", 9), (Vec::from(["a", "", "bcd"]), 7));
        assert_eq!(texts(b"\x01a\x01b", 1), (Vec::from(["a"]), 2));
        assert_eq!(texts(b"\x01a\x05b", 9), (Vec::from(["a"]), 2));
        assert_eq!(texts(b"\x01a\x01\xff\x01b", 9), (Vec::from(["a"]), 2));
        assert_eq!(texts("\x01a\x01é".as_bytes(), 9), (Vec::from(["a"]), 2));
        assert_eq!(texts("\x01a\x02é\u{80}".as_bytes(), 9), (Vec::from(["a", "é"]), 5));
        assert_eq!(texts(b"", 9), (Vec::new(), 0));
    }

    #[test]
    fn only_the_strings_themselves_are_checked() {
        assert_eq!(len_of_short(b"\x01a\x00\x03bcd", 9), 7);
        assert_eq!(len_of_short(b"\x01a\x01b\xff", 2), 4);
        assert_eq!(len_of_short(b"\x01a\x01b\x80", 9), 4);
        assert_eq!(len_of_short(b"\x01a\x02b", 9), 2);
        assert_eq!(len_of_short(b"\xfd\x36\x01x", 9), 0);
    }

    #[test]
    fn a_window_ends_between_strings() {
        let bytes: Vec<u8> = core::iter::repeat_n("\x03aé", 5000).collect::<String>().into();
        let (texts, len) = texts(&bytes, 5000);
        assert_eq!((texts.len(), len), (1024, 4096));
        assert!(texts.iter().all(|text| *text == "aé"));
    }
}
