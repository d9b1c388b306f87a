//! Two fields whose parameters have one name are one error: at the flattened field, or at the record.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Spot {
    x: f32,
}

#[derive(Tensor)]
struct Beside {
    left: Option<Spot>,
    #[tensor(flatten = "left.")]
    flattened: Spot,
}

#[derive(Tensor)]
struct Deep {
    #[tensor(rename = "right.x")]
    x: f32,
}

#[derive(Tensor)]
struct Nested {
    left: Deep,
    #[tensor(rename = "left.right")]
    right: Spot,
}

fn main() {}
