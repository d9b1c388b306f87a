//! Under `accepts`, a type that denies unknown parameters has all those of the file.

use ndarray::Array4;
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", deny_unknown, matches(accepts = "defs/detect.json"))]
struct Strict {
    image: Array4<f32>,
    image_id: Vec<i64>,
}

fn main() {}
