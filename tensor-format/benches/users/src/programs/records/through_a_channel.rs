//! Records are sent through a channel and summed at its other end.

use std::sync::mpsc;

use tensor_format::{DecodeError, from_slice};
use tensor_format_users::{Fault, Scenario, record::*};

fn ours(messages: &[u8]) -> Result<f32, DecodeError> {
    let (sender, receiver) = mpsc::channel();
    for message in messages.chunks(LEN) {
        let record: Record = from_slice(message)?;
        let _ = sender.send(record);
    }
    drop(sender);
    Ok(receiver.iter().map(|record| record.score).sum())
}

fn by_hand(messages: &[u8]) -> Result<f32, Fault> {
    let (sender, receiver) = mpsc::channel();
    for message in messages.chunks(LEN) {
        let record = decode(message)?;
        let _ = sender.send(record);
    }
    drop(sender);
    Ok(receiver.iter().map(|record| record.score).sum())
}

fn main() {
    let messages = &messages();
    Scenario::new("record, through a channel", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
