//! The scalars of a row have one range of values, and so have the variants of a union.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(range = 0.0..=1.0)]
struct Score(f32);

#[derive(Tensor)]
#[tensor(stack)]
struct Row {
    score: Score,
    size: f32,
}

#[derive(Tensor)]
#[tensor(range = -1.5..1e20)]
struct Wide(f64);

#[derive(Tensor)]
enum Either {
    Score(Score),
    Wide(Wide),
}

fn main() {}
