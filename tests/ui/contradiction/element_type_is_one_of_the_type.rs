//! An element type is one that the type can have.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(dtype = [u8, u16], shape = [3])]
struct Type([f32; 3]);

fn main() {}
