//! The file has a list of definitions for a record, and one rules object for a tensor.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/detect.json")]
struct One(Vec<f32>);

#[derive(Tensor)]
#[tensor(matches = "defs/scores.json")]
struct Record {
    scores: Vec<f32>,
}

fn main() {}
