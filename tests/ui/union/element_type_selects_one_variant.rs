//! Each element type belongs to one variant.

use tensor_format::Tensor;

#[derive(Tensor)]
enum Ids {
    Short(u32),
    Long(u64),
    Other(u32),
}

#[derive(Tensor)]
enum Any<'a> {
    Text(&'a str),
    Anything(tensor_format::Tensor),
}

fn main() {}
