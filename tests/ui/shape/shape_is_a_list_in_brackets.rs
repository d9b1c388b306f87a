//! A shape is a list in brackets.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = (batch, 3))]
struct Parentheses(Vec<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = 3)]
struct Number(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = "batch 3")]
struct Text(Vec<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = {3})]
struct Braces(Vec<f32>);

fn main() {}
