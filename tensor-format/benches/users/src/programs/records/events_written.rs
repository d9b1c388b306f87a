//! Lists of enums with fields are written.

use tensor_format::{EncodeError, to_vec};
use tensor_format_users::{
    Scenario,
    events::{COUNT, Event, encode, events},
};

fn ours(messages: &[Vec<Event>]) -> Result<Vec<Vec<u8>>, EncodeError> {
    messages.iter().map(to_vec).collect()
}

fn by_hand(messages: &[Vec<Event>]) -> Vec<Vec<u8>> {
    messages.iter().map(|events| encode(events)).collect()
}

fn by_postcard(messages: &[Vec<Event>]) -> Result<Vec<Vec<u8>>, postcard::Error> {
    messages.iter().map(postcard::to_stdvec).collect()
}

fn main() {
    let messages = events();
    assert_eq!(ours(&messages).ok(), Some(by_hand(&messages)));
    Scenario::new("100 enums with fields, written", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .case("postcard", || by_postcard(&messages))
        .run();
}
