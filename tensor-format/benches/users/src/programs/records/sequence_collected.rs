//! A sequence of records is collected.

use tensor_format::{DecodeError, decthings};
use tensor_format_users::{Fault, Scenario, record::*};

fn ours(messages: &[u8]) -> Result<Vec<Record>, DecodeError> {
    decthings::sequence(messages).collect()
}

fn by_hand(mut messages: &[u8]) -> Result<Vec<Record>, Fault> {
    let mut records = Vec::new();
    while !messages.is_empty() {
        let (record, rest) = decode_first(messages)?;
        records.push(record);
        messages = rest;
    }
    Ok(records)
}

fn main() {
    let messages = &messages();
    Scenario::new("sequence of records, collected", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
