//! Lists of pictures are read one after another from a stream. By hand the length of each comes before it.

use std::io::{self, BufReader, Read};

use tensor_format::{DecodeError, decthings::Options};
use tensor_format_users::{
    Scenario,
    picture::{COUNT, Picture, decode, messages},
};

fn ours(stream: impl Read) -> Result<usize, DecodeError> {
    let mut found = 0;
    for pictures in Options::new().sequence_from_reader::<Vec<Picture>, _>(stream) {
        found += pictures?.iter().map(|picture| picture.objects.len()).sum::<usize>();
    }
    Ok(found)
}

fn by_hand(stream: impl Read) -> io::Result<usize> {
    let (mut stream, mut bytes, mut found) = (BufReader::new(stream), Vec::new(), 0);
    for _ in 0..COUNT / 50 {
        let mut len = [0; 4];
        stream.read_exact(&mut len)?;
        bytes.resize(u32::from_le_bytes(len) as usize, 0);
        stream.read_exact(&mut bytes)?;
        let pictures = decode(&bytes).ok_or(io::ErrorKind::InvalidData)?;
        found += pictures.iter().map(|picture| picture.objects.len()).sum::<usize>();
    }
    Ok(found)
}

fn main() {
    let messages = messages();
    let stream = messages.concat();
    let framed: Vec<u8> = messages
        .iter()
        .flat_map(|message| (message.len() as u32).to_le_bytes().into_iter().chain(message.iter().copied()))
        .collect();
    Scenario::new("pictures with objects of text, number and box, from a stream", COUNT)
        .case("tensor-format", || ours(&stream[..]))
        .case("by hand", || by_hand(&framed[..]))
        .run();
}
