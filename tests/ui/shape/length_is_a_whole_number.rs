//! A length is a whole number.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [3.0, ?])]
struct Numbers(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [99999999999999999999])]
struct Large(Vec<f32>);

fn main() {}
