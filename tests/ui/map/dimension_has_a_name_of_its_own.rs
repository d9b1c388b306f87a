//! No two dimensions of a label have one name, and none is called as the values are.

use std::collections::BTreeMap;

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [category, category])]
struct Twice(BTreeMap<(String, String), f32>);

#[derive(Tensor)]
#[tensor(shape = [x, x: 3])]
struct LabelAndAxis(BTreeMap<String, [f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [values])]
struct Values(BTreeMap<String, f32>);

#[derive(Tensor)]
struct Fields {
    #[tensor(shape = [_, d0])]
    automatic: BTreeMap<(String, String), f32>,
    #[tensor(rename = "other.d0")]
    clash: Vec<String>,
    other: BTreeMap<String, f32>,
}

#[derive(Tensor)]
struct Again {
    again: BTreeMap<String, f32>,
    #[tensor(rename = "again")]
    same: BTreeMap<String, f32>,
}

fn main() {}
