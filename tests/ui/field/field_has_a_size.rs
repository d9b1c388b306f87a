//! A slice, `str` or `dyn` type as a field, in place of one that holds it, is one error, and no implementation follows.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Points {
    label: u8,
    points: [f32],
}

#[derive(Tensor)]
struct Values([i64]);

#[derive(Tensor)]
struct Called {
    call: dyn Fn(),
}

#[derive(Tensor)]
struct Named {
    name: str,
}

fn main() {}
