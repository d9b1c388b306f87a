//! A record of texts and lists is read again and again into the same memory.

use tensor_format::{DecodeError, decthings};
use tensor_format_users::{Fault, Scenario, detection::*};

fn ours(messages: &[Vec<u8>], detection: &mut Detection) -> Result<usize, DecodeError> {
    let mut boxes = 0;
    for message in messages {
        decthings::decode_into(message, detection)?;
        boxes += detection.boxes.len();
    }
    Ok(boxes)
}

fn by_hand(messages: &[Vec<u8>], detection: &mut Detection) -> Result<usize, Fault> {
    let mut boxes = 0;
    for message in messages {
        decode_into(message, detection)?;
        boxes += detection.boxes.len();
    }
    Ok(boxes)
}

fn main() {
    let messages = &messages();
    let (mut first, mut second) = (Detection::default(), Detection::default());
    Scenario::new("record of text, list and option, decode_into", COUNT)
        .case("tensor-format", || ours(messages, &mut first))
        .case("by hand", || by_hand(messages, &mut second))
        .run();
}
