//! The values of a parameter lie in the range that the target wants.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Detected {
    scores: Vec<f32>,
    #[tensor(range = 0..=1000)]
    classes: Vec<u32>,
    #[tensor(range = 0..=255)]
    levels: Vec<u16>,
}

#[derive(Tensor)]
struct Classify {
    #[tensor(range = 0.0..=1.0)]
    scores: Vec<f32>,
    #[tensor(range = 1..1000)]
    classes: Vec<u32>,
    #[tensor(range = 0..256)]
    levels: Vec<u16>,
}

contract! {
    Detected => Classify,
}

fn main() {}
