//! Answers are read, each from a message of its own.

use tensor_format::{DecodeError, from_slice};
use tensor_format_users::{
    Scenario,
    answer::{Answer, COUNT, answers, decode, messages},
};

fn ours(messages: &[Vec<u8>]) -> Result<usize, DecodeError> {
    let mut found = 0;
    for message in messages {
        let answer: Answer = from_slice(message)?;
        found += answer.objects.len();
    }
    Ok(found)
}

fn by_hand(messages: &[Vec<u8>]) -> Option<usize> {
    let mut found = 0;
    for message in messages {
        found += decode(message)?.objects.len();
    }
    Some(found)
}

fn by_postcard(messages: &[Vec<u8>]) -> Result<usize, postcard::Error> {
    let mut found = 0;
    for message in messages {
        let answer: Answer = postcard::from_bytes(message)?;
        found += answer.objects.len();
    }
    Ok(found)
}

fn main() {
    let messages = messages();
    let other: Vec<Vec<u8>> = answers().iter().map(|answer| postcard::to_stdvec(answer).unwrap_or_default()).collect();
    Scenario::new("record with a few records of text, number, box and option, read", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .case("postcard", || by_postcard(&other))
        .run();
}
