//! A row is a struct with named fields, at least one.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(stack)]
struct Unnamed(f32, f32);

#[derive(Tensor)]
#[tensor(stack)]
struct Empty {}

#[derive(Tensor)]
#[tensor(stack)]
enum Labels {
    A,
}

fn main() {}
