//! Braces hold one expression.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [{}, {1, 2}])]
struct Constants(Vec<f32>);

fn main() {}
