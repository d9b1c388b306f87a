//! A constant parameter of the type stands in braces.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [N, {N}, T])]
struct Generic<T, const N: usize>(Vec<[T; N]>);

fn main() {}
