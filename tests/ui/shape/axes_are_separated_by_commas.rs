//! Axes are separated by commas.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [3 4])]
struct NoComma(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [3; 4])]
struct Semicolon(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [n; 3])]
struct Array(Vec<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [n][3])]
struct Lists(Vec<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [batch = 4, rows = 1..=32])]
struct Equals(Vec<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [batch(1..=3), 3])]
struct Call(Vec<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [batch <= 32, 3])]
struct AtMost(Vec<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [batch in 1..=32, 3])]
struct In(Vec<[f32; 3]>);

fn main() {}
