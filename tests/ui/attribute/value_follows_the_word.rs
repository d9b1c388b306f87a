//! A word that takes a value has one.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all)]
struct Input {
    #[tensor(shape)]
    first: Vec<f32>,
    #[tensor(dtype, rename)]
    second: f32,
    #[tensor(shape =, rename = "b")]
    third: f32,
}

fn main() {}
