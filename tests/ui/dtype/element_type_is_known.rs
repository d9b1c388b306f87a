//! An element type is one of twenty; the nearest is suggested.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(dtype = f33)]
    typo: f32,
    #[tensor(dtype = String)]
    rust: String,
    #[tensor(dtype = banana)]
    fruit: f32,
}

fn main() {}
