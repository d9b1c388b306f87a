//! A range of values is of real numbers.

use tensor_format::{Image, Tensor, View};

#[derive(Tensor)]
struct NoNumbers<'a> {
    #[tensor(range = 0..=1)]
    text: String,
    #[tensor(range = 0.0..=1.0)]
    flags: Option<View<'a, bool>>,
    #[tensor(range = 1.., dtype = [f32, image])]
    either: tensor_format::Tensor,
    #[tensor(range = ..=9)]
    image: Image,
}

fn main() {}
