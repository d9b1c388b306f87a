//! A record is not flattened in itself.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Node {
    value: f32,
    #[tensor(flatten = "next_")]
    next: Box<Node>,
}

fn main() {}
