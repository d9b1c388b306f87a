//! Two variants that take one element type cannot be told apart.
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
