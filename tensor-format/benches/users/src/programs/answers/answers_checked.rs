//! Answers are checked by their headers, and passed on as they are.

use tensor_format::{DecodeError, decthings};
use tensor_format_users::{
    Scenario,
    answer::{Answer, COUNT, check, messages},
};

fn ours(messages: &[Vec<u8>]) -> Result<(), DecodeError> {
    messages.iter().try_for_each(|message| decthings::check::<Answer>(message))
}

fn by_hand(messages: &[Vec<u8>]) -> Option<()> {
    messages.iter().try_for_each(|message| check(message))
}

fn main() {
    let messages = messages();
    Scenario::new("`check` of a record with a few records of text, number, box and option", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .run();
}
