//! A field of many records is summed.

use tensor_format::{DecodeError, from_slice};
use tensor_format_users::{Fault, Scenario, record::*};

fn ours(messages: &[u8]) -> Result<f32, DecodeError> {
    messages.chunks(LEN).map(|message| from_slice(message).map(|record: Record| record.max[2])).sum()
}

fn by_hand(messages: &[u8]) -> Result<f32, Fault> {
    messages.chunks(LEN).map(|message| decode(message).map(|record| record.max[2])).sum()
}

fn wincode(messages: &[u8]) -> Result<f32, wincode::ReadError> {
    messages.chunks(WINCODE).map(|message| wincode::deserialize(message).map(|record: Record| record.max[2])).sum()
}

fn main() {
    let (messages, peers) = (&messages(), &wincode_messages());
    Scenario::new("record, a field summed", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .case("wincode", || wincode(peers))
        .run();
}
