//! The types of a contract are in scope where it is declared.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Input {
    threshold: f32,
}

contract! {
    Input => Missing,
}

fn main() {}
