//! The file of definitions is JSON: a list of definitions, or one rules object.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/no_comma.json")]
struct NoComma {
    image: Vec<f32>,
}

#[derive(Tensor)]
#[tensor(matches = "defs/cut.json")]
struct Cut {
    image: Vec<f32>,
}

#[derive(Tensor)]
#[tensor(matches = "defs/empty.json")]
struct Empty {
    image: Vec<f32>,
}

fn main() {}
