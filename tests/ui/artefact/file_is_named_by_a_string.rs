//! The file is named by a string.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches)]
struct Missing([f32; 3]);

#[derive(Tensor)]
#[tensor(matches = defs)]
struct NoString([f32; 3]);

#[derive(Tensor)]
#[tensor(matches = defs/good.json)]
struct Unquoted([f32; 3]);

fn main() {}
