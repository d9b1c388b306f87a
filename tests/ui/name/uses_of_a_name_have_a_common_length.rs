//! Some length fits wherever a record names an axis so.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(shape = [batch: 1..=8])]
    image: Vec<f32>,
    #[tensor(shape = [batch])]
    any: Vec<f32>,
    #[tensor(shape = [batch: 16..=32])]
    mask: Vec<f32>,
}

fn main() {}
