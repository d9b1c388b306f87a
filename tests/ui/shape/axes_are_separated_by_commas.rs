//! Axes are separated by commas.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [3 4])]
struct NoComma(Vec<f32>);

fn main() {}
