//! Tables are read: lists of records of many numbers.

use tensor_format::{DecodeError, from_slice};
use tensor_format_users::{
    Scenario,
    table::{COUNT, Row, decode, messages, tables},
};

fn ours(messages: &[Vec<u8>]) -> Result<Vec<Vec<Row>>, DecodeError> {
    messages.iter().map(|bytes| from_slice(bytes)).collect()
}

fn by_hand(messages: &[Vec<u8>]) -> Option<Vec<Vec<Row>>> {
    messages.iter().map(|bytes| decode(bytes)).collect()
}

fn by_postcard(messages: &[Vec<u8>]) -> Result<Vec<Vec<Row>>, postcard::Error> {
    messages.iter().map(|bytes| postcard::from_bytes(bytes)).collect()
}

fn main() {
    let messages = messages();
    let other: Vec<Vec<u8>> = tables().iter().filter_map(|rows| postcard::to_stdvec(rows).ok()).collect();
    Scenario::new("1,000 rows of 28 numbers, read", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .case("postcard", || by_postcard(&other))
        .run();
}
