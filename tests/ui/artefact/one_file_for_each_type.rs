//! A type matches one file.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches(accepts = "defs/scores.json", exact = "defs/scores.json"))]
struct Both(Vec<f32>);

fn main() {}
