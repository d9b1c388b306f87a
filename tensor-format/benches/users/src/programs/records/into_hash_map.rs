//! Records are put into a map by their number.

use std::collections::HashMap;

use tensor_format::{DecodeError, from_slice};
use tensor_format_users::{Fault, Scenario, record::*};

fn ours(messages: &[u8]) -> Result<HashMap<u32, Record>, DecodeError> {
    let mut records = HashMap::new();
    for message in messages.chunks(LEN) {
        let record: Record = from_slice(message)?;
        records.insert(record.id, record);
    }
    Ok(records)
}

fn by_hand(messages: &[u8]) -> Result<HashMap<u32, Record>, Fault> {
    let mut records = HashMap::new();
    for message in messages.chunks(LEN) {
        let record = decode(message)?;
        records.insert(record.id, record);
    }
    Ok(records)
}

fn main() {
    let messages = &messages();
    Scenario::new("record, into a map", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .run();
}
