//! Generic code that requires `Feeds` takes only types whose contract is declared.

use tensor_format::{Feeds, HasRules, Tensor, contract};

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

contract! { Detected => Classify }

fn link<A: Feeds<B>, B: HasRules>() {}

fn main() {
    link::<Detected, Classify>();
    link::<Detected, Embed>();
}
