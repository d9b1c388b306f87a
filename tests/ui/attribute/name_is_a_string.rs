//! A name on the wire is a string.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = camelCase)]
struct Input {
    #[tensor(rename = first_value)]
    first: f32,
    #[tensor(rename = 1)]
    second: f32,
    #[tensor(rename(serialize = "third"))]
    other: f32,
    #[tensor(alias = ["old", "older"])]
    fourth: f32,
    #[tensor(rename = concat!("fi", "fth"))]
    fifth: f32,
    #[tensor(rename = "six".len())]
    sixth: f32,
}

fn main() {}
