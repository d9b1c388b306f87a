//! What one model of a pipeline gives has the lengths that the next takes.

use ndarray::Array4;
use tensor_format::{Tensor, contract};

/// One square of the picture for each find.
#[derive(Tensor)]
struct Crops {
    #[tensor(shape = [n, 3, 32, 32])]
    crops: Array4<f32>,
}

/// What the classifier takes.
#[derive(Tensor)]
struct Classify {
    #[tensor(shape = [batch, 3, 224, 224])]
    image: Array4<f32>,
}

contract! {
    Crops => Classify { image: crops },
}

fn main() {}
