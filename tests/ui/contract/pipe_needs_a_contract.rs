//! Models stand in a `Pipe` only if a contract shows that the second takes what the first gives.

use tensor_format::{Model, Pipe, Tensor};

#[derive(Tensor)]
struct Detected {
    boxes: Vec<[f32; 4]>,
}

#[derive(Tensor)]
struct Embed {
    boxes: Vec<[f32; 4]>,
}

struct Detector;
struct Embedder;

impl Model for Detector {
    type Input<'a> = Vec<u8>;
    type Output = Detected;
    type Error = std::convert::Infallible;

    fn run(&self, _: Vec<u8>) -> Result<Detected, Self::Error> {
        Ok(Detected { boxes: Vec::new() })
    }
}

impl Model for Embedder {
    type Input<'a> = Embed;
    type Output = f32;
    type Error = std::convert::Infallible;

    fn run(&self, _: Embed) -> Result<f32, Self::Error> {
        Ok(0.0)
    }
}

fn main() {
    let both = Pipe::new(Detector, Embedder);
    // No further error.
    let _ = tensor_format::decthings::call(&both, &[], &mut Vec::new());
}
