//! `ragged` is for lists whose items are lists.

use std::time::Duration;
use tensor_format::Tensor;

#[derive(Tensor)]
struct Fields {
    #[tensor(ragged)]
    flat: Vec<f32>,
    #[tensor(ragged)]
    number: f32,
    #[tensor(ragged)]
    foreign: Vec<Vec<Duration>>,
}

fn main() {}
