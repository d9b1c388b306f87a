//! Each word is given once, however many attributes there are.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(deny_unknown, deny_unknown)]
#[tensor(rename_all = "camelCase")]
#[tensor(rename_all = "lowercase")]
struct Input {
    #[tensor(shape = [3], shape = [4])]
    values: Vec<f32>,
}

fn main() {}
