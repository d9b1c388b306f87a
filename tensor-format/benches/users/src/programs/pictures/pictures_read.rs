//! Lists of pictures are read, with what was found in each.

use tensor_format::{DecodeError, from_slice};
use tensor_format_users::{
    Scenario,
    picture::{COUNT, Picture, decode, messages, pictures},
};

fn ours(messages: &[Vec<u8>]) -> Result<usize, DecodeError> {
    let mut found = 0;
    for message in messages {
        let pictures: Vec<Picture> = from_slice(message)?;
        found += pictures.iter().map(|picture| picture.objects.len()).sum::<usize>();
    }
    Ok(found)
}

fn by_hand(messages: &[Vec<u8>]) -> Option<usize> {
    let mut found = 0;
    for message in messages {
        found += decode(message)?.iter().map(|picture| picture.objects.len()).sum::<usize>();
    }
    Some(found)
}

fn by_postcard(messages: &[Vec<u8>]) -> Result<usize, postcard::Error> {
    let mut found = 0;
    for message in messages {
        let pictures: Vec<Picture> = postcard::from_bytes(message)?;
        found += pictures.iter().map(|picture| picture.objects.len()).sum::<usize>();
    }
    Ok(found)
}

fn main() {
    let messages = messages();
    let other: Vec<Vec<u8>> =
        pictures().iter().map(|pictures| postcard::to_stdvec(pictures).unwrap_or_default()).collect();
    Scenario::new("pictures with objects of text, number and box, read", COUNT)
        .case("tensor-format", || ours(&messages))
        .case("by hand", || by_hand(&messages))
        .case("postcard", || by_postcard(&other))
        .run();
}
