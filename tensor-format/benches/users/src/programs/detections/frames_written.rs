//! Lists of records that hold lists of records are written: columns of all items, and the lengths of the lists for each.

use serde::Serialize;
use tensor_format::{EncodeError, Tensor, to_vec};
use tensor_format_users::{Scenario, varint::put_varint};

const COUNT: usize = 10_000;

/// The frames of a message.
const FRAMES: usize = 100;

#[derive(Tensor, Serialize)]
struct Found {
    x: f32,
    y: f32,
    label: u16,
}

#[derive(Tensor, Serialize)]
struct Frame {
    id: u64,
    found: Vec<Found>,
}

fn ours(messages: &[Vec<Frame>]) -> Result<Vec<Vec<u8>>, EncodeError> {
    messages.iter().map(to_vec).collect()
}

const NAMES: &[u8] = b"\x0b\x01\x07\x02id\x0ffound.x.lengths\x0efound.x.values\x0ffound.y.lengths\x0efound.y.values\
\x13found.label.lengths\x12found.label.values";

/// Appends the lengths of all lists, and what the items have in one field.
fn column<const N: usize>(out: &mut Vec<u8>, frames: &[Frame], element_type: u8, field: impl Fn(&Found) -> [u8; N]) {
    out.extend_from_slice(&[10, 1]);
    put_varint(out, frames.len());
    for frame in frames {
        out.extend_from_slice(&(frame.found.len() as u64).to_le_bytes());
    }
    out.extend_from_slice(&[element_type, 1]);
    put_varint(out, frames.iter().map(|frame| frame.found.len()).sum());
    for found in frames.iter().flat_map(|frame| &frame.found) {
        out.extend_from_slice(&field(found));
    }
}

fn encode(frames: &Vec<Frame>) -> Vec<u8> {
    let mut out = NAMES.to_vec();
    out.extend_from_slice(&[10, 1]);
    put_varint(&mut out, frames.len());
    for frame in frames {
        out.extend_from_slice(&frame.id.to_le_bytes());
    }
    column(&mut out, frames, 1, |found| found.x.to_le_bytes());
    column(&mut out, frames, 1, |found| found.y.to_le_bytes());
    column(&mut out, frames, 8, |found| found.label.to_le_bytes());
    out
}

fn by_hand(messages: &[Vec<Frame>]) -> Vec<Vec<u8>> {
    messages.iter().map(encode).collect()
}

fn by_postcard(messages: &[Vec<Frame>]) -> Result<Vec<Vec<u8>>, postcard::Error> {
    messages.iter().map(postcard::to_stdvec).collect()
}

fn main() {
    let found = |index: usize| Found { x: index as f32, y: 1.0, label: index as u16 };
    let frame = |index: usize| Frame { id: index as u64, found: (0..index % 5).map(found).collect() };
    let frames = |index: usize| (index..index + FRAMES).map(frame).collect::<Vec<_>>();
    let messages: Vec<Vec<Frame>> = (0..COUNT / FRAMES).map(frames).collect();
    assert_eq!(ours(&messages).ok(), Some(by_hand(&messages)));
    Scenario::new("100 records with lists of records, written", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .case("postcard", || by_postcard(&messages))
        .run();
}
