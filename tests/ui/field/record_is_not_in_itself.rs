//! The parameters of a record are a list that is known when the program is compiled, so a record cannot be in itself.

use std::collections::BTreeMap;
use tensor_format::Tensor;

#[derive(Tensor)]
struct Node {
    value: f32,
    next: Option<Box<Node>>,
    children: Vec<Self>,
    named: BTreeMap<String, Node>,
}

fn main() {}
