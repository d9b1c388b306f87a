//! The bounds of a range in the file are numbers that are read exactly.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/text_bound.json")]
struct Text(f32);

#[derive(Tensor)]
#[tensor(matches = "defs/long_bound.json")]
struct Long(f32);

#[derive(Tensor)]
#[tensor(matches = "defs/infinite_bound.json")]
struct Infinite(f32);

fn main() {}
