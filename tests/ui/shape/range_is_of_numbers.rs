//! The ends of a range are whole numbers.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [1..=, 1..={N}, ..=-1, {N}..=8, n: 1..=N])]
struct Unfinished(Vec<f32>);

fn main() {}
