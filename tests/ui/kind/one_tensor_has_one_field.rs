//! One tensor has one field.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Pair(f32, Vec<f32>);

#[derive(Tensor)]
#[tensor(transparent)]
struct Named {
    first: f32,
    second: f32,
}

fn main() {}
