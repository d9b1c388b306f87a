//! A path to the crate that leads nowhere is one error, at the path.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(crate = tensors)]
struct Input {
    #[tensor(shape = [3])]
    first: Vec<f32>,
    second: Option<Box<u8>>,
}

#[derive(Tensor)]
#[tensor(crate = tensors, banana)]
struct Faulty {
    first: f32,
}

fn main() {}
