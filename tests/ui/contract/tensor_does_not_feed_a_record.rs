//! One tensor does not feed a record, nor the other way round.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Scores(Vec<f32>);

#[derive(Tensor)]
struct Report {
    scores: Vec<f32>,
}

contract! {
    Scores => Report,
    Report => Scores,
}

fn main() {}
