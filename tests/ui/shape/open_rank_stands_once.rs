//! `..` stands once in a shape.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [.., 3, ..])]
struct Points(tensor_format::Tensor);

fn main() {}
