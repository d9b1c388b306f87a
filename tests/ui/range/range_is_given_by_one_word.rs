//! A range is given by `range` or by `range_checked`, which stands where `range` does.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Forms {
    #[tensor(range_checked)]
    missing: f32,
    #[tensor(range = 0.0..=1.0, range_checked)]
    flag: f32,
    #[tensor(range_checked = 0.0..=1.0, range = 0.0..=1.0)]
    both: f32,
    #[tensor(range_checked = 0..=1, range_checked = 0..=2)]
    twice: f32,
    #[tensor(range_checked = true)]
    truth: f32,
    #[tensor(range_check = 0..=1)]
    mistyped: f32,
    #[tensor(skip, range_checked = 0..=1)]
    skipped: f32,
    #[tensor(flatten, range_checked = 0..=1)]
    flattened: Other,
}

#[derive(Tensor)]
#[tensor(range_checked = 0.0..=1.0)]
struct Other {
    score: f32,
}

#[derive(Tensor)]
struct One(#[tensor(range_checked = 0.0..=1.0)] f32);

#[derive(Tensor)]
#[tensor(range_checked = 0..=1)]
enum Labels {
    Cat,
}

#[derive(Tensor)]
#[tensor(range_checked = 0..=1)]
enum Union {
    Left(u8),
    Right(f32),
}

#[derive(Tensor)]
struct NoNumbers {
    #[tensor(range_checked = 0..=1)]
    text: String,
    #[tensor(range_checked = 0..=256)]
    byte: u8,
}

fn main() {}
