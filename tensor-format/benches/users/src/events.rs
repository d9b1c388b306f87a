//! Lists of enums with fields: the variant of each, and the fields of each variant where they are. The codec by hand is for
//! little-endian machines.

use serde::{Deserialize, Serialize};
use tensor_format::Tensor;

use crate::varint::{put_varint, varint};

/// What happened.
#[derive(Clone, Debug, PartialEq, Tensor, Serialize, Deserialize)]
pub enum Event {
    /// A key was pressed.
    Key {
        /// Which one.
        code: u32,
    },
    /// The mouse was moved.
    Mouse {
        /// To where.
        x: f32,
        /// To where.
        y: f32,
    },
    /// Nothing.
    Idle,
}

/// The number of events of a program, and of those in a message.
pub const COUNT: usize = 10_000;
const EACH: usize = 100;

const NAMES: &[u8] = b"\x0b\x01\x07\x07variant\x10Key.code.lengths\x0fKey.code.values\x0fMouse.x.lengths\
\x0eMouse.x.values\x0fMouse.y.lengths\x0eMouse.y.values";

/// Appends which events have a field, and the values of those that have it.
fn column(out: &mut Vec<u8>, events: &[Event], element_type: u8, field: impl Fn(&Event) -> Option<[u8; 4]>) {
    out.extend_from_slice(&[10, 1]);
    put_varint(out, events.len());
    let mut count = 0;
    for event in events {
        let is_there = u64::from(field(event).is_some());
        count += is_there;
        out.extend_from_slice(&is_there.to_le_bytes());
    }
    out.extend_from_slice(&[element_type, 1]);
    put_varint(out, count as usize);
    for value in events.iter().filter_map(field) {
        out.extend_from_slice(&value);
    }
}

/// Returns a message, written by hand.
#[must_use]
pub fn encode(events: &[Event]) -> Vec<u8> {
    let mut out = NAMES.to_vec();
    out.extend_from_slice(&[11, 1]);
    put_varint(&mut out, events.len());
    for event in events {
        let name: &[u8] = match event {
            Event::Key { .. } => b"\x03Key",
            Event::Mouse { .. } => b"\x05Mouse",
            Event::Idle => b"\x04Idle",
        };
        out.extend_from_slice(name);
    }
    column(&mut out, events, 9, |event| match event {
        Event::Key { code } => Some(code.to_le_bytes()),
        _ => None,
    });
    column(&mut out, events, 1, |event| match event {
        Event::Mouse { x, .. } => Some(x.to_le_bytes()),
        _ => None,
    });
    column(&mut out, events, 1, |event| match event {
        Event::Mouse { y, .. } => Some(y.to_le_bytes()),
        _ => None,
    });
    out
}

/// Takes a list of this element type off: its length, and what is behind.
fn list(bytes: &[u8], element_type: u8) -> Option<(usize, &[u8])> {
    varint(bytes.strip_prefix(&[element_type, 1])?)
}

/// Which of `count` events have a field, and the values of those that have it.
struct Column<'a> {
    presence: std::slice::Iter<'a, [u8; 8]>,
    values: std::slice::Iter<'a, [u8; 4]>,
}

impl<'a> Column<'a> {
    fn split(bytes: &'a [u8], count: usize, element_type: u8) -> Option<(Self, &'a [u8])> {
        let (len, rest) = list(bytes, 10)?;
        let (presence, rest) = rest.split_at_checked(len.checked_mul(8)?)?;
        let (values, rest) = list(rest, element_type)?;
        let (bytes, rest) = rest.split_at_checked(values.checked_mul(4)?)?;
        let presence: &[[u8; 8]] = presence.as_chunks().0;
        let mut present = 0u64;
        for is_there in presence {
            let is_there = u64::from_le_bytes(*is_there);
            if is_there > 1 {
                return None;
            }
            present += is_there;
        }
        (len == count && present == values as u64).then_some(())?;
        Some((Self { presence: presence.iter(), values: bytes.as_chunks().0.iter() }, rest))
    }

    /// Goes on to the next event, which has the field or not.
    fn next(&mut self, is_there: bool) -> Option<[u8; 4]> {
        let [flag, ..] = self.presence.next()?;
        if (*flag == 1) != is_there {
            return None;
        }
        if is_there { self.values.next().copied() } else { Some([0; 4]) }
    }
}

/// Reads a message by hand.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<Vec<Event>> {
    let (count, mut variants) = list(bytes.strip_prefix(NAMES)?, 11)?;
    let mut rest = variants;
    for _ in 0..count {
        let (len, text) = varint(rest)?;
        rest = text.get(len..)?;
    }
    let (mut codes, rest) = Column::split(rest, count, 9)?;
    let (mut xs, rest) = Column::split(rest, count, 1)?;
    let (mut ys, rest) = Column::split(rest, count, 1)?;
    let mut events = Vec::with_capacity(count);
    for _ in 0..count {
        let (len, text) = varint(variants)?;
        let (variant, behind) = text.split_at_checked(len)?;
        variants = behind;
        let (is_key, is_mouse) = (variant == b"Key", variant == b"Mouse");
        let (code, x, y) = (codes.next(is_key)?, xs.next(is_mouse)?, ys.next(is_mouse)?);
        events.push(match variant {
            b"Key" => Event::Key { code: u32::from_le_bytes(code) },
            b"Mouse" => Event::Mouse { x: f32::from_le_bytes(x), y: f32::from_le_bytes(y) },
            b"Idle" => Event::Idle,
            _ => return None,
        });
    }
    rest.is_empty().then_some(events)
}

/// Returns the events of each message.
#[must_use]
pub fn events() -> Vec<Vec<Event>> {
    let event = |index: usize| match index % 7 {
        0 | 3 | 4 => Event::Key { code: index as u32 },
        1 | 5 => Event::Mouse { x: index as f32, y: 1.0 },
        _ => Event::Idle,
    };
    (0..COUNT / EACH).map(|index| (index..index + EACH).map(event).collect()).collect()
}

#[cfg(test)]
mod tests {
    use tensor_format::to_vec;

    use super::*;

    #[test]
    fn bytes_by_hand_are_ours_and_are_read() {
        for events in events().iter().take(3) {
            let bytes = encode(events);
            assert_eq!(to_vec(events).ok().as_deref(), Some(&*bytes));
            assert_eq!(decode(&bytes).as_ref(), Some(events));
        }
    }

    #[test]
    fn a_field_of_another_variant_is_refused() {
        let bytes = encode(&[Event::Idle]);
        let at = bytes.windows(4).position(|window| window == b"Idle").expect("the variant");
        let mut wrong = bytes.clone();
        wrong.splice(at - 1..at + 4, *b"\x03Key");
        assert_eq!((decode(&wrong), decode(&bytes[..bytes.len() - 1])), (None, None));
    }
}
