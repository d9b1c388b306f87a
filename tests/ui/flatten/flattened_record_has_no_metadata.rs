//! A flattened record has tensors alone.

use tensor_format::Tensor;

#[derive(Tensor)]
pub struct Samples {
    samples: Vec<f32>,
    #[tensor(metadata)]
    gain: f64,
}

#[derive(Tensor)]
pub struct Event {
    title: String,
    #[tensor(flatten)]
    samples: Samples,
}

fn main() {}
