//! A range names its last length.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [1..33, ..4, n: 0..2, 5..5])]
struct Exclusive(Vec<f32>);

fn main() {}
