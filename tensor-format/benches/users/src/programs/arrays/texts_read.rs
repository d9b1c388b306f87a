//! Texts of many lengths are read, as what was written in forms and mails.

use tensor_format::{DecodeError, from_slice, to_vec};
use tensor_format_users::{Scenario, varint::varint};

const COUNT: usize = 1_000;

fn ours(message: &[u8]) -> Result<Vec<String>, DecodeError> {
    from_slice(message)
}

fn by_hand(message: &[u8]) -> Option<Vec<String>> {
    let (count, mut texts) = varint(message.strip_prefix(&[11, 1])?)?;
    let mut read = Vec::new();
    for _ in 0..count {
        let (len, rest) = varint(texts)?;
        let (text, rest) = rest.split_at_checked(len)?;
        texts = rest;
        read.push(std::str::from_utf8(text).ok()?.to_owned());
    }
    texts.is_empty().then_some(read)
}

fn main() {
    let words = "the quick brown fox jumps over the lazy dog and runs away from all of them ".repeat(10);
    let texts: Vec<String> = (0..COUNT).map(|index| words[..index * 37 % 700].to_owned()).collect();
    let (message, other) = (to_vec(&texts).unwrap_or_default(), postcard::to_stdvec(&texts).unwrap_or_default());
    assert_eq!(by_hand(&message), Some(texts));
    Scenario::new("texts of up to 700 bytes, read", COUNT)
        .case("tensor-format", || ours(&message))
        .case("by hand", || by_hand(&message))
        .case("postcard", || postcard::from_bytes::<Vec<String>>(&other))
        .run();
}
