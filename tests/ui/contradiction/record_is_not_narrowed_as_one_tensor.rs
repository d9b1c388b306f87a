//! `dtype` and `shape` on a struct are for one tensor, not for a record inside of it.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Inner {
    value: f32,
}

#[derive(Tensor)]
#[tensor(shape = [3])]
struct Outer(Inner);

fn main() {}
