//! A shape has as many axes as the type.

use ndarray::Array2;
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [3, 224, 224])]
struct Rank(Array2<f32>);

fn main() {}
