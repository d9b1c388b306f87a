//! Under `accepts`, the type takes every length that the file allows, and requires no more.

use ndarray::Array4;
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", matches(accepts = "defs/detect.json"))]
struct Narrower {
    #[tensor(shape = [batch: 1..=8, 3, 224, 224])]
    image: Array4<f32>,
    image_id: Vec<i64>,
    threshold: f32,
    overlap: f32,
}

fn main() {}
