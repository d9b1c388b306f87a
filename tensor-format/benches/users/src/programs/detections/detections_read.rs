//! Records of texts and lists are read.

use tensor_format::{DecodeError, from_slice};
use tensor_format_users::{Fault, Scenario, detection::*};

fn ours(messages: &[Vec<u8>]) -> Result<Vec<Detection>, DecodeError> {
    messages.iter().map(|message| from_slice(message)).collect()
}

fn by_hand(messages: &[Vec<u8>]) -> Result<Vec<Detection>, Fault> {
    messages.iter().map(|message| decode(message)).collect()
}

fn postcard(messages: &[Vec<u8>]) -> Result<Vec<Detection>, postcard::Error> {
    messages.iter().map(|message| postcard::from_bytes(message)).collect()
}

fn main() {
    let (messages, peers) = (&messages(), &postcard_messages());
    Scenario::new("record of text, list and option, read", COUNT)
        .case("tensor-format", || ours(messages))
        .case("by hand", || by_hand(messages))
        .case("postcard", || postcard(peers))
        .run();
}
