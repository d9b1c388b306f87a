//! A batch of records feeds a record whose parameters have one more axis, of one name.

use ndarray::Array2;
use tensor_format::{Batch, Tensor, contract};

#[derive(Tensor)]
struct Sample {
    image: [f32; 3],
    label: u8,
}

#[derive(Tensor)]
struct Samples {
    #[tensor(shape = [batch, 3])]
    image: Array2<f32>,
    #[tensor(shape = [batch])]
    label: Vec<u8>,
}

#[derive(Tensor)]
struct Wider {
    #[tensor(shape = [batch, 4])]
    image: Array2<f32>,
    #[tensor(shape = [batch])]
    label: Vec<u8>,
}

contract! {
    Batch<Sample> => Samples,
    Batch<Sample> => Wider,
}

fn main() {}
