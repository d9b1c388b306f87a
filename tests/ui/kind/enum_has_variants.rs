//! An enum has variants.

use tensor_format::Tensor;

#[derive(Tensor)]
enum Never {}

fn main() {}
