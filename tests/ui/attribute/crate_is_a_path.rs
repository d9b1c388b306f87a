//! The path to the runtime crate is a path, not a string.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(crate = "tensor_format")]
struct Input {
    first: f32,
}

fn main() {}
