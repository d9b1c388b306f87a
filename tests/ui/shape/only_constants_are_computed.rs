//! Lengths are not computed from names, and expressions of constants stand in braces.

use tensor_format::Tensor;

const N: usize = 2;

#[derive(Tensor)]
#[tensor(shape = [n + 1, 2 * 3, (N)])]
struct Computed(Vec<[[f32; 6]; 2]>);

fn main() {}
