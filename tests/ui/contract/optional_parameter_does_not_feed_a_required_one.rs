//! What the target requires, the source never leaves out.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Found {
    label: Option<String>,
    #[tensor(default = 0.5)]
    score: f32,
}

#[derive(Tensor)]
struct Report {
    label: String,
    score: f32,
}

contract! { Found => Report }

fn main() {}
