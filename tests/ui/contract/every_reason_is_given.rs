//! Every reason why a contract does not hold is given, up to four; the rest are counted.

use ndarray::Array2;
use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Before {
    image: Array2<f64>,
    label: Option<String>,
    scores: [f32; 10],
}

#[derive(Tensor)]
struct After {
    image: Array2<f32>,
    label: String,
    scores: [f32; 12],
    top: u8,
    left: u8,
    width: u8,
}

contract! { Before => After }

fn main() {}
