//! What is said of the whole type stands on the type.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(rename_all = "camelCase", deny_unknown, crate = tensor_format)]
    first: f32,
}

fn main() {}
