//! One record is read again and again, and a field of it summed.

use tensor_format::{DecodeError, decthings};
use tensor_format_users::{Fault, Scenario, record::*};

fn ours(messages: &[u8], record: &mut Record) -> Result<f32, DecodeError> {
    let mut sum = 0.0;
    for message in messages.chunks(LEN) {
        decthings::decode_into(message, record)?;
        sum += record.score;
    }
    Ok(sum)
}

fn by_hand(messages: &[u8], record: &mut Record) -> Result<f32, Fault> {
    let mut sum = 0.0;
    for message in messages.chunks(LEN) {
        *record = decode(message)?;
        sum += record.score;
    }
    Ok(sum)
}

fn main() {
    let messages = &messages();
    let (mut first, mut second) = (Record::default(), Record::default());
    Scenario::new("record, decode_into", COUNT)
        .case("tensor-format", || ours(messages, &mut first))
        .case("by hand", || by_hand(messages, &mut second))
        .run();
}
