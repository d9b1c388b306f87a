//! The variants of an enum are all labels, or all tensors.

use tensor_format::Tensor;

#[derive(Tensor)]
enum Media {
    Picture(Vec<u8>),
    Sound { samples: Vec<f32> },
    Nothing,
}

fn main() {}
