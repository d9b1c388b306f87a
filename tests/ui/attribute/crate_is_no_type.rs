//! The path to the runtime crate begins with no type.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(crate = Self::inner)]
struct Input {
    first: f32,
}

fn main() {}
