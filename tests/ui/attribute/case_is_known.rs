//! The case of `rename_all` is one of eight.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "Camelcase")]
struct Cased {
    a_value: f32,
}

#[derive(Tensor)]
#[tensor(rename_all = "title")]
enum Label {
    Cat,
}

fn main() {}
