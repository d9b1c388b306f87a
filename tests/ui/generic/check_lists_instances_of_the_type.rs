//! `check` lists instances of the type itself, which has parameters.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(check(Vec<f32>, Of<f32>))]
struct Of<T>(Vec<T>);

#[derive(Tensor)]
#[tensor(check(Plain))]
struct Plain(Vec<f32>);

fn main() {}
