//! An axis of any length is `_`, not -1.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [-1, n: -1, -1..=3])]
struct Minus(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [?, 3])]
struct Question(Vec<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [None, 3])]
struct Python(Vec<[f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [batch: _, size: ..])]
struct Named(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [*, n?, any])]
struct Others(Vec<[[f32; 3]; 3]>);

#[derive(Tensor)]
#[tensor(shape = [3, ...])]
struct Dots(Vec<f32>);

fn main() {}
