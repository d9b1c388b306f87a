//! A record whose type fixes its number of bytes: a box with a score. The codec by hand is for little-endian machines.

use tensor_format::{Tensor, decthings::Options, to_vec};
use wincode::{SchemaRead, SchemaWrite};

use crate::{Fault, fixed};

/// A box with a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Tensor, SchemaRead, SchemaWrite)]
pub struct Record {
    /// Its number.
    pub id: u32,
    /// How sure the model is.
    pub score: f32,
    /// The lower corner, in homogeneous coordinates.
    pub min: [f32; 4],
    /// The upper corner.
    pub max: [f32; 4],
}

/// The number of records of a program: 1.4 MB of messages.
pub const COUNT: usize = 20_000;

/// The size of a message in bytes.
pub const LEN: usize = 70;

/// The size of a message without names in bytes.
pub const UNNAMED: usize = 50;

const NAMES: &[u8] = b"\x0b\x01\x04\x02id\x05score\x03min\x03max";

/// Reads a message by hand.
///
/// # Errors
///
/// Says what differs.
#[inline]
pub fn decode(bytes: &[u8]) -> Result<Record, Fault> {
    decode_unnamed(bytes.strip_prefix(NAMES).ok_or(Fault::Names)?)
}

/// Reads a message without names by hand.
///
/// # Errors
///
/// Says what differs.
#[inline]
pub fn decode_unnamed(bytes: &[u8]) -> Result<Record, Fault> {
    let (record, rest) = split(bytes)?;
    if rest.is_empty() { Ok(record) } else { Err(Fault::Trailing) }
}

#[inline]
fn split(bytes: &[u8]) -> Result<(Record, &[u8]), Fault> {
    let (id, rest) = fixed(bytes, &[9, 0], "id")?;
    let (score, rest) = fixed(rest, &[1, 0], "score")?;
    let (min, rest) = fixed::<16>(rest, &[1, 1, 4], "min")?;
    let (max, rest) = fixed::<16>(rest, &[1, 1, 4], "max")?;
    let record = Record {
        id: u32::from_le_bytes(id),
        score: f32::from_le_bytes(score),
        min: bytemuck::must_cast(min),
        max: bytemuck::must_cast(max),
    };
    Ok((record, rest))
}

/// Reads the first message of several by hand.
///
/// # Errors
///
/// Says what differs.
#[inline]
pub fn decode_first(bytes: &[u8]) -> Result<(Record, &[u8]), Fault> {
    split(bytes.strip_prefix(NAMES).ok_or(Fault::Names)?)
}

/// Appends a message by hand.
#[inline]
pub fn append(record: &Record, out: &mut Vec<u8>) {
    out.reserve(LEN);
    out.extend_from_slice(NAMES);
    out.extend_from_slice(&[9, 0]);
    out.extend_from_slice(&record.id.to_le_bytes());
    out.extend_from_slice(&[1, 0]);
    out.extend_from_slice(&record.score.to_le_bytes());
    for corner in [&record.min, &record.max] {
        out.extend_from_slice(&[1, 1, 4]);
        out.extend_from_slice(bytemuck::bytes_of(corner));
    }
}

/// Returns records that differ.
#[must_use]
pub fn records() -> Vec<Record> {
    let record = |id: u32| {
        let x = id as f32;
        Record { id, score: x / 7.0, min: [x, x + 1.0, x + 2.0, 1.0], max: [x + 3.0, x + 4.0, x + 5.0, 1.0] }
    };
    (0..COUNT as u32).map(record).collect()
}

/// Returns the messages of the records, one after another.
#[must_use]
pub fn messages() -> Vec<u8> {
    records().iter().flat_map(|record| to_vec(record).unwrap_or_default()).collect()
}

/// Returns the messages without names.
#[must_use]
pub fn unnamed_messages() -> Vec<u8> {
    let options = Options::new().names(false);
    records().iter().flat_map(|record| options.to_vec(record).unwrap_or_default()).collect()
}

/// Returns the records as wincode writes them.
#[must_use]
pub fn wincode_messages() -> Vec<u8> {
    records().iter().flat_map(|record| wincode::serialize(record).unwrap_or_default()).collect()
}

/// The size of a message of wincode in bytes.
pub const WINCODE: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_by_hand_are_ours_and_are_read() {
        let options = Options::new().names(false);
        for record in records().iter().take(100) {
            let message = to_vec(record).expect("a record");
            let mut by_hand = Vec::new();
            append(record, &mut by_hand);
            assert_eq!(by_hand, message);
            assert_eq!(message.len(), LEN);
            assert_eq!(decode(&message), Ok(*record));
            by_hand.extend_from_slice(b"more");
            assert_eq!(decode_first(&by_hand), Ok((*record, &b"more"[..])));
            assert_eq!(decode(&by_hand), Err(Fault::Trailing));
            let unnamed = options.to_vec(record).expect("a record");
            assert_eq!(unnamed.len(), UNNAMED);
            assert_eq!(decode_unnamed(&unnamed), Ok(*record));
        }
    }

    #[test]
    fn what_is_cut_or_changed_is_refused_by_hand_as_by_us() {
        let message = to_vec(&records()[3]).expect("a record");
        for len in 0..message.len() {
            assert!(decode(&message[..len]).is_err(), "{len} bytes");
        }
        for at in 0..message.len() {
            let mut message = message.clone();
            message[at] ^= 0x40;
            let ours = tensor_format::from_slice::<Record>(&message);
            assert_eq!(decode(&message).ok(), ours.ok(), "byte {at}");
        }
    }
}
