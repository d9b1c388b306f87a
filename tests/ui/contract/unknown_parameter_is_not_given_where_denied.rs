//! A source gives no parameter that the target does not know and denies.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Detected {
    boxes: Vec<[f32; 4]>,
    scores: Vec<f32>,
}

#[derive(Tensor)]
struct Draw {
    boxes: Vec<[f32; 4]>,
}

#[derive(Tensor)]
#[tensor(deny_unknown)]
struct Strict {
    boxes: Vec<[f32; 4]>,
}

contract! {
    Detected => Draw,
    Detected => Strict,
}

fn main() {}
