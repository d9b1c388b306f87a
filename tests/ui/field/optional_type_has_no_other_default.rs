//! A field whose type says what absence means has no default of its own.

use tensor_format::{Many, Tensor};

#[derive(Tensor)]
struct Maybe {
    #[tensor(default = Some(0.5))]
    threshold: Option<f32>,
    #[tensor(default = 0.5)]
    score: Option<f32>,
}

#[derive(Tensor)]
struct Several {
    #[tensor(default = Many(vec![0.5]))]
    thresholds: Many<f32>,
}

fn main() {}
