//! A type with type or constant parameters has no rules to compare with a file.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/scores.json")]
struct Row<const N: usize>([f32; N]);

fn main() {}
