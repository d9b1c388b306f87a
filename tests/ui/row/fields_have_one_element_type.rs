//! The fields of a row have one element type.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(stack)]
struct Types {
    x: f32,
    y: f64,
    label: u8,
}

#[derive(Tensor)]
#[tensor(stack, check(Mixed<u8>))]
struct Mixed<T> {
    a: f32,
    b: T,
}

#[derive(Tensor)]
struct Record {
    a: f32,
}

#[derive(Tensor)]
#[tensor(stack)]
struct Nested {
    a: f32,
    record: Record,
}

fn main() {}
