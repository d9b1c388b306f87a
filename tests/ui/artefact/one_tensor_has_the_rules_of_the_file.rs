//! One tensor has the element types and lengths of the rules object in the file.

use ndarray::Array2;
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [_, 12], matches = "defs/scores.json")]
struct Scores(Array2<f32>);

fn main() {}
