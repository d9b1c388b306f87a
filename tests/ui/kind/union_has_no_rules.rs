//! A `union` does not say which of its fields holds the value.

use tensor_format::Tensor;

#[derive(Tensor)]
union Either {
    float: f32,
    bits: u32,
}

fn main() {}
