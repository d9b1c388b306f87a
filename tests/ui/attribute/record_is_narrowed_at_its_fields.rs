//! A record is narrowed at its fields, not as a whole.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(dtype = f32, shape = [3])]
struct Input {
    values: Vec<f32>,
}

fn main() {}
