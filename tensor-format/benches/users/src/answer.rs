//! The answer of a detector for one picture: a record with a few records of text, number, box and option. The codec by hand
//! is for little-endian machines.

use serde::{Deserialize, Serialize};
use tensor_format::{Tensor, to_vec};

use crate::varint::{put_varint, varint};

/// What was found.
#[derive(Clone, Debug, PartialEq, Tensor, Serialize, Deserialize)]
pub struct Object {
    /// The name of the class.
    pub label: String,
    /// How sure the model is.
    pub score: f32,
    /// The box in which it is.
    pub corners: [f32; 4],
    /// The number of the track, if there is one.
    pub track: Option<u32>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Tensor, Serialize, Deserialize)]
pub struct Answer {
    /// The number of the picture.
    pub picture: u32,
    /// The name of the model.
    pub model: String,
    /// What was found.
    pub objects: Vec<Object>,
}

/// The number of answers of a program.
pub const COUNT: usize = 2_000;

const NAMES: &[u8] = b"\x0b\x01\x07\x07picture\x05model\x0dobjects.label\x0dobjects.score\x0fobjects.corners\
    \x15objects.track.lengths\x14objects.track.values";

fn put_header(out: &mut Vec<u8>, header: [u8; 2], len: usize, inner: &[u8]) {
    out.extend_from_slice(&header);
    put_varint(out, len);
    out.extend_from_slice(inner);
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_varint(out, text.len());
    out.extend_from_slice(text.as_bytes());
}

/// Returns a message, written by hand.
#[must_use]
pub fn encode(answer: &Answer) -> Vec<u8> {
    let Answer { picture, model, objects } = answer;
    let text = objects.iter().map(|object| object.label.len() + 1).sum::<usize>();
    let mut out = Vec::with_capacity(NAMES.len() + 48 + model.len() + 32 * objects.len() + text);
    out.extend_from_slice(NAMES);
    out.extend_from_slice(&[9, 0]);
    out.extend_from_slice(&picture.to_le_bytes());
    out.extend_from_slice(&[11, 0]);
    put_text(&mut out, model);
    put_header(&mut out, [11, 1], objects.len(), &[]);
    objects.iter().for_each(|object| put_text(&mut out, &object.label));
    put_header(&mut out, [1, 1], objects.len(), &[]);
    objects.iter().for_each(|object| out.extend_from_slice(&object.score.to_le_bytes()));
    put_header(&mut out, [1, 2], objects.len(), &[4]);
    objects.iter().for_each(|object| out.extend_from_slice(bytemuck::bytes_of(&object.corners)));
    put_header(&mut out, [10, 1], objects.len(), &[]);
    objects.iter().for_each(|object| out.extend_from_slice(&u64::from(object.track.is_some()).to_le_bytes()));
    let tracks = objects.iter().filter_map(|object| object.track);
    put_header(&mut out, [9, 1], tracks.clone().count(), &[]);
    tracks.for_each(|track| out.extend_from_slice(&track.to_le_bytes()));
    out
}

/// Takes a text off.
fn text(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (len, rest) = varint(bytes)?;
    let (text, rest) = rest.split_at_checked(len)?;
    Some((std::str::from_utf8(text).ok()?, rest))
}

/// Takes a column of rows of `N` bytes off.
fn rows<'a, const N: usize>(bytes: &'a [u8], of: [u8; 2], inner: &[u8]) -> Option<(&'a [[u8; N]], &'a [u8])> {
    let (count, rest) = varint(bytes.strip_prefix(&of)?)?;
    let (column, rest) = rest.strip_prefix(inner)?.split_at_checked(count.checked_mul(N)?)?;
    Some((column.as_chunks().0, rest))
}

/// Reads a message by hand.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<Answer> {
    let (picture, rest) = bytes.strip_prefix(NAMES)?.strip_prefix(&[9, 0])?.split_first_chunk()?;
    let (model, rest) = text(rest.strip_prefix(&[11, 0])?)?;
    let (count, mut labels) = varint(rest.strip_prefix(&[11, 1])?)?;
    let mut rest = labels;
    for _ in 0..count {
        let (len, text) = varint(rest)?;
        rest = text.get(len..)?;
    }
    let (scores, rest) = rows::<4>(rest, [1, 1], &[])?;
    let (corners, rest) = rows::<16>(rest, [1, 2], &[4])?;
    let (present, rest) = rows::<8>(rest, [10, 1], &[])?;
    let (tracks, rest) = rows::<4>(rest, [9, 1], &[])?;
    if [scores.len(), corners.len(), present.len()] != [count; 3] || !rest.is_empty() {
        return None;
    }
    let mut tracks = tracks.iter();
    let mut objects = Vec::with_capacity(count);
    for ((score, corners), present) in scores.iter().zip(corners).zip(present) {
        let (label, rest) = text(labels)?;
        labels = rest;
        let track = match u64::from_le_bytes(*present) {
            0 => None,
            1 => Some(u32::from_le_bytes(*tracks.next()?)),
            _ => return None,
        };
        let corners = bytemuck::must_cast::<[u8; 16], [f32; 4]>(*corners);
        objects.push(Object { label: label.to_owned(), score: f32::from_le_bytes(*score), corners, track });
    }
    let answer = Answer { picture: u32::from_le_bytes(*picture), model: model.to_owned(), objects };
    tracks.next().is_none().then_some(answer)
}

/// Checks the headers of a message by hand, and that its texts are such.
#[must_use]
pub fn check(bytes: &[u8]) -> Option<()> {
    let (_, rest) = bytes.strip_prefix(NAMES)?.strip_prefix(&[9, 0])?.split_first_chunk::<4>()?;
    let (_, rest) = text(rest.strip_prefix(&[11, 0])?)?;
    let (count, mut rest) = varint(rest.strip_prefix(&[11, 1])?)?;
    for _ in 0..count {
        (_, rest) = text(rest)?;
    }
    let (scores, rest) = rows::<4>(rest, [1, 1], &[])?;
    let (corners, rest) = rows::<16>(rest, [1, 2], &[4])?;
    let (present, rest) = rows::<8>(rest, [10, 1], &[])?;
    let (_, rest) = rows::<4>(rest, [9, 1], &[])?;
    ([scores.len(), corners.len(), present.len()] == [count; 3] && rest.is_empty()).then_some(())
}

/// Returns answers with up to seven objects.
#[must_use]
pub fn answers() -> Vec<Answer> {
    let object = |index: usize| Object {
        label: ["cat", "dog", "a long name of a class"][index % 3].to_owned(),
        score: index as f32 / 7.0,
        corners: [index as f32, 1.0, 2.0, 3.0],
        track: (!index.is_multiple_of(4)).then_some(index as u32),
    };
    let answer = |picture: usize| Answer {
        picture: picture as u32,
        model: "detector".to_owned(),
        objects: (0..picture * 7919 % 8).map(|at| object(picture + at)).collect(),
    };
    (0..COUNT).map(answer).collect()
}

/// Returns their messages.
#[must_use]
pub fn messages() -> Vec<Vec<u8>> {
    answers().iter().map(|answer| to_vec(answer).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codec_by_hand_is_ours() {
        for (answer, message) in answers().iter().zip(messages()) {
            assert_eq!(encode(answer), message);
            assert_eq!(decode(&message).as_ref(), Some(answer));
            assert!(check(&message).is_some());
            assert!((0..message.len()).all(|len| check(&message[..len]).is_none()));
            assert!((0..message.len()).all(|len| decode(&message[..len]).is_none()));
        }
    }
}
