//! The values of a map that attributes describe are tensors.

use std::collections::BTreeMap;

use tensor_format::Tensor;

#[derive(Tensor)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Tensor)]
struct Records {
    #[tensor(dtype = f32)]
    points: BTreeMap<String, Point>,
    #[tensor(sparse)]
    lists: Option<BTreeMap<String, BTreeMap<String, f32>>>,
}

fn main() {}
