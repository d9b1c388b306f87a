//! A length in the file is a whole number, or -1 for any.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/negative.json")]
struct Negative {
    image: Vec<f32>,
}

fn main() {}
