//! Slices of a ragged list are borrowed, which only numbers can be.

use tensor_format::{Ragged, from_slice};

fn main() {
    let _ = from_slice::<Ragged<&[&str]>>(&[]);
    let _ = from_slice::<Ragged<&[Vec<f32>]>>(&[]);
}
