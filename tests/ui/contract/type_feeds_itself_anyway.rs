//! A contract of a type with itself says nothing.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Detected {
    boxes: Vec<[f32; 4]>,
}

contract! { Detected => Detected }

fn main() {}
