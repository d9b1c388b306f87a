//! A type whose values are one element each has no shape.

use tensor_format::Tensor;

#[derive(Tensor)]
struct OneElement {
    #[tensor(shape = [3])]
    text: String,
    #[tensor(shape = [3])]
    optional: Option<f32>,
    #[tensor(shape = [3], with = tensor_format::with::DisplayFromStr)]
    converted: u128,
    #[tensor(shape = [h, w, 3])]
    image: tensor_format::Image,
}

fn main() {}
