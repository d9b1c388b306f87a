//! Lists of pictures are read, each from a reader of its own.

use std::io::{self, Read};

use tensor_format::{DecodeError, from_reader};
use tensor_format_users::{
    Scenario,
    picture::{COUNT, Picture, decode, messages},
};

fn ours(messages: &[Vec<u8>]) -> Result<usize, DecodeError> {
    let mut found = 0;
    for message in messages {
        let pictures: Vec<Picture> = from_reader(&message[..])?;
        found += pictures.iter().map(|picture| picture.objects.len()).sum::<usize>();
    }
    Ok(found)
}

fn by_hand(messages: &[Vec<u8>]) -> io::Result<usize> {
    let mut found = 0;
    for message in messages {
        let mut bytes = Vec::new();
        (&message[..]).read_to_end(&mut bytes)?;
        let pictures = decode(&bytes).ok_or(io::ErrorKind::InvalidData)?;
        found += pictures.iter().map(|picture| picture.objects.len()).sum::<usize>();
    }
    Ok(found)
}

fn main() {
    let messages = messages();
    Scenario::new("pictures with objects of text, number and box, from a reader", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .run();
}
