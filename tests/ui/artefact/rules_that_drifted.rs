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

#[derive(Tensor)]
#[tensor(shape = [_, 12], matches = "defs/scores.json")]
struct Scores(Array2<f32>);

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", matches = "defs/detect.json")]
struct Open<'a> {
    image: Tensor,
    image_id: &'a [i64],
    threshold: Option<f32>,
}

fn main() {}
