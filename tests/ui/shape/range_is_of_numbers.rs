//! The ends of a range are whole numbers.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [1..=, 1..={N}, ..=-1])]
struct Unfinished(Vec<f32>);

fn main() {}
