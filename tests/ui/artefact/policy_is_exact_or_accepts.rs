//! The policy of `matches` is `exact` or `accepts`.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches(accept = "defs/scores.json"))]
struct Near(Vec<f32>);

#[derive(Tensor)]
#[tensor(matches(loosely = "defs/scores.json"))]
struct Far(Vec<f32>);

#[derive(Tensor)]
#[tensor(matches("defs/scores.json"))]
struct NoPolicy(Vec<f32>);

fn main() {}
