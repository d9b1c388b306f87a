//! Records are pushed to a vector by a function that returns it.

use tensor_format::{DecodeError, from_slice};
use tensor_format_users::{Fault, Scenario, record::*};

fn ours(messages: &[u8]) -> Result<Vec<Record>, DecodeError> {
    let mut records = Vec::new();
    for message in messages.chunks(LEN) {
        records.push(from_slice(message)?);
    }
    Ok(records)
}

fn by_hand(messages: &[u8]) -> Result<Vec<Record>, Fault> {
    let mut records = Vec::new();
    for message in messages.chunks(LEN) {
        records.push(decode(message)?);
    }
    Ok(records)
}

fn wincode(messages: &[u8]) -> Result<Vec<Record>, wincode::ReadError> {
    let mut records = Vec::new();
    for message in messages.chunks(WINCODE) {
        records.push(wincode::deserialize(message)?);
    }
    Ok(records)
}

fn main() {
    let (messages, peers) = (&messages(), &wincode_messages());
    Scenario::new("record, pushed to a vector", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .case("wincode", || wincode(peers))
        .run();
}
