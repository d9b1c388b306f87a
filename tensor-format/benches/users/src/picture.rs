//! A list of pictures and what was found in each: records of text, number and box in the records of a list. The codec by
//! hand is for little-endian machines.

use serde::{Deserialize, Serialize};
use tensor_format::{Tensor, to_vec};

use crate::varint::{put_varint, varint};

/// What was found.
#[derive(Clone, Debug, PartialEq, Tensor, Serialize, Deserialize)]
pub struct Found {
    /// The name of the class.
    pub label: String,
    /// How sure the model is.
    pub score: f32,
    /// The box in which it is.
    pub corners: [f32; 4],
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Tensor, Serialize, Deserialize)]
pub struct Picture {
    /// Its number.
    pub id: u32,
    /// What was found in it.
    pub objects: Vec<Found>,
}

/// The number of pictures of a program, and of those in a message.
pub const COUNT: usize = 5_000;
const EACH: usize = 50;

const NAMES: &[u8] = b"\x0b\x01\x07\x02id\x15objects.label.lengths\x14objects.label.values\x15objects.score.lengths\
    \x14objects.score.values\x17objects.corners.lengths\x16objects.corners.values";

fn put_header(out: &mut Vec<u8>, header: [u8; 2], len: usize, inner: &[u8]) {
    out.extend_from_slice(&header);
    put_varint(out, len);
    out.extend_from_slice(inner);
}

fn put_lengths(out: &mut Vec<u8>, pictures: &[Picture]) {
    put_header(out, [10, 1], pictures.len(), &[]);
    pictures.iter().for_each(|picture| out.extend_from_slice(&(picture.objects.len() as u64).to_le_bytes()));
}

/// Returns a message, written by hand.
#[must_use]
pub fn encode(pictures: &[Picture]) -> Vec<u8> {
    let objects = || pictures.iter().flat_map(|picture| &picture.objects);
    let (count, text) = objects().fold((0, 0), |(count, text), object| (count + 1, text + object.label.len() + 1));
    let mut out = Vec::with_capacity(NAMES.len() + 64 + 28 * pictures.len() + 20 * count + text);
    out.extend_from_slice(NAMES);
    put_header(&mut out, [9, 1], pictures.len(), &[]);
    pictures.iter().for_each(|picture| out.extend_from_slice(&picture.id.to_le_bytes()));
    put_lengths(&mut out, pictures);
    put_header(&mut out, [11, 1], count, &[]);
    for object in objects() {
        put_varint(&mut out, object.label.len());
        out.extend_from_slice(object.label.as_bytes());
    }
    put_lengths(&mut out, pictures);
    put_header(&mut out, [1, 1], count, &[]);
    objects().for_each(|object| out.extend_from_slice(&object.score.to_le_bytes()));
    put_lengths(&mut out, pictures);
    put_header(&mut out, [1, 2], count, &[4]);
    objects().for_each(|object| out.extend_from_slice(bytemuck::bytes_of(&object.corners)));
    out
}

/// Takes the header of a column off, whose outermost axis is returned.
fn header<'a>(bytes: &'a [u8], header: [u8; 2], inner: &[u8]) -> Option<(usize, &'a [u8])> {
    let (count, rest) = varint(bytes.strip_prefix(&header)?)?;
    Some((count, rest.strip_prefix(inner)?))
}

/// Takes a column of `N` bytes a row off.
fn rows<'a, const N: usize>(bytes: &'a [u8], of: [u8; 2], inner: &[u8]) -> Option<(&'a [[u8; N]], &'a [u8])> {
    let (count, rest) = header(bytes, of, inner)?;
    let (column, rest) = rest.split_at_checked(count.checked_mul(N)?)?;
    Some((column.as_chunks().0, rest))
}

/// Reads a message by hand.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<Vec<Picture>> {
    let (ids, rest) = rows::<4>(bytes.strip_prefix(NAMES)?, [9, 1], &[])?;
    let (lengths, rest) = rows::<8>(rest, [10, 1], &[])?;
    let (count, mut labels) = header(rest, [11, 1], &[])?;
    let mut rest = labels;
    for _ in 0..count {
        let (len, text) = varint(rest)?;
        rest = text.get(len..)?;
    }
    let (of_scores, rest) = rows::<8>(rest, [10, 1], &[])?;
    let (mut scores, rest) = rows::<4>(rest, [1, 1], &[])?;
    let (of_corners, rest) = rows::<8>(rest, [10, 1], &[])?;
    let (mut corners, rest) = rows::<16>(rest, [1, 2], &[4])?;
    let sum = lengths.iter().try_fold(0u64, |sum, length| sum.checked_add(u64::from_le_bytes(*length)))?;
    let is_whole = ids.len() == lengths.len() && rest.is_empty() && lengths == of_scores && lengths == of_corners;
    if !is_whole || [count, scores.len(), corners.len()] != [usize::try_from(sum).ok()?; 3] {
        return None;
    }
    let mut pictures = Vec::with_capacity(ids.len());
    for (id, length) in ids.iter().zip(lengths) {
        let len = u64::from_le_bytes(*length) as usize;
        let (own_scores, more) = scores.split_at_checked(len)?;
        scores = more;
        let (own_corners, more) = corners.split_at_checked(len)?;
        corners = more;
        let mut objects = Vec::with_capacity(len);
        for (score, corners) in own_scores.iter().zip(own_corners) {
            let (len, rest) = varint(labels)?;
            let (label, rest) = rest.split_at_checked(len)?;
            labels = rest;
            let label = std::str::from_utf8(label).ok()?.to_owned();
            let corners = bytemuck::must_cast::<[u8; 16], [f32; 4]>(*corners);
            objects.push(Found { label, score: f32::from_le_bytes(*score), corners });
        }
        pictures.push(Picture { id: u32::from_le_bytes(*id), objects });
    }
    Some(pictures)
}

/// Returns the pictures of each message.
#[must_use]
pub fn pictures() -> Vec<Vec<Picture>> {
    let found = |index: usize| Found {
        label: ["cat", "dog", "a long name of a class"][index % 3].to_owned(),
        score: index as f32 / 7.0,
        corners: [index as f32, 1.0, 2.0, 3.0],
    };
    let one = |id: usize| Picture { id: id as u32, objects: (0..id * 7919 % 8).map(|at| found(id + at)).collect() };
    let all: Vec<Picture> = (0..COUNT).map(one).collect();
    all.chunks(EACH).map(<[Picture]>::to_vec).collect()
}

/// Returns their messages.
#[must_use]
pub fn messages() -> Vec<Vec<u8>> {
    pictures().iter().map(|pictures| to_vec(pictures).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_by_hand_are_ours_and_are_read() {
        for pictures in pictures().iter().take(3) {
            let message = to_vec(pictures).expect("pictures");
            assert_eq!(encode(pictures), message);
            assert_eq!(decode(&message).as_ref(), Some(pictures));
            for len in 0..message.len() {
                assert_eq!(decode(&message[..len]), None, "{len} bytes");
            }
        }
    }
}
