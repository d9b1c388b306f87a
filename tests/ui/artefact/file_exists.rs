//! The file of definitions is there.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/nowhere.json")]
struct One(Vec<f32>);

#[derive(Tensor)]
#[tensor(matches = "/defs/model.json")]
struct Absolute(Vec<f32>);

fn main() {}
