//! A few records in a list are read, each of a text, a number and an array: a column for each.

use serde::{Deserialize, Serialize};
use tensor_format::{DecodeError, Tensor, from_slice, to_vec};
use tensor_format_users::{Scenario, varint::varint};

const COUNT: usize = 5_000;

#[derive(Debug, PartialEq, Tensor, Serialize, Deserialize)]
struct Found {
    label: String,
    score: f32,
    corners: [f32; 4],
}

fn ours(messages: &[Vec<u8>]) -> Result<f32, DecodeError> {
    let mut sum = 0.0;
    for message in messages {
        let all: Vec<Found> = from_slice(message)?;
        sum += all[1].score;
    }
    Ok(sum)
}

const NAMES: &[u8] = b"\x0b\x01\x03\x05label\x05score\x07corners";

/// Takes the header of a column off, whose outermost axis is returned.
fn column<'a>(bytes: &'a [u8], header: [u8; 2], inner: &[u8]) -> Option<(usize, &'a [u8])> {
    let (count, rest) = varint(bytes.strip_prefix(&header)?)?;
    Some((count, rest.strip_prefix(inner)?))
}

fn decode(bytes: &[u8]) -> Option<Vec<Found>> {
    let (count, labels) = column(bytes.strip_prefix(NAMES)?, [11, 1], &[])?;
    let mut rest = labels;
    for _ in 0..count {
        let (len, text) = varint(rest)?;
        rest = text.get(len..)?;
    }
    let (scores, rest) = column(rest, [1, 1], &[])?;
    let (score, rest) = rest.split_at_checked(scores.checked_mul(4)?)?;
    let (corners, corner) = column(rest, [1, 2], &[4])?;
    if (scores, corners) != (count, count) || Some(corner.len()) != corners.checked_mul(16) {
        return None;
    }
    let mut all = Vec::with_capacity(count);
    let mut labels = labels;
    for (score, corners) in score.as_chunks().0.iter().zip(corner.as_chunks().0) {
        let (len, rest) = varint(labels)?;
        let (label, rest) = rest.split_at_checked(len)?;
        labels = rest;
        let label = std::str::from_utf8(label).ok()?.to_owned();
        let corners = bytemuck::must_cast::<[u8; 16], [f32; 4]>(*corners);
        all.push(Found { label, score: f32::from_le_bytes(*score), corners });
    }
    Some(all)
}

fn by_hand(messages: &[Vec<u8>]) -> Option<f32> {
    let mut sum = 0.0;
    for message in messages {
        sum += decode(message)?[1].score;
    }
    Some(sum)
}

fn by_postcard(messages: &[Vec<u8>]) -> Result<f32, postcard::Error> {
    let mut sum = 0.0;
    for message in messages {
        let all: Vec<Found> = postcard::from_bytes(message)?;
        sum += all[1].score;
    }
    Ok(sum)
}

fn main() {
    let found = |index: usize| Found {
        label: ["cat", "dog", "a long name of a class"][index % 3].to_owned(),
        score: index as f32 / 7.0,
        corners: [index as f32, 1.0, 2.0, 3.0],
    };
    let list = |index: usize| (0..index % 4 + 3).map(|at| found(index + at)).collect::<Vec<_>>();
    let messages: Vec<Vec<u8>> = (0..COUNT).map(|index| to_vec(&list(index)).unwrap_or_default()).collect();
    let other: Vec<Vec<u8>> = (0..COUNT).map(|index| postcard::to_stdvec(&list(index)).unwrap_or_default()).collect();
    assert!(messages.iter().enumerate().all(|(index, message)| decode(message) == Some(list(index))));
    Scenario::new("three to six records in a list, read", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .case("postcard", || by_postcard(&other))
        .run();
}
