//! A constant in braces is a `usize`, and fits the length of the type.

use tensor_format::Tensor;

const WIDTH: usize = 5;

#[derive(Tensor)]
#[tensor(shape = [_, {WIDTH - 2}])]
struct Boxes(Vec<[f32; 4]>);

#[derive(Tensor)]
#[tensor(shape = [{WIDTH as u64}])]
struct WrongType(Vec<f32>);

const SIDE: i32 = 3;

#[derive(Tensor)]
struct Fields {
    #[tensor(shape = [{SIDE}, {SIDE * 2}])]
    signed: tensor_format::Tensor,
    #[tensor(shape = [{2 * 3}])]
    untyped: Vec<f32>,
    #[tensor(shape = [{"3"}])]
    text: Vec<f32>,
}

fn main() {}
