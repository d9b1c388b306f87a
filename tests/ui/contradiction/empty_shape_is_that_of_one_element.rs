//! `shape = []` is the shape of one element.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Scores {
    #[tensor(shape = [])]
    scores: Vec<f32>,
}

fn main() {}
