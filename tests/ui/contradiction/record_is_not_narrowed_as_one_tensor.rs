//! `dtype` and `shape` on a struct are for one tensor, not for a record inside of it.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Inner {
    value: f32,
}

#[derive(Tensor)]
#[tensor(shape = [3])]
struct Outer(Inner);

#[derive(Tensor)]
struct Fields {
    #[tensor(shape = [k])]
    list: Vec<Inner>,
    #[tensor(shape = [3])]
    optional: Option<Inner>,
    #[tensor(dtype = f32)]
    one: Inner,
    #[tensor(shape = [n: 1..])]
    tuple: (Vec<f32>, Vec<f32>),
}

fn main() {}
