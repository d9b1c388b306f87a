//! Two fields or variants of one name in Rust are one error beside that of the compiler.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    image: Vec<f32>,
    image: Vec<f64>,
}

#[derive(Tensor)]
enum Animal {
    Cat,
    Dog,
    Cat,
}

fn main() {}
