//! What is said of a tensor is not said of metadata.

use tensor_format::Tensor;

mod module {}

#[derive(Tensor)]
pub struct Event {
    samples: Vec<f32>,
    #[tensor(metadata, dtype = f32, shape = [3], range = 0..=1)]
    gains: Vec<f32>,
    #[tensor(metadata, with = module)]
    time: u64,
    #[tensor(metadata, flatten)]
    detector: u8,
    #[tensor(metadata, skip)]
    cache: u8,
    #[tensor(metadata = "run")]
    run: u64,
}

fn main() {}
