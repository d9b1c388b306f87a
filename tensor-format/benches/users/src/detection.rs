//! A record of text, list and option, as a detector answers. The codec by hand is for little-endian machines.

use serde::{Deserialize, Serialize};
use tensor_format::{Tensor, to_vec};

use crate::{
    Fault, fixed,
    varint::{put_varint, varint},
};

/// What a detector found.
#[derive(Clone, Debug, Default, PartialEq, Tensor, Serialize, Deserialize)]
pub struct Detection {
    /// How sure the model is.
    pub score: f32,
    /// The name of the class.
    pub label: String,
    /// The boxes in which it is.
    pub boxes: Vec<[f32; 4]>,
    /// The number of the track, if there is one.
    pub track: Option<u32>,
}

/// The number of records of a program.
pub const COUNT: usize = 5_000;

const WITH_TRACK: &[u8] = b"\x0b\x01\x04\x05score\x05label\x05boxes\x05track";
const WITHOUT_TRACK: &[u8] = b"\x0b\x01\x03\x05score\x05label\x05boxes";

/// The parts of a message where they lie: score, label, the numbers of the boxes, track.
type Parts<'a> = (f32, &'a str, &'a [u8], Option<u32>);

#[inline]
fn parts(bytes: &[u8]) -> Result<Parts<'_>, Fault> {
    let (has_track, rest) = match bytes.strip_prefix(WITH_TRACK) {
        Some(rest) => (true, rest),
        None => (false, bytes.strip_prefix(WITHOUT_TRACK).ok_or(Fault::Names)?),
    };
    let (score, rest) = fixed(rest, &[1, 0], "score")?;
    let rest = rest.strip_prefix(&[11, 0]).ok_or(Fault::Header("label"))?;
    // A scalar text has the length of its data before its own.
    let (len, rest) = varint(rest).ok_or(Fault::End("label"))?;
    let (label, rest) = rest.split_at_checked(len).ok_or(Fault::End("label"))?;
    let label = std::str::from_utf8(label).map_err(|_| Fault::Text("label"))?;
    let rest = rest.strip_prefix(&[1, 2]).ok_or(Fault::Header("boxes"))?;
    let (count, rest) = varint(rest).ok_or(Fault::End("boxes"))?;
    let rest = rest.strip_prefix(&[4]).ok_or(Fault::Header("boxes"))?;
    let (numbers, rest) =
        count.checked_mul(16).and_then(|len| rest.split_at_checked(len)).ok_or(Fault::End("boxes"))?;
    let (track, rest) = match has_track {
        true => fixed(rest, &[9, 0], "track").map(|(track, rest)| (Some(u32::from_le_bytes(track)), rest))?,
        false => (None, rest),
    };
    if rest.is_empty() { Ok((f32::from_le_bytes(score), label, numbers, track)) } else { Err(Fault::Trailing) }
}

/// Reads a message by hand.
///
/// # Errors
///
/// Says what differs.
#[inline]
pub fn decode(bytes: &[u8]) -> Result<Detection, Fault> {
    let (score, label, numbers, track) = parts(bytes)?;
    Ok(Detection { score, label: label.to_owned(), boxes: bytemuck::pod_collect_to_vec(numbers), track })
}

/// Reads a message by hand into an existing value, whose memory is used again.
///
/// # Errors
///
/// Says what differs.
#[inline]
pub fn decode_into(bytes: &[u8], detection: &mut Detection) -> Result<(), Fault> {
    let (score, label, numbers, track) = parts(bytes)?;
    detection.label.clear();
    detection.label.push_str(label);
    detection.boxes.clear();
    detection
        .boxes
        .extend(numbers.as_chunks().0.iter().map(|corner| bytemuck::must_cast::<[u8; 16], [f32; 4]>(*corner)));
    (detection.score, detection.track) = (score, track);
    Ok(())
}

/// Returns a message, written by hand.
#[inline]
#[must_use]
pub fn encode(detection: &Detection) -> Vec<u8> {
    let names = if detection.track.is_some() { WITH_TRACK } else { WITHOUT_TRACK };
    let mut out = Vec::with_capacity(names.len() + 40 + detection.label.len() + 16 * detection.boxes.len());
    out.extend_from_slice(names);
    out.extend_from_slice(&[1, 0]);
    out.extend_from_slice(&detection.score.to_le_bytes());
    out.extend_from_slice(&[11, 0]);
    put_varint(&mut out, detection.label.len());
    out.extend_from_slice(detection.label.as_bytes());
    out.extend_from_slice(&[1, 2]);
    put_varint(&mut out, detection.boxes.len());
    out.push(4);
    out.extend_from_slice(bytemuck::cast_slice(&detection.boxes));
    if let Some(track) = detection.track {
        out.extend_from_slice(&[9, 0]);
        out.extend_from_slice(&track.to_le_bytes());
    }
    out
}

/// Returns detections that differ.
#[must_use]
pub fn detections() -> Vec<Detection> {
    let one = |index: u32| Detection {
        score: index as f32 / 7.0,
        label: ["cat", "dog", "a long name of a class"][index as usize % 3].to_owned(),
        boxes: (0..index % 4 + 1).map(|at| [index as f32, at as f32, 1.0, 2.0]).collect(),
        track: (!index.is_multiple_of(5)).then_some(index),
    };
    (0..COUNT as u32).map(one).collect()
}

/// Returns their messages.
#[must_use]
pub fn messages() -> Vec<Vec<u8>> {
    detections().iter().map(|detection| to_vec(detection).unwrap_or_default()).collect()
}

/// Returns them as postcard writes them.
#[must_use]
pub fn postcard_messages() -> Vec<Vec<u8>> {
    detections().iter().map(|detection| postcard::to_stdvec(detection).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_by_hand_are_ours_and_are_read() {
        let mut into = Detection::default();
        for detection in detections().iter().take(100) {
            let message = to_vec(detection).expect("a record");
            assert_eq!(encode(detection), message);
            assert_eq!(decode(&message).as_ref(), Ok(detection));
            assert_eq!(decode_into(&message, &mut into), Ok(()));
            assert_eq!(into, *detection);
        }
    }

    #[test]
    fn what_is_cut_is_refused_by_hand() {
        for detection in detections().iter().take(6) {
            let message = encode(detection);
            for len in 0..message.len() {
                assert!(decode(&message[..len]).is_err(), "{len} bytes");
            }
        }
    }
}
