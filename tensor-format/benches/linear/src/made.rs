//! Inputs that are made of one part again and again. Texts are no longer than asked for: their readers have a limit of 16 MiB,
//! and refuse at once what is longer.

use std::fmt::Write;

/// A text of a front, parts with commas between them, and a back.
pub(crate) fn list(bytes: usize, front: &str, back: &str, part: impl Fn(usize) -> String) -> Vec<u8> {
    let mut text = String::with_capacity(bytes + 256);
    text.push_str(front);
    for at in 0.. {
        let part = part(at);
        if at > 0 && text.len() + 1 + part.len() + back.len() > bytes {
            break;
        }
        if at > 0 {
            text.push(',');
        }
        text.push_str(&part);
    }
    text.push_str(back);
    text.into_bytes()
}

/// A text of a front, a piece repeated, and a back.
pub(crate) fn repeat(bytes: usize, front: &str, piece: &str, back: &str) -> Vec<u8> {
    let room = bytes.saturating_sub(front.len() + back.len());
    format!("{front}{}{back}", piece.repeat(room / piece.len().max(1))).into_bytes()
}

/// Brackets in one another around a text.
pub(crate) fn nested(bytes: usize, front: &str, open: &str, inner: &str, close: &str, back: &str) -> Vec<u8> {
    let depth = bytes.saturating_sub(front.len() + inner.len() + back.len()) / (open.len() + close.len());
    format!("{front}{}{inner}{}{back}", open.repeat(depth), close.repeat(depth)).into_bytes()
}

/// Bytes of parts.
pub(crate) fn parts(bytes: usize, front: &[u8], part: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let mut out = front.to_vec();
    for at in 0.. {
        if out.len() >= bytes {
            break;
        }
        out.extend(part(at));
    }
    out
}

/// Two inputs as one: the length of the first, and both.
pub(crate) fn pair(first: &[u8], second: &[u8]) -> Vec<u8> {
    [&(first.len() as u64).to_le_bytes()[..], first, second].concat()
}

/// The two inputs of a pair.
pub(crate) fn both(pair: &[u8]) -> (&[u8], &[u8]) {
    let (len, rest) = pair.split_first_chunk::<8>().expect("a pair");
    rest.split_at(u64::from_le_bytes(*len) as usize)
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Names that differ from those of [`crate::rules::Wanted`] in one letter or two.
pub(crate) fn near(at: usize) -> String {
    let mut name = ["temperatur", "humidit", "pressur", "wind_spee"][at % 4].to_owned();
    write!(name, "{at:x}").expect("text");
    name
}
