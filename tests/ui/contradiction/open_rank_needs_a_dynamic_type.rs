//! `..` needs a type of dynamic rank.

use ndarray::Array2;
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [.., 3])]
struct Open(Array2<f32>);

fn main() {}
