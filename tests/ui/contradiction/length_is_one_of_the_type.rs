//! A length is one that the type can have.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [_, 5])]
struct Boxes(Vec<[f32; 4]>);

#[derive(Tensor)]
#[tensor(shape = [10..=20])]
struct Range([f32; 3]);

fn main() {}
