//! Lists of enums with fields are read.

use tensor_format::{DecodeError, from_slice};
use tensor_format_users::{
    Scenario,
    events::{COUNT, Event, decode, encode, events},
};

fn ours(messages: &[Vec<u8>]) -> Result<Vec<Vec<Event>>, DecodeError> {
    messages.iter().map(|bytes| from_slice(bytes)).collect()
}

fn by_hand(messages: &[Vec<u8>]) -> Option<Vec<Vec<Event>>> {
    messages.iter().map(|bytes| decode(bytes)).collect()
}

fn by_postcard(messages: &[Vec<u8>]) -> Result<Vec<Vec<Event>>, postcard::Error> {
    messages.iter().map(|bytes| postcard::from_bytes(bytes)).collect()
}

fn main() {
    let events = events();
    let messages: Vec<Vec<u8>> = events.iter().map(|events| encode(events)).collect();
    let of_postcard: Vec<Vec<u8>> = events.iter().filter_map(|events| postcard::to_stdvec(events).ok()).collect();
    assert_eq!((ours(&messages).ok(), by_hand(&messages)), (Some(events.clone()), Some(events)));
    Scenario::new("100 enums with fields, read", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .case("postcard", || by_postcard(&of_postcard))
        .run();
}
