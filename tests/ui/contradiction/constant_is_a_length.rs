//! A constant in braces is a `usize`, and fits the length of the type.

use tensor_format::Tensor;

const WIDTH: usize = 5;

#[derive(Tensor)]
#[tensor(shape = [_, {WIDTH - 2}])]
struct Boxes(Vec<[f32; 4]>);

#[derive(Tensor)]
#[tensor(shape = [{WIDTH as u64}])]
struct WrongType(Vec<f32>);

fn main() {}
