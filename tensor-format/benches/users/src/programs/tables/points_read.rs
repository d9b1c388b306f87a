//! A long list of records of a few numbers is read.

use serde::{Deserialize, Serialize};
use tensor_format::{DecodeError, Tensor, from_slice, to_vec};
use tensor_format_users::{Scenario, varint::varint};

const COUNT: usize = 100_000;

#[derive(Clone, Debug, PartialEq, Tensor, Serialize, Deserialize)]
struct Point {
    at: [f32; 3],
    score: f32,
}

fn ours(bytes: &[u8]) -> Result<Vec<Point>, DecodeError> {
    from_slice(bytes)
}

fn by_hand(bytes: &[u8]) -> Option<Vec<Point>> {
    let bytes = bytes.strip_prefix(b"\x0b\x01\x02\x02at\x05score\x01\x02")?;
    let (count, rest) = varint(bytes)?;
    let (places, rest) = rest.strip_prefix(&[3])?.split_at_checked(count.checked_mul(12)?)?;
    let (scores_count, scores) = varint(rest.strip_prefix(&[1, 1])?)?;
    if scores_count != count || Some(scores.len()) != count.checked_mul(4) {
        return None;
    }
    let places: &[[u8; 12]] = places.as_chunks().0;
    let scores: &[[u8; 4]] = scores.as_chunks().0;
    let point = |(at, score): (&[u8; 12], &[u8; 4])| Point {
        at: bytemuck::must_cast::<[u8; 12], [f32; 3]>(*at),
        score: f32::from_le_bytes(*score),
    };
    Some(places.iter().zip(scores).map(point).collect())
}

fn main() {
    let points: Vec<Point> = (0..COUNT).map(|at| Point { at: [at as f32, 1.0, 2.0], score: 0.5 }).collect();
    let bytes = to_vec(&points).unwrap_or_default();
    let other = postcard::to_stdvec(&points).unwrap_or_default();
    assert_eq!((ours(&bytes).ok(), by_hand(&bytes)), (Some(points.clone()), Some(points)));
    Scenario::new("100,000 points in a list, read", COUNT)
        .case("tensor-format", || ours(&bytes))
        .case("by hand", || by_hand(&bytes))
        .case("postcard", || postcard::from_bytes::<Vec<Point>>(&other))
        .run();
}
