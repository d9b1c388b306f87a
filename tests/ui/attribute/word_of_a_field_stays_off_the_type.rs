//! What is said of a parameter stands on its field.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename = "x", default, skip)]
struct Input {
    first: f32,
}

fn main() {}
