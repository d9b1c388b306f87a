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

// What Rust's `repr` lacks makes no second error.
#[derive(Tensor)]
#[tensor(repr = u8)]
enum Command {
    Stop,
    Seek { to: f64 },
}

fn main() {}
