//! A type matches what a server says of its model, from which `tensor-format rules URL` made the file.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/sum.input.json")]
struct Sum {
    x: Vec<[f32; 4]>,
    bias: Option<[f64; 1]>,
}

fn main() {}
