//! Every element type that the source gives is one that the target takes.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Measured {
    samples: Vec<f64>,
    rate: u32,
}

#[derive(Tensor)]
struct Listen {
    samples: Vec<f32>,
    rate: u32,
}

#[derive(Tensor)]
#[tensor(dtype = [u8, u16])]
struct Levels(Tensor);

contract! {
    Measured => Listen,
    Vec<u8> => Levels,
    Vec<u32> => Levels,
}

fn main() {}
