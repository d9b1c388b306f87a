//! Both names of a renamed parameter exist, and their rules fit.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Detected {
    crops: Vec<[u8; 3]>,
    scores: Vec<f32>,
}

#[derive(Tensor)]
struct Classify {
    image: Vec<[u8; 3]>,
}

#[derive(Tensor)]
struct Rank {
    image: Vec<f32>,
}

#[derive(Tensor)]
struct Show {
    image: Vec<[u8; 3]>,
}

#[derive(Tensor)]
struct Store {
    image: Vec<[u8; 3]>,
}

#[derive(Tensor)]
struct Bytes(Vec<u8>);

#[derive(Tensor)]
struct Pixels(Vec<u8>);

contract! {
    Detected => Classify { image: crops },
    Detected => Rank { image: crops },
    Detected => Show { picture: crops },
    Detected => Store { image: corps },
    Bytes => Pixels { image: crops },
}

fn main() {}
