use tensor_format::{Feeds, HasRules, Model, Pipe, Tensor, contract};

#[derive(Tensor)]
struct Frame {
    pixels: Vec<u8>,
}

#[derive(Tensor)]
struct Detected {
    boxes: Vec<[f32; 4]>,
}

#[derive(Tensor)]
struct Classify {
    boxes: Vec<[f32; 4]>,
}

#[derive(Tensor)]
struct Embed {
    boxes: Vec<[f32; 4]>,
}

struct Detector;
struct Embedder;

impl Model for Detector {
    type Input<'a> = Frame;
    type Output = Detected;
    type Error = std::convert::Infallible;

    fn run(&self, _: Frame) -> Result<Detected, Self::Error> {
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

fn link<A: Feeds<B>, B: HasRules>() {}

contract! { Detected => Classify }

fn main() {
    link::<Detected, Classify>();
    link::<Detected, Embed>();
    link::<Classify, Detected>();
    link::<Vec<f32>, Embed>();
    let _ = Pipe::new(Detector, Embedder);
}
