//! The fields of a row are no parameters.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(stack, rename_all = "camelCase")]
struct Words {
    #[tensor(rename = "a")]
    x: f32,
    #[tensor(default = 1.0)]
    y: f32,
}

fn main() {}
