//! Answers are read, each from a reader of its own.

use std::io::{self, Read};

use tensor_format::{DecodeError, from_reader};
use tensor_format_users::{
    Scenario,
    answer::{Answer, COUNT, decode, messages},
};

fn ours(messages: &[Vec<u8>]) -> Result<usize, DecodeError> {
    let mut found = 0;
    for message in messages {
        let answer: Answer = from_reader(&message[..])?;
        found += answer.objects.len();
    }
    Ok(found)
}

fn by_hand(messages: &[Vec<u8>]) -> io::Result<usize> {
    let mut found = 0;
    for message in messages {
        let mut bytes = Vec::new();
        (&message[..]).read_to_end(&mut bytes)?;
        found += decode(&bytes).map_or(0, |answer| answer.objects.len());
    }
    Ok(found)
}

fn main() {
    let messages = messages();
    Scenario::new("record with a few records of text, number, box and option, from a reader", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .run();
}
