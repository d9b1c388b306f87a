//! Every element type, rank and length that differs from the file is named, with what both say.

use ndarray::{Array2, Array4};
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", matches = "defs/detect.json")]
struct Detect {
    #[tensor(shape = [batch, 4, 224, _])]
    image: Array4<f32>,
    image_id: Array2<i64>,
    threshold: Option<f64>,
}

fn main() {}
