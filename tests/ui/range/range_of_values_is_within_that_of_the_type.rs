//! A range of values narrows that of the type, if it has one.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(range = 0.0..=1.0)]
struct Score(f32);

#[derive(Tensor)]
#[tensor(range = -0.25..=1e-7)]
struct Wider(Score);

#[derive(Tensor)]
struct Report {
    #[tensor(range = 0.5..=1.5)]
    scores: Vec<Score>,
    #[tensor(range = ..1.0)]
    best: Option<Score>,
}

fn main() {}
