//! What is required in the file is `true` or `false`.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/no_truth_value.json")]
struct NoTruthValue {
    image: Vec<f32>,
}

fn main() {}
