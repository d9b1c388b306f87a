//! A hash map of texts to numbers is written, in the order of its keys.

use std::collections::HashMap;

use tensor_format::{EncodeError, to_vec};
use tensor_format_users::{Scenario, varint::put_varint};

const COUNT: usize = 10_000;

type Scores = HashMap<String, f32>;

fn by_hand(scores: &Scores) -> Vec<u8> {
    let mut sorted: Vec<_> = scores.iter().collect();
    sorted.sort_unstable_by_key(|(key, _)| *key);
    let mut out = Vec::new();
    out.extend_from_slice(b"\x0b\x01\x02\x02d0\x06values\x0b\x01");
    put_varint(&mut out, sorted.len());
    for (key, _) in &sorted {
        put_varint(&mut out, key.len());
        out.extend_from_slice(key.as_bytes());
    }
    out.extend_from_slice(&[1, 1]);
    put_varint(&mut out, sorted.len());
    sorted.iter().for_each(|(_, value)| out.extend_from_slice(&value.to_le_bytes()));
    out
}

fn ours(scores: &Scores) -> Result<Vec<u8>, EncodeError> {
    to_vec(scores)
}

fn main() {
    let scores: Scores = (0..COUNT).map(|at| (format!("class {at}"), at as f32)).collect();
    assert_eq!(ours(&scores).ok(), Some(by_hand(&scores)));
    Scenario::new("10,000 texts and numbers of a hash map, written", COUNT)
        .case("tensor-format", || ours(&scores))
        .case("by hand", || by_hand(&scores))
        .case("postcard, in any order", || postcard::to_stdvec(&scores))
        .run();
}
