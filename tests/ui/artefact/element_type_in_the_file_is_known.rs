//! An element type in the file is one of those of Decthings.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/unknown_type.json")]
struct UnknownType {
    image: Vec<f32>,
}

fn main() {}
