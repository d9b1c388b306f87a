//! A word that takes no value has none.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(deny_unknown = true)]
struct Input {
    #[tensor(skip(true))]
    third: f32,
}

fn main() {}
