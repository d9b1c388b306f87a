//! One tensor is narrowed at the struct, and its field is no parameter.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Pixels(#[tensor(shape = [3], dtype = f32, rename = "pixels", default)] Vec<f32>);

fn main() {}
