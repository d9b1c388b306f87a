//! The parameters of the type are those of the file, required where the file requires them.

use ndarray::Array4;
use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", matches = "defs/detect.json")]
struct Detect {
    #[tensor(shape = [batch, 3, 224, 224])]
    image: Array4<f32>,
    #[tensor(shape = [batch])]
    image_ids: Vec<i64>,
    threshold: f32,
}

fn main() {}
