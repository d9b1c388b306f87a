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

#[derive(Tensor)]
struct Nodes(Vec<Nodes>);

#[derive(Tensor)]
struct Slices(Box<[Slices]>);

#[derive(Tensor)]
enum Expression {
    Number(f32),
    Negative(Box<Expression>),
}

fn main() {}
