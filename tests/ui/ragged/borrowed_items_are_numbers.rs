//! Slices of a ragged list are borrowed, which only numbers can be, and not from a stream.

use tensor_format::{Ragged, decthings::from_reader, from_slice};

fn main() {
    let _ = from_slice::<Ragged<&[&str]>>(&[]);
    let _ = from_slice::<Ragged<&[Vec<f32>]>>(&[]);
    let _ = from_reader::<Ragged<&[f32]>, _>(&b""[..]);
}
