//! A field of a record is no record.

use tensor_format::{Batch, Tensor};

#[derive(Tensor)]
struct Inner {
    value: f32,
}

#[derive(Tensor)]
struct Outer {
    name: String,
    inner: Inner,
}

#[derive(Tensor)]
struct Optional {
    inner: Option<Inner>,
}

#[derive(Tensor)]
struct Batched {
    inner: Batch<Inner>,
}

#[derive(Tensor)]
struct Annotated {
    #[tensor(shape = [3])]
    inner: Inner,
}

fn main() {}
