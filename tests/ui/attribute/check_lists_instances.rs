//! `check` lists instances of the generic type.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(check)]
struct Instances<const N: usize>([f32; N]);

#[derive(Tensor)]
#[tensor(check())]
struct Empty<const N: usize>([f32; N]);

fn main() {}
