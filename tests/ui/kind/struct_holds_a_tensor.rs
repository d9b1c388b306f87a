//! A struct holds something to send.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Unit;

#[derive(Tensor)]
struct Nothing();

#[derive(Tensor)]
struct Skipped(#[tensor(skip)] u32);

#[derive(Tensor)]
#[tensor(transparent)]
struct Empty {}

fn main() {}
