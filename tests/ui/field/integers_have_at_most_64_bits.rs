//! A field has a type that every platform and every format has.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Table {
    id: u128,
    offsets: Vec<i128>,
}

fn main() {}
