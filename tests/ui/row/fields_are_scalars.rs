//! The fields of a row are scalars.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(stack)]
struct Shapes {
    x: f32,
    position: [f32; 3],
}

fn main() {}
