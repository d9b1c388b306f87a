//! The name of an axis is a word.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = ["batch", "two words", 'n'])]
struct Quoted(Vec<f32>);

fn main() {}
