//! An element type is a word, not a string or a number.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(dtype = "f32")]
    quoted: f32,
    #[tensor(dtype = "float32")]
    quoted_of_numpy: f32,
    #[tensor(dtype = 32)]
    number: f32,
}

fn main() {}
