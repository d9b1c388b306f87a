//! Some length is in a range.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [5..=3, n: 2..=1])]
struct Backwards(Vec<[f32; 2]>);

fn main() {}
