//! A type that is derived twice is one error, at the second derive.

use tensor_format::Tensor;

#[derive(Tensor)]
#[derive(Clone, Tensor)]
struct Scores {
    values: Vec<f32>,
}

#[derive(tensor_format::Tensor)]
#[derive(::tensor_format::Tensor, Debug)]
struct Labels(Vec<u8>);

fn main() {
    let _ = Scores { values: Vec::new() }.clone();
    let _ = tensor_format::to_vec(&Labels(Vec::new()));
}
