//! A range of values belongs to one tensor: a struct that is one, or a parameter of a record.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(range = 0.0..=1.0)]
struct OnARecord {
    score: f32,
}

#[derive(Tensor)]
#[tensor(stack, range = 0.0..=1.0)]
struct OnARow {
    score: f32,
}

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

#[derive(Tensor)]
#[tensor(range = 0..=1)]
enum Labels {
    Cat,
}

#[derive(Tensor)]
#[tensor(range = 0..=1)]
enum Union {
    Left(u8),
    Right(f32),
}

#[derive(Tensor)]
struct Inner {
    score: f32,
}

#[derive(Tensor)]
#[tensor(range = 0.0..=1.0)]
struct AroundARecord(Inner);

fn main() {}
