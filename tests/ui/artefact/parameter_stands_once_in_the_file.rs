//! The file defines each parameter once.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/twice.json")]
struct Twice {
    image: Vec<f32>,
}

fn main() {}
