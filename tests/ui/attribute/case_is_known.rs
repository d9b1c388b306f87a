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

const CASE: &str = "camelCase";

#[derive(Tensor)]
#[tensor(rename_all = CASE)]
struct Constant {
    a_value: f32,
}

#[derive(Tensor)]
#[tensor(rename_all = camel)]
struct Bare {
    a_value: f32,
}

fn main() {}
