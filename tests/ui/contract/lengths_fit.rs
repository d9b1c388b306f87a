//! Every length that the source gives is one that the target takes.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct Detected {
    #[tensor(shape = [_, 3, 32, 32])]
    crops: ndarray::Array4<f32>,
}

#[derive(Tensor)]
struct Classify {
    #[tensor(shape = [batch, 3, 224, 224])]
    crops: ndarray::Array4<f32>,
}

#[derive(Tensor)]
#[tensor(shape = [batch: 1..=8, 10])]
struct Scores(ndarray::Array2<f32>);

#[derive(Tensor)]
#[tensor(shape = [batch: 1..=4, 10])]
struct FewScores(ndarray::Array2<f32>);

contract! {
    Detected => Classify,
    FewScores => Scores,
    Scores => FewScores,
}

fn main() {}
