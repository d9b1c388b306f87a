//! Records are read, changed and appended to an answer.

use std::error::Error;

use tensor_format::{decthings, from_slice};
use tensor_format_users::{Fault, Scenario, record::*};

fn ours(messages: &[u8], out: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
    out.clear();
    for message in messages.chunks(LEN) {
        let mut record: Record = from_slice(message)?;
        record.score *= 0.5;
        decthings::append(&record, out)?;
    }
    Ok(())
}

fn by_hand(messages: &[u8], out: &mut Vec<u8>) -> Result<(), Fault> {
    out.clear();
    for message in messages.chunks(LEN) {
        let mut record = decode(message)?;
        record.score *= 0.5;
        append(&record, out);
    }
    Ok(())
}

fn main() {
    let messages = &messages();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    Scenario::new("record, forwarded", COUNT)
        .case("tensor-format", || ours(messages, &mut first))
        .case("by hand", || by_hand(messages, &mut second))
        .run();
}
