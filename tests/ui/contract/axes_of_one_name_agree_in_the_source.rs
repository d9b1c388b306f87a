//! Axes that have one name in the target have one length in the source.

use ndarray::Array2;
use tensor_format::{Batch, Tensor, contract};

#[derive(Tensor)]
struct Loose {
    image: Array2<f32>,
    #[tensor(shape = [n])]
    mask: Vec<bool>,
}

#[derive(Tensor)]
struct Paired {
    #[tensor(shape = [batch, _])]
    image: Array2<f32>,
    #[tensor(shape = [batch])]
    mask: Vec<bool>,
}

#[derive(Tensor)]
#[tensor(shape = [side, side])]
struct Square(Array2<f32>);

#[derive(Tensor)]
struct Sample {
    image: Vec<f32>,
    mask: bool,
}

#[derive(Tensor)]
struct Words {
    image: Vec<f32>,
    mask: Vec<bool>,
}

#[derive(Tensor)]
struct Sentence {
    #[tensor(shape = [_, word])]
    image: Array2<f32>,
    #[tensor(shape = [_, word])]
    mask: Array2<bool>,
}

contract! {
    Loose => Paired,
    Array2<f32> => Square,
    Batch<Sample> => Paired,
    Batch<Words> => Sentence,
}

fn main() {}
