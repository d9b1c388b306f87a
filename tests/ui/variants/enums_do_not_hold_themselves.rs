//! An enum that is a record is not in itself.

use tensor_format::{Batch, Tensor};

#[derive(Tensor)]
enum Tree {
    Node { left: Box<Tree>, right: Box<Self> },
    Many(Batch<Tree>),
    Leaf(f32),
}

fn main() {}
