//! Fields that are packed cannot be referred to.

use tensor_format::Tensor;

#[derive(Tensor)]
#[repr(C, packed)]
struct Head {
    kind: u8,
    score: f32,
}

fn main() {}
