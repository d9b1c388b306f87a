//! Lists of pictures are written, each to the same file or socket: here a vector, which keeps what it is given.

use std::io::{self, Write};

use tensor_format::{EncodeError, to_writer};
use tensor_format_users::{
    Scenario,
    picture::{COUNT, Picture, encode, pictures},
};

fn ours(pictures: &[Vec<Picture>], out: &mut Vec<u8>) -> Result<(), EncodeError> {
    out.clear();
    pictures.iter().try_for_each(|pictures| to_writer(&mut *out, pictures))
}

fn by_hand(pictures: &[Vec<Picture>], out: &mut Vec<u8>) -> io::Result<()> {
    out.clear();
    pictures.iter().try_for_each(|pictures| out.write_all(&encode(pictures)))
}

fn peer(pictures: &[Vec<Picture>], out: &mut Vec<u8>) -> postcard::Result<()> {
    out.clear();
    pictures.iter().try_for_each(|pictures| postcard::to_io(pictures, &mut *out).map(|_| ()))
}

fn main() {
    let pictures = pictures();
    let [mut own, mut hand, mut other] = [const { Vec::new() }; 3];
    Scenario::new("pictures with objects of text, number and box, to a writer", COUNT)
        .case("tensor-format", || ours(&pictures, &mut own))
        .case("by hand", || by_hand(&pictures, &mut hand))
        .case("postcard", || peer(&pictures, &mut other))
        .run();
}
