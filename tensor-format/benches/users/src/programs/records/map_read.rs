//! Maps of texts to numbers are read: a list of labels and one of values.

use std::collections::BTreeMap;

use tensor_format::{DecodeError, from_slice, to_vec};
use tensor_format_users::{Scenario, varint::varint};

const COUNT: usize = 10_000;

/// The entries of a message.
const ENTRIES: usize = 100;

type Scores = BTreeMap<String, f32>;

fn ours(messages: &[Vec<u8>]) -> Result<Vec<Scores>, DecodeError> {
    messages.iter().map(|message| from_slice(message)).collect()
}

fn decode(bytes: &[u8]) -> Option<Scores> {
    let (count, mut labels) = varint(bytes.strip_prefix(b"\x0b\x01\x02\x02d0\x06values\x0b\x01")?)?;
    let mut keys = Vec::new();
    for _ in 0..count {
        let (len, rest) = varint(labels)?;
        let (label, rest) = rest.split_at_checked(len)?;
        labels = rest;
        keys.push(std::str::from_utf8(label).ok()?.to_owned());
    }
    let (values, numbers) = varint(labels.strip_prefix(&[1, 1])?)?;
    let (numbers, rest) = numbers.as_chunks();
    if values != count || numbers.len() != count || !rest.is_empty() {
        return None;
    }
    let scores: Scores = keys.into_iter().zip(numbers.iter().map(|bytes| f32::from_le_bytes(*bytes))).collect();
    (scores.len() == count).then_some(scores)
}

fn by_hand(messages: &[Vec<u8>]) -> Option<Vec<Scores>> {
    messages.iter().map(|message| decode(message)).collect()
}

fn by_postcard(messages: &[Vec<u8>]) -> Result<Vec<Scores>, postcard::Error> {
    messages.iter().map(|message| postcard::from_bytes(message)).collect()
}

fn main() {
    let scores = |index: usize| (0..ENTRIES).map(|at| (format!("class {}", index + at), at as f32)).collect::<Scores>();
    let all: Vec<Scores> = (0..COUNT / ENTRIES).map(scores).collect();
    let messages: Vec<Vec<u8>> = all.iter().map(|scores| to_vec(scores).unwrap_or_default()).collect();
    let other: Vec<Vec<u8>> = all.iter().map(|scores| postcard::to_stdvec(scores).unwrap_or_default()).collect();
    assert_eq!(by_hand(&messages), Some(all));
    Scenario::new("100 texts and numbers of a map, read", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .case("postcard", || by_postcard(&other))
        .run();
}
