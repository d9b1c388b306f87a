//! Every axis but the outermost has a length that the type fixes.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Ragged(Vec<Vec<f32>>);

fn main() {}
