//! A record is flattened in a record.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Size {
    width: u32,
}

#[derive(Tensor)]
struct One(#[tensor(flatten)] Size);

#[derive(Tensor)]
#[tensor(stack)]
struct Row {
    #[tensor(flatten)]
    size: Size,
}

#[derive(Tensor)]
#[tensor(flatten)]
struct OnTheStruct {
    size: Size,
}

#[derive(Tensor)]
enum Either {
    Left(#[tensor(flatten = "a")] f32),
    Right(u32),
}

fn main() {}
