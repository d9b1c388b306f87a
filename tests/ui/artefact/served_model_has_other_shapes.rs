//! A type matches the metadata of a served model, from which `tensor-format rules` made the file.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/sum.input.json")]
struct Sum {
    x: Vec<[f32; 4]>,
    bias: [f64; 1],
}

fn main() {}
