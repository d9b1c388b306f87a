//! Under `exact`, the default, the type takes just what the file says.

use ndarray::ArrayD;
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", matches(exact = "defs/detect.json"))]
struct Liberal {
    image: ArrayD<f32>,
    image_id: Vec<i64>,
    threshold: Option<f32>,
    overlap: Option<f32>,
}

fn main() {}
