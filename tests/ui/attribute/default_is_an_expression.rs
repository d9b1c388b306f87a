//! A default is an expression, or none for `Default::default()`.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(default = )]
    fourth: f32,
}

fn main() {}
