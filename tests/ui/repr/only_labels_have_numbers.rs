//! Only labels have numbers.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(repr = u8)]
struct Number {
    a: u8,
}

#[derive(Tensor)]
#[tensor(repr = u8)]
#[repr(u8)]
enum Data {
    A(u8),
}

fn main() {}
