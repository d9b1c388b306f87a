//! A range of values belongs to a parameter of a record.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(range = 0.0..=1.0)]
struct OnTheStruct(f32);

#[derive(Tensor)]
struct One(#[tensor(range = 0.0..=1.0)] f32);

#[derive(Tensor)]
struct Skipped {
    #[tensor(skip, range = 0..=1)]
    field: u8,
}

#[derive(Tensor)]
#[tensor(stack)]
struct Row {
    #[tensor(range = 0.0..=1.0)]
    score: f32,
}

#[derive(Tensor)]
enum Either {
    Left(#[tensor(range = 0..=1)] u8),
    Right(f32),
}

#[derive(Tensor)]
enum Label {
    #[tensor(range = 0..=1)]
    Cat,
}

fn main() {}
