//! Lists of enums with fields are written: the variant of each, and the fields of each variant where they are.

use serde::Serialize;
use tensor_format::{EncodeError, Tensor, to_vec};
use tensor_format_users::{Scenario, varint::put_varint};

const COUNT: usize = 10_000;

/// The events of a message.
const EVENTS: usize = 100;

#[derive(Tensor, Serialize)]
enum Event {
    Key { code: u32 },
    Mouse { x: f32, y: f32 },
    Idle,
}

fn ours(messages: &[Vec<Event>]) -> Result<Vec<Vec<u8>>, EncodeError> {
    messages.iter().map(to_vec).collect()
}

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

fn encode(events: &Vec<Event>) -> Vec<u8> {
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

fn by_hand(messages: &[Vec<Event>]) -> Vec<Vec<u8>> {
    messages.iter().map(encode).collect()
}

fn by_postcard(messages: &[Vec<Event>]) -> Result<Vec<Vec<u8>>, postcard::Error> {
    messages.iter().map(postcard::to_stdvec).collect()
}

fn main() {
    let event = |index: usize| match index % 7 {
        0 | 3 | 4 => Event::Key { code: index as u32 },
        1 | 5 => Event::Mouse { x: index as f32, y: 1.0 },
        _ => Event::Idle,
    };
    let events = |index: usize| (index..index + EVENTS).map(event).collect::<Vec<_>>();
    let messages: Vec<Vec<Event>> = (0..COUNT / EVENTS).map(events).collect();
    assert_eq!(ours(&messages).ok(), Some(by_hand(&messages)));
    Scenario::new("100 enums with fields, written", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .case("postcard", || by_postcard(&messages))
        .run();
}
