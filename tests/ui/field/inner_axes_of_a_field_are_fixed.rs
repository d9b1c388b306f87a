//! Every axis but the outermost of a field has a length that the type fixes.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    rows: Vec<Vec<f32>>,
}

fn main() {}
