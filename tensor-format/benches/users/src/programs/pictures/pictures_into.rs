//! Lists of pictures are read into the same memory again and again.

use tensor_format::{DecodeError, decthings::decode_into};
use tensor_format_users::{
    Scenario,
    picture::{COUNT, Picture, decode, messages},
};

fn ours(messages: &[Vec<u8>], pictures: &mut Vec<Picture>) -> Result<usize, DecodeError> {
    let mut found = 0;
    for message in messages {
        decode_into(message, pictures)?;
        found += pictures.len();
    }
    Ok(found)
}

fn by_hand(messages: &[Vec<u8>]) -> Option<usize> {
    let mut found = 0;
    for message in messages {
        found += decode(message)?.len();
    }
    Some(found)
}

fn main() {
    let messages = messages();
    let mut pictures = Vec::new();
    Scenario::new("pictures with objects of text, number and box, decode_into (by hand anew)", COUNT)
        .case("tensor-format", || ours(&messages, &mut pictures))
        .case("by hand", || by_hand(&messages))
        .run();
}
