//! The payload of a variant is no record.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Pair {
    a: u8,
    b: u8,
}

#[derive(Tensor)]
enum Either {
    One(u8),
    Two(Pair),
}

fn main() {}
