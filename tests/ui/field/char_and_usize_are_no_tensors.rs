//! A field has a type that every platform and every format has.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Table {
    letter: char,
    size: usize,
}

fn main() {}
