//! A module converts a field of a record, or the field of a struct that is one tensor.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Skipped {
    #[tensor(skip, with = codec)]
    field: u8,
}

#[derive(Tensor)]
#[tensor(stack)]
struct Row {
    #[tensor(with = codec)]
    field: u8,
}

#[derive(Tensor)]
enum Either {
    Left(#[tensor(with = codec)] u8),
    Right(f32),
}

#[derive(Tensor)]
enum Label {
    #[tensor(with = codec)]
    Cat,
}

fn main() {}
