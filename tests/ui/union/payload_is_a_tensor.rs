//! The payload of a variant is a tensor.

use tensor_format::Tensor;

struct Plain;

#[derive(Tensor)]
enum Either {
    One(u8),
    Two(Plain),
}

fn main() {}
