//! A value of a map is one tensor.

use std::collections::BTreeMap;

use tensor_format::Tensor;

#[derive(Tensor)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Tensor)]
struct Records {
    points: BTreeMap<String, Point>,
    lists: Option<BTreeMap<String, BTreeMap<String, f32>>>,
}

fn main() {}
